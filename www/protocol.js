// The messages between the page and its worker. Types only, no code.

/** The defaults of the core's catalogue leave nothing open. @typedef {Omit<import('./wasm/rankscope.js').Catalog, 'defaults'> & { defaults: TrainingSettings }} Catalog */
/** @typedef {import('./wasm/rankscope.js').Choice} Choice */
/** @typedef {import('./wasm/rankscope.js').MeasureChoice} MeasureChoice */
/** @typedef {import('./wasm/rankscope.js').TrainingSettings} SomeSettings */
/** All settings, none left to its default; only `decay_cut` and `cut_off` may be absent: c is then never cut, and the method has its usual cut-off. @typedef {Required<Omit<SomeSettings, 'decay_cut' | 'cut_off'>> & Pick<SomeSettings, 'decay_cut' | 'cut_off'>} TrainingSettings */
/** @typedef {import('./wasm/rankscope.js').MethodChoice} MethodChoice */
/** @typedef {import('./wasm/rankscope.js').MethodOption} MethodOption */
/** @typedef {import('./wasm/rankscope.js').DatasetSummary} DatasetSummary */
/** @typedef {import('./wasm/rankscope.js').Overview} Overview */
/** @typedef {import('./wasm/rankscope.js').StepReport} StepReport */
/** @typedef {import('./wasm/rankscope.js').Stop} Stop */
/** @typedef {import('./wasm/rankscope.js').QueryRow} QueryRow */
/** @typedef {import('./wasm/rankscope.js').Inspection} Inspection */
/** @typedef {import('./wasm/rankscope.js').Contributions} Contributions */
/** @typedef {import('./wasm/rankscope.js').SearchTable} SearchTable */
/** @typedef {import('./wasm/rankscope.js').Problem} Problem */
/** @typedef {import('./wasm/rankscope.js').Agreement} Agreement */
/** @typedef {import('./wasm/rankscope.js').QueryAgreement} QueryAgreement */
/** @typedef {import('./wasm/rankscope.js').ChartSpec} ChartSpec */
/** @typedef {import('./wasm/rankscope.js').ChartSeries} ChartSeries */
/** @typedef {import('./wasm/rankscope.js').ChartFrame} ChartFrame */

/**
 * Where LETOR text comes from. A `blob` is a file, a drop or pasted lines; a `url` is a
 * sample beside the page; `generated` text is made by the core from a seed.
 * @typedef {{ kind: 'blob', name: string, blob: Blob }
 *   | { kind: 'url', name: string, url: string }
 *   | { kind: 'generated', name: string, queries: number, documents: number, seed: number }} Source
 */

/**
 * What to read together: when it fails, nothing of it replaces what was there.
 * `holdOut` splits `train` by query when no other data is given.
 * @typedef {{ train: Source, valid: Source | null, test: Source | null,
 *   holdOut: { shares: [number, number, number], seed: number } | null }} Sources
 */

/** @typedef {{ train: DatasetSummary, valid: DatasetSummary | null, test: DatasetSummary | null }} Summaries */

/** Of the bytes of each source as they were read, packed or not; 16 hexadecimal digits. @typedef {{ train: string, valid: string | null, test: string | null }} Checksums */

/** Which data two models are compared on. @typedef {'train' | 'valid' | 'test'} Part */

/**
 * What is being worked on inside one iteration; `again`: iterations that the page has, made once more in a new worker.
 * @typedef {{ phase: import('./wasm/rankscope.js').Phase | 'again', done: number, of: number }} Phase
 */

/**
 * How fast iterations may follow each other, and for how many milliseconds that holds (null: always).
 * @typedef {{ every: number, until: number | null }} Pace
 */

/** `untrainable`: the data were read, but the settings cannot be trained on them. @typedef {{ message: string, problems: Problem[], total: number, untrainable?: boolean }} Failure */

/**
 * A query at an iteration of a run. @typedef {{ run: number, iteration: number, query: number }} Place
 */

/**
 * The rankings of one iteration. `rows` is null when they were not asked for;
 * `pixels` holds the features of the documents that can be shown as pictures, by document. `contributions` and
 * `search` are there when their tab was open; a loss may have no search table.
 * @typedef {{ run: number, iteration: number, rows: QueryRow[] | null, inspection: Inspection | null,
 *   weights: Float64Array, pixels: Record<number, Float64Array> | null, contributions: Contributions | null, search: SearchTable | null,
 *   tab: import('./microscope.js').InspectorTab }} Look
 */

