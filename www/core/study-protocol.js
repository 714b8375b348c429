// The messages between the panel of studies and its workers. Types only, no code.

/** @typedef {import('../wasm/rankscope.js').CellData} CellData */
/** @typedef {import('../wasm/rankscope.js').CellPlan} CellPlan */
/** @typedef {import('../wasm/rankscope.js').CellRatings} CellRatings */
/** @typedef {import('../wasm/rankscope.js').ComparisonResults} ComparisonResults */
/** @typedef {import('../wasm/rankscope.js').MarksPlot} MarksPlot */
/** @typedef {import('../wasm/rankscope.js').QueryValues} QueryValues */
/** @typedef {import('../wasm/rankscope.js').Sheet} Sheet */
/** @typedef {import('../wasm/rankscope.js').StudyOutline} StudyOutline */
/** @typedef {import('./protocol.js').Failure} Failure */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

/** A study that comes with the program, and what it declares. `json`: its text. @typedef {{ name: string, json: string,
 *   outline: StudyOutline }} BuiltInStudy */

/** A data file by its name in the study. @typedef {{ name: string, blob: Blob }} StudyFile */

/**
 * The result of a cell. `text`: JSON of the core. `isComplete`: its training came to its end. `failure`: why it has
 * no values.
 * @typedef {{ cell: number, text: string, isComplete: boolean, failure: string | null }} StudyResult
 */

/**
 * A plot as series and as SVG, null while it has no values.
 * @typedef {{ plot: MarksPlot, svg: string | null }} DrawnPlot
 */

/**
 * Statistics of the results so far. `done`: number of results. `comparison`: the same as a comparison of methods, null
 * for a study of another form.
 * @typedef {{ done: number, sheets: Sheet[], notes: string[], plots: DrawnPlot[],
 *   comparison: ComparisonResults | null }} Measured
 */

/** A file to export. @typedef {'cells' | 'queries' | 'markdown' | 'latex' | 'study'} StudyExport */

/**
 * A study to open, with its data files. `checksums`: of training, validation and test data, for the CSV of a
 * comparison.
 * @typedef {{ open: number, text: string, files: StudyFile[], checksums: string[] }} Opening
 */

/**
 * Messages to a worker. `list` requests the built-in studies. `open` comes before all others. One worker, the desk,
 * keeps the results; the others train.
 * @typedef {{ type: 'list' }
 *   | { type: 'open' } & Opening
 *   | { type: 'train', cell: number }
 *   | { type: 'results', results: StudyResult[] }
 *   | { type: 'export', what: StudyExport }
 *   | { type: 'queries', row: number }
 *   | { type: 'run', cell: number }} ToStudy
 */

/**
 * Messages from a worker. `run`: what a cell trains on; `ratings`: the same of a study on ratings, with the file where
 * they are not generated. `lock` names the lock that it holds while it lives. `unlisted`: the built-in studies could
 * not be fetched. `planned`: the text is a study; its data come next. `unusable`: the study cannot be used, or a data
 * file of it. `trained`: a training of a cell has ended.
 * @typedef {{ type: 'lock', lock: string | null }
 *   | { type: 'awake' }
 *   | { type: 'listed', builtIns: BuiltInStudy[] }
 *   | { type: 'unlisted', message: string }
 *   | { type: 'planned', open: number, outline: StudyOutline }
 *   | { type: 'opened', open: number, cells: CellPlan[] }
 *   | { type: 'unusable', open: number, file: string | null, failure: Failure }
 *   | { type: 'trained', cell: number }
 *   | { type: 'done', result: StudyResult }
 *   | { type: 'measured', open: number, measured: Measured }
 *   | { type: 'queries', row: number, queries: QueryValues[] }
 *   | { type: 'exported', what: StudyExport, text: string }
 *   | { type: 'run', cell: number, settings: TrainingSettings, data: CellData }
 *   | { type: 'ratings', cell: number, ratings: CellRatings, file: Blob | null }
 *   | { type: 'crashed', message: string }} FromStudy
 */

export {};
