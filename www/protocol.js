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
/** @typedef {import('./wasm/rankscope.js').Problem} Problem */
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

/**
 * What is being worked on inside one iteration.
 * @typedef {{ phase: import('./wasm/rankscope.js').Phase, done: number, of: number }} Phase
 */

/**
 * How fast iterations may follow each other, and for how many milliseconds that holds (null: always).
 * @typedef {{ every: number, until: number | null }} Pace
 */

/** `untrainable`: the data were read, but the settings cannot be trained on them. @typedef {{ message: string, problems: Problem[], total: number, untrainable?: boolean }} Failure */

/**
 * The rankings of one iteration. `rows` is null when they were not asked for;
 * `pixels` holds the features of the documents that can be shown as pictures, by document.
 * @typedef {{ run: number, iteration: number, rows: QueryRow[] | null, inspection: Inspection | null,
 *   weights: Float64Array, pixels: Record<number, Float64Array> | null }} Look
 */

/**
 * To the worker. `load` and `run` are numbers that every reply repeats. Data that `settings` cannot be trained on do not replace
 * what was there; null loads them in any case.
 * @typedef {{ type: 'load', load: number, sources: Sources, settings: TrainingSettings | null }
 *   | { type: 'prepare', run: number, settings: TrainingSettings }
 *   | { type: 'go', run: number, pace: Pace | null }
 *   | { type: 'step', run: number }
 *   | { type: 'pause', run: number }
 *   | { type: 'motion', run: number, iteration: number, query: number }
 *   | { type: 'certificate', run: number, iteration: number, page: import('./wasm/rankscope.js').LedgerPage }
 *   | { type: 'look', run: number, iteration: number, query: number | null, rows: boolean, pictures: boolean }} ToWorker
 */

/**
 * From the worker. `alive` answers `prepare` and `pause` at once, before any work.
 * @typedef {{ type: 'progress', load: number, name: string, done: number, of: number | null, documents: number }
 *   | { type: 'loaded', load: number, summaries: Summaries }
 *   | { type: 'load failed', load: number, name: string, failure: Failure }
 *   | { type: 'alive', run: number }
 *   | { type: 'prepared', run: number, overview: Overview }
 *   | { type: 'reports', run: number, reports: StepReport[], seconds: number[], phase: Phase | null }
 *   | { type: 'paused', run: number }
 *   | { type: 'stopped', run: number, stop: Stop }
 *   | { type: 'run failed', run: number, failure: Failure }
 *   | { type: 'motion', run: number, motion: import('./wasm/rankscope.js').Motion }
 *   | { type: 'certificate', run: number, certificate: import('./wasm/rankscope.js').Certificate }
 *   | { type: 'question failed', run: number, question: 'motion' | 'certificate', failure: Failure }
 *   | { type: 'look', look: Look }
 *   | { type: 'look failed', run: number, failure: Failure }
 *   | { type: 'crashed', message: string }} FromWorker
 */

export {};
