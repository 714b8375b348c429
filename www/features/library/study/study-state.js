// State of the panel of studies. study-runner.js makes the changes. Pure.

/** @typedef {import('../../../core/study-protocol.js').BuiltInStudy} BuiltInStudy */
/** @typedef {import('../../../core/study-protocol.js').CellPlan} CellPlan */
/** @typedef {import('../../../core/study-protocol.js').Failure} Failure */
/** @typedef {import('../../../core/study-protocol.js').Measured} Measured */
/** @typedef {import('../../../core/study-protocol.js').StudyExport} StudyExport */
/** @typedef {import('../../../core/study-protocol.js').StudyOutline} StudyOutline */

/**
 * What a cell is: waiting, in training, done, done without convergence, or failed.
 * @typedef {'queued' | 'running' | 'done' | 'unconverged' | 'failed'} CellMark */

/**
 * A study that is chosen. `name`: of a built-in study, or of a file. `files`: data files that were chosen for it.
 * `checksums`: of the data of a comparison. `own`: where it runs on loaded data in place of its own, these data, and
 * `paper`, the study on its own data.
 * @typedef {{ name: string, isBuiltIn: boolean, text: string, files: File[], checksums?: string[],
 *   own?: { paper: Chosen, data: import('../../data/data-state.js').Data } }} Chosen
 */

/**
 * `wanted`: files that were chosen or dropped, until they are read. `linked`: the study of a link, until it is opened.
 * `link`: how a link holds the chosen study, null while none is chosen or if its text is too long.
 * `unlisted`: why the built-in studies are not there. `failure`: why the file `faulty`, the study or data of it, cannot
 * be used. `missing`: data files that it needs. `reasons`: why cells failed. `left`: seconds, null while unknown.
 * `pointed`: the cell whose state is shown. `isKept`: results stay on the device. `note`: the last thing that happened.
 * `listed`: the queries of a row of the table. `refused`: why the study does not run on the loaded data.
 * `papers`: the figures of the gallery; `unpictured`: why they are not there. `pictures`: kept results by the names of
 * studies. `shownFigure`: a figure without a study that is shown.
 * @typedef {{ isAwake: boolean, crash: string, wanted: File[] | null, linked: string | null, link: string | null,
 *   builtIns: BuiltInStudy[], unlisted: string, chosen: Chosen | null,
 *   outline: StudyOutline | null, cells: CellPlan[] | null, failure: Failure | null, faulty: string,
 *   missing: string[], status: 'none' | 'running' | 'done' | 'cancelled' | 'failed', marks: CellMark[],
 *   reasons: Map<number, string>, trainings: number, left: number | null, seconds: number, workers: number,
 *   measured: Measured | null, pointed: number | null, isKept: boolean, note: string, refused: string,
 *   listed: { row: number, queries: import('../../../core/study-protocol.js').QueryValues[] } | null,
 *   papers: readonly import('./figures/figures.js').Paper[], unpictured: string, shownFigure: string | null,
 *   pictures: Record<string, import('./figures/kept-picture.js').KeptPicture> }} StudyView
 */

/** @typedef {{ study: StudyView }} StudySlice */

/**
 * @typedef {{ type: 'study/set', change: Partial<StudyView> }
 *   | { type: 'study/choose', name: string } | { type: 'study/run' } | { type: 'study/cancel' }
 *   | { type: 'study/data', own: boolean } | { type: 'study/forget' } | { type: 'study/queries', row: number }
 *   | { type: 'study/export', what: StudyExport } | { type: 'study/open', cell: number }} StudyAction
 */
/**
 * The slices that the panel reads, and those that an opened cell changes.
 * @typedef {StudySlice & import('../../driver/target.js').DriverState
 *   & import('../../ratings/ratings-state.js').RatingsSlice} StudyState
 */
/**
 * A cell opens as the page's run, or in the mode *Ratings*; a figure without a study opens a panel or a lesson.
 * @typedef {StudyAction | import('../../ratings/ratings-state.js').RatingsAction
 *   | import('../../../store/panels.js').PanelAction | { type: 'lessons/begin', id: string }
 *   | import('../../run/training/training-state.js').TrainingAction} StudyPanelAction
 */
/** @typedef {import('../../../store/store.js').Store<StudyState, StudyPanelAction>} StudyStore */

/** @type {StudyView} */
export const NO_STUDY = {
  isAwake: false, crash: '', wanted: null, linked: null, link: null, builtIns: [], unlisted: '', chosen: null,
  outline: null, cells: null, failure: null, faulty: '', missing: [], status: 'none', marks: [], reasons: new Map(),
  trainings: 0, left: null, seconds: 0, workers: 0, measured: null, pointed: null, isKept: false, note: '',
  refused: '', listed: null, papers: [], unpictured: '', shownFigure: null, pictures: {},
};

/** The study on its own data. @param {Chosen | null} chosen */
export function paperOf(chosen) {
  return chosen?.own?.paper ?? chosen;
}

/** @param {StudyView} old @param {{ change?: Partial<StudyView> }} action @returns {StudyView} */
export function reduceStudy(old, { change }) {
  return change ? { ...old, ...change } : old;
}
