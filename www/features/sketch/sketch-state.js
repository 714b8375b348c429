// State of the sketch pad. sketch-edits.js and sketch-runner.js make the changes. Pure.

/** @typedef {import('../../core/sketch-protocol.js').SketchReply} SketchReply */

/** A document: its two features in [−2, 2], and its grade. @typedef {{ x: number, y: number, grade: number }} Point */
/** @typedef {{ id: string, documents: Point[] }} PadQuery */
/** The queries of the pad. @typedef {PadQuery[]} Pad */

/**
 * `pad`: null until a start is chosen. `past`: earlier pads, for Undo. `preset`: the one that was chosen last, empty
 * after data were taken over. `query`, `chosen`: the shown query, and the document that keys and grades refer to.
 * `brush`: the grade of new documents. `isMoving`: whether a document is on its way. `arrow`: the moved w, null for the
 * trained one. `reply`: the newest figures. `problem`: why there are none. `note`: what an edit refused. `elsewhere`:
 * the name of the page's data if they are not those of the pad.
 * @typedef {{ pad: Pad | null, past: Pad[], preset: string, query: number, chosen: number | null, brush: number,
 *   isMoving: boolean, arrow: [number, number] | null, reply: SketchReply | null, problem: string, note: string,
 *   elsewhere: string }} SketchView
 */

/** @typedef {{ sketch: SketchView }} SketchSlice */
/** @typedef {{ type: 'sketch/set', change: Partial<SketchView> }} SketchAction */
/**
 * The slices that the panel reads.
 * @typedef {SketchSlice & import('../library/runs/runs-state.js').RunsSlice
 *   & import('../run/training/training-state.js').TrainingState
 *   & import('../../store/panels.js').PanelsState} SketchState
 */
/**
 * @typedef {import('../../store/store.js').Store<SketchState, SketchAction
 *   | import('../library/runs/runs-state.js').RunsAction
 *   | import('../run/training/training-state.js').TrainingAction>} SketchStore
 */

/** @type {SketchView} */
export const NO_SKETCH = {
  pad: null, past: [], preset: '', query: 0, chosen: null, brush: 1, isMoving: false, arrow: null, reply: null,
  problem: '', note: '', elsewhere: '',
};

/** @param {SketchView} old @param {SketchAction} action @returns {SketchView} */
export function reduceSketch(old, { change }) {
  return { ...old, ...change };
}
