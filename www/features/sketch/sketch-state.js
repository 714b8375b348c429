// State of the mode Sketch, which has data and settings of its own. sketch-edits.js and sketch-runner.js make the
// changes. Pure.

/** @typedef {import('../../core/sketch-protocol.js').SketchReply} SketchReply */

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * A document: its two features in [−2, 2], its grade, and its title if it has one.
 * @typedef {{ x: number, y: number, grade: number, name?: string }} Point
 */
/** @typedef {{ id: string, documents: Point[] }} PadQuery */
/** The queries of the pad. @typedef {PadQuery[]} Pad */

/**
 * What the pad is drawn on: the range of the features, and their names.
 * @typedef {{ frame: 'unit' | 'wide', axes: [string, string] }} Sheet
 */
/**
 * A sketch of a link that is not opened yet: the name of a start, or packed lines after a ~, with its settings.
 * @typedef {{ text: string, settings: Partial<TrainingSettings> }} LinkedSketch
 */

/**
 * `pad`: null until the mode is opened. `past`: earlier pads, for Undo. `preset`: the one that was chosen last, empty
 * after data were taken over. `settings`: what differs from the usual settings. `query`, `chosen`: the shown query, and
 * the document that keys and grades refer to. `brush`: the grade of new documents. `isMoving`: whether a document is on
 * its way. `arrow`: the moved w, null for the trained one. `reply`: the newest figures. `problem`: why there are none.
 * `note`: what was refused. `linked`: the sketch of a link, until it is opened. `link`: how a link holds the sketch,
 * null while it cannot.
 * @typedef {{ pad: Pad | null, sheet: Sheet, past: { pad: Pad, sheet: Sheet, preset: string }[], preset: string,
 *   settings: Partial<TrainingSettings>, query: number, chosen: number | null, brush: number, isMoving: boolean,
 *   arrow: [number, number] | null, reply: SketchReply | null, problem: string, note: string,
 *   linked: LinkedSketch | null, link: string | null }} SketchView
 */

/** @typedef {{ sketch: SketchView }} SketchSlice */
/** @typedef {{ type: 'sketch/set', change: Partial<SketchView> }} SketchAction */
/**
 * The slices that the panel reads.
 * @typedef {SketchSlice & import('../run/training/training-state.js').TrainingState
 *   & import('../../store/panels.js').PanelsState & { lessons: { open: unknown } }} SketchState
 */
/**
 * @typedef {import('../../store/store.js').Store<SketchState, SketchAction
 *   | import('../run/training/training-state.js').TrainingAction>} SketchStore
 */

/** @type {Sheet} */
export const USUAL_SHEET = { frame: 'wide', axes: ['feature 1', 'feature 2'] };

/** @type {SketchView} */
export const NO_SKETCH = {
  pad: null, sheet: USUAL_SHEET, past: [], preset: '', settings: {}, query: 0, chosen: null, brush: 1, isMoving: false,
  arrow: null, reply: null, problem: '', note: '', linked: null, link: null,
};

/** @param {SketchView} old @param {SketchAction} action @returns {SketchView} */
export function reduceSketch(old, { change }) {
  return { ...old, ...change };
}

/**
 * All settings of the sketch: the usual ones, with what was chosen in the mode.
 * @param {{ catalog: import('../../core/protocol.js').Catalog, sketch: SketchView }} state
 * @returns {TrainingSettings}
 */
export const sketchSettings = ({ catalog, sketch }) => ({ ...catalog.defaults, ...sketch.settings });

/**
 * What differs from the usual settings.
 * @param {TrainingSettings} settings @param {TrainingSettings} defaults @returns {Partial<TrainingSettings>}
 */
export function unusual(settings, defaults) {
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(defaults, name))));
}