/**
 * About a run, which stays as it is. `until`: the newest iteration, -1 while training; `decay` comes back with the answer.
 * @typedef {{ type: 'look', run: number, iteration: number, query: number | null, rows: boolean, pictures: boolean, tab: import('./microscope.js').InspectorTab }
 *   | ({ type: 'value', ranking: number[] } & Place)
 *   | ({ type: 'try all' } & Place)
 *   | ({ type: 'motion' } & Place)
 *   | { type: 'certificate', run: number, iteration: number, page: import('./wasm/rankscope.js').LedgerPage }
 *   | ({ type: 'explain', first: number, second: number } & Place)
 *   | ({ type: 'preview', settings: TrainingSettings, decay: string } & Place)
 *   | { type: 'model', run: number, until: number }} Question
 */

/**
 * `problem`: why there is no answer.
 * @typedef {{ type: 'explained', run: number, explanation: import('./wasm/rankscope.js').Explanation | null, problem: string }
 *   | { type: 'previewed', run: number, iteration: number, query: number, decay: string, inspection: Inspection | null, problem: string }
 *   | { type: 'modelled', run: number, json: string | null, problem: string }} Answer
 */

/**
 * To the worker. `load`, `run` and `question` are numbers that every reply repeats. Data that `settings` cannot be trained on do not replace
 * what was there; null loads them in any case. `again`: the newest iteration that the page has of this run, -1 for none: what came before a
 * worker was lost is made again, and is the same. `patience`: a run whose searches take more steps waits to be told `anyway`.
 * @typedef {{ type: 'load', load: number, sources: Sources, settings: TrainingSettings | null }
 *   | { type: 'cancel', load: number }
 *   | { type: 'prepare', run: number, settings: TrainingSettings, again: number, patience: number }
 *   | { type: 'go', run: number, pace: Pace | null, anyway: boolean }
 *   | { type: 'step', run: number, steps: number, anyway: boolean }
 *   | { type: 'agree', question: number, first: string, second: string, part: Part, measure: string, p: number }
 *   | { type: 'pause', run: number }
 *   | Question} ToWorker
 */

/**
 * From the worker. `awake` names the lock that the worker holds for as long as it lives. `alive` answers `prepare`, `pause` and `cancel` at
 * once, before any work; `run` is the load of a `cancel`. `restored`: the iterations that the page has are there again. `question dropped`: its run
 * is not there or not wanted any more. `model` is the file of the best model of a run
 * that has paused, ended, or makes room for another.
 * @typedef {{ type: 'awake', lock: string }
 *   | { type: 'progress', load: number, name: string, done: number, of: number | null, documents: number }
 *   | { type: 'loaded', load: number, summaries: Summaries, checksums: Checksums }
 *   | { type: 'load failed', load: number, name: string, failure: Failure }
 *   | { type: 'alive', run: number }
 *   | { type: 'prepared', run: number, overview: Overview }
 *   | { type: 'reports', run: number, reports: StepReport[], seconds: number[], phase: Phase | null }
 *   | { type: 'paused', run: number }
 *   | { type: 'restored', run: number }
 *   | { type: 'stopped', run: number, stop: Stop }
 *   | { type: 'model', run: number, model: string }
 *   | { type: 'agreed', question: number, agreement: Agreement | null, message: string }
 *   | { type: 'run failed', run: number, failure: Failure }
 *   | { type: 'motion', run: number, motion: import('./wasm/rankscope.js').Motion }
 *   | { type: 'certificate', run: number, certificate: import('./wasm/rankscope.js').Certificate }
 *   | { type: 'question failed', run: number, question: Question['type'], failure: Failure }
 *   | { type: 'question dropped', run: number, question: Question['type'] }
 *   | { type: 'look', look: Look }
 *   | ({ type: 'own valued', valuation: import('./wasm/rankscope.js').Valuation } & Place)
 *   | ({ type: 'tried all', enumeration: import('./wasm/rankscope.js').Enumeration } & Place)
 *   | Answer
 *   | { type: 'crashed', message: string }} FromWorker
 */

export {};
