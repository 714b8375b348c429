// The messages between the sketch pad and its worker. Types only, no code.

/** @typedef {import('../wasm/rankscope.js').SketchTraining} SketchTraining */
/** @typedef {import('../wasm/rankscope.js').SketchFigures} SketchFigures */
/** @typedef {import('../wasm/rankscope.js').SketchValues} SketchValues */

/**
 * `letor`: the documents of the pad. `isFresh`: begin anew, else the planes of the training before move with the
 * documents. `w`: measure this w beside the trained one.
 * @typedef {{ type: 'sketch', request: number, letor: string,
 *   settings: import('../wasm/rankscope.js').TrainingSettings, isFresh: boolean, w: [number, number] | null }} ToSketch
 */

/**
 * `trained`: the figures of the trained scorer. `shown`: those of the moved w, else the same. `milliseconds`: what
 * reading, training and measuring took.
 * @typedef {{ request: number, letor: string, training: SketchTraining, trained: SketchFigures, shown: SketchFigures,
 *   w: [number, number] | null, milliseconds: number }} SketchReply
 */

/**
 * `awake` comes first.
 * @typedef {{ type: 'awake' } | { type: 'lock', lock: string | null } | ({ type: 'sketched' } & SketchReply)
 *   | { type: 'unsketched', request: number, letor: string, message: string }
 *   | { type: 'crashed', message: string }} FromSketch
 */

export {};
