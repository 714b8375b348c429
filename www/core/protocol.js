// The messages between the page and its worker. Types only, no code.

/**
 * The catalogue of the core. Its defaults set every option.
 * @typedef {Omit<import('../wasm/rankscope.js').Catalog, 'defaults'> & { defaults: TrainingSettings }} Catalog
 */
/** @typedef {import('../wasm/rankscope.js').Choice} Choice */
/** @typedef {import('../wasm/rankscope.js').MeasureChoice} MeasureChoice */
/** @typedef {import('../wasm/rankscope.js').Variant} Variant */
/** @typedef {import('../wasm/rankscope.js').TrainingSettings} SomeSettings */
/**
 * The costs of the documents of a grade and kind, from the first rank on; kind null for those that have no own cost.
 * @typedef {{ grade: number, kind: string | null, costs: number[] }} CostRow
 */

/**
 * All settings. Some may be absent: without `decay_cut` c is never cut, without `cut_off`, `rounds` or `epochs` the
 * method has its own default, and without `patience` it makes all of them.
 * @typedef {Required<Omit<SomeSettings, 'decay_cut' | 'cut_off' | 'rounds' | 'epochs' | 'patience' | 'label_gain'>>
 *   & Pick<SomeSettings, 'decay_cut' | 'cut_off' | 'rounds' | 'epochs' | 'patience' | 'label_gain'>} TrainingSettings
 */
/** @typedef {import('../wasm/rankscope.js').Method} MethodChoice */
/** @typedef {import('../wasm/rankscope.js').MethodOption} MethodOption */
/** @typedef {import('../wasm/rankscope.js').DatasetSummary} DatasetSummary */
/** @typedef {import('../wasm/rankscope.js').Overview} Overview */
/** Has the figures of its kind of learner. @typedef {import('../wasm/rankscope.js').StepReport} StepReport */
/** @typedef {import('../wasm/rankscope.js').Stop} Stop */
/** @typedef {import('../wasm/rankscope.js').Scorer} Scorer */
/** @typedef {import('../wasm/rankscope.js').Pulls} Pulls */
/**
 * The training documents by the scaled value of a feature, in bins of equal width from `low` to `high`.
 * @typedef {import('../wasm/rankscope.js').FeatureSpread & import('../wasm/rankscope.js').FeatureHistogram
 *   & { feature: number, low: number, high: number }} ValueHistogram
 */
/**
 * A scorer that is not linear, with its use of each feature, and the step functions of its stumps. `histograms`: of the
 * features whose step functions are drawn.
 * @typedef {{ scorer: Scorer, uses: import('../wasm/rankscope.js').FeatureUse[],
 *   steps: import('../wasm/rankscope.js').StepFunction[], histograms: ValueHistogram[] }} ScorerView
 */
/**
 * Figures of one query. `shortfall`: what is left to do for it, which is its slack, or its pair error where the method
 * has no cutting planes and so no `loss` Δ.
 * @typedef {{ query: number, id: string, documents: number, shortfall: number, loss: number | null,
 *   value: number | null }} QueryRow
 */
/** @typedef {import('../wasm/rankscope.js').Inspection} Inspection */
/** @typedef {import('../wasm/rankscope.js').Contributions} Contributions */
/** @typedef {import('../wasm/rankscope.js').SearchTable} SearchTable */
/** @typedef {import('../wasm/rankscope.js').Problem} Problem */
/** @typedef {import('../wasm/rankscope.js').Agreement} Agreement */
/** @typedef {import('../wasm/rankscope.js').QueryAgreement} QueryAgreement */
/** @typedef {import('../wasm/rankscope.js').ChartSpec} ChartSpec */
/** @typedef {import('../wasm/rankscope.js').ChartSeries} ChartSeries */
/** @typedef {import('../wasm/rankscope.js').ChartFrame} ChartFrame */

/**
 * Where LETOR text or pages come from. A `blob` is a file, a drop or pasted lines; a `url` is a sample beside the page,
 * of pages if its name ends with .json, whose comments have the grades if `grades` is `comment:WORD`; `generated` text
 * is made by the core from a seed.
 * @typedef {{ kind: 'blob', name: string, blob: Blob }
 *   | { kind: 'url', name: string, url: string, grades?: string }
 *   | { kind: 'generated', name: string, queries: number, documents: number, seed: number }} Source
 */

/**
 * Data to read together. If reading fails, the current data stay. `holdOut` splits `train` by query when no other data
 * are given. `without`: numbers of the features that are left out, from 1.
 * @typedef {{ train: Source, valid: Source | null, test: Source | null,
 *   holdOut: { shares: [number, number, number], seed: number } | null, without?: readonly number[] }} Sources
 */

/**
 * All features of the training data, where some are left out: their number, and their names as far as they have any.
 * @typedef {{ features: number, names: (string | null | undefined)[] }} WholeData
 */

/** @typedef {{ train: DatasetSummary, valid: DatasetSummary | null, test: DatasetSummary | null }} Summaries */

/**
 * Checksums of the bytes of each source as read, packed or not; 16 hexadecimal digits.
 * @typedef {{ train: string, valid: string | null, test: string | null }} Checksums
 */

/** The data on which two models are compared. @typedef {'train' | 'valid' | 'test'} Part */

/**
 * What is asked about the model of a file. `list`: the file of a run or of scores, in place of a model. `rival`: the
 * file of the run's model, for comparison. `query`: the name of a training query whose ranking is wanted. `threshold`:
 * documents from this grade on are good for the measures of a list; a model has its own.
 * @typedef {{ json: string, list: Uint8Array | null, rival: string | null, query: string | null, measures: string[],
 *   threshold: number }} ModelQuestion
 */
/**
 * The model of a file on the data that are loaded. `own`, `rival`: means in the order of the measures that were asked
 * for, null where they are not defined. `queries`: their number. `index`: of the query in the data. `place`: its own
 * rank, null for a document that a list does not return. `rank`: by the rival. `join`: how model and data fit.
 * @typedef {{ parts: { part: Part, own: (number | null)[], rival: (number | null)[] | null }[],
 *   agreement: (Omit<Agreement, 'queries'> & { part: Part, queries: number }) | null,
 *   ranking: { query: string, index: number, documents: { document: number, grade: number, comment: string,
 *     score: number, place: number | null, rank: number | null }[] } | null, join: string }} AppliedModel
 */

/**
 * Two documents of a training query, whose scores by the model of a file are wanted feature by feature. All count from
 * 0: `query` in the data, `first` and `second` in the query.
 * @typedef {{ json: string, query: number, first: number, second: number }} ScoresQuestion
 */
/**
 * Two documents of a training query, whose ways through a tree of the model of a file are wanted. `tree`: its ensemble
 * and its round. All count from 0.
 * @typedef {{ json: string, query: number, documents: [number, number], tree: [number, number] }} WaysQuestion
 */

/**
 * The work inside one iteration. `again`: a new worker replays iterations that the page already has.
 * @typedef {{ phase: import('../wasm/rankscope.js').Phase | 'again', done: number, of: number }} Phase
 */

/**
 * The least ms between iterations, and for how many ms this limit holds (null: always).
 * @typedef {{ every: number, until: number | null }} Pace
 */

/**
 * `untrainable`: the data were read, but training cannot use them with these settings.
 * @typedef {{ message: string, problems: Problem[], total: number, untrainable?: boolean }} Failure
 */

/**
 * The views of the inspector, one open at a time.
 * @typedef {'rankings' | 'contributions' | 'search' | 'pulls' | 'own'} InspectorTab
 */

/**
 * A query at an iteration of a run. @typedef {{ run: number, iteration: number, query: number }} Place
 */

/**
 * The rankings of one iteration. `rows` is null if not requested. `pixels` holds the features of documents that can be
 * shown as pictures, by document. `contributions`, `search` and `pulls` are set if their tab was open; a loss may have
 * no search table. `greedy`: the result of the published greedy search, for SVM-NDCG. `columns`: of a feature map,
 * for a linear scorer with their weights. Without cutting planes there are `pulls` and no `inspection`, and a `scorer`
 * that is not linear stands in the place of `weights`.
 * @typedef {{ run: number, iteration: number, rows: QueryRow[] | null, inspection: Inspection | null,
 *   pulls: Pulls | null, scorer: ScorerView | null, weights: Float64Array | null,
 *   pixels: Record<number, Float64Array> | null, contributions: Contributions | null,
 *   search: SearchTable | null, greedy: import('../wasm/rankscope.js').GreedyViolation | null,
 *   columns: import('../wasm/rankscope.js').MapColumns | null,
 *   tab: InspectorTab }} Snapshot
 */

/** A document or landmark in the plane of two raw features. @typedef {{ x: number, y: number }} PlanePoint */

/**
 * The scores over two raw features: `size` by `size` points from `low` to `high`, row by row from the smallest y.
 * `documents`: some of the training data; `omitted` more are left out. `landmarks`: of a kernel map.
 * @typedef {{ low: PlanePoint, high: PlanePoint, size: number, scores: Float64Array,
 *   documents: (PlanePoint & { grade: number })[], omitted: number, landmarks: PlanePoint[] }} Plane
 */

/**
 * The plane of w at an iteration. `key` is returned with the reply.
 * @typedef {{ run: number, iteration: number, key: string,
 *   axes: import('../wasm/rankscope.js').WeightAxes }} OnPlane
 */

/**
 * The ways of two documents of a query through a tree. `tree`: its ensemble and its round, from 0.
 * @typedef {{ type: 'tree paths', documents: [number, number], tree: [number, number] } & Place} PathsQuestion
 */
/**
 * The partial dependence of the score on a feature, from 0.
 * @typedef {{ type: 'partial dependence', run: number, iteration: number, feature: number }} DependenceQuestion
 */

/**
 * Requests about a run, which do not change it. `until`: the newest iteration, -1 while training. `decay` is returned
 * with the reply.
 * @typedef {{ type: 'snapshot', run: number, iteration: number, query: number | null, rows: boolean,
 *   pictures: boolean, tab: InspectorTab }
 *   | ({ type: 'value', ranking: number[] } & Place)
 *   | ({ type: 'try all' } & Place)
 *   | ({ type: 'motion', planes: boolean } & Place)
 *   | { type: 'certificate', run: number, iteration: number, page: import('../wasm/rankscope.js').LedgerPage }
 *   | { type: 'bounds along', run: number, iteration: number, factors: number[] }
 *   | { type: 'plane', run: number, iteration: number }
 *   | { type: 'weight plane', run: number, iteration: number, features: [number, number] | null }
 *   | ({ type: 'objective on plane', first: number, points: Float64Array } & OnPlane)
 *   | ({ type: 'angle view', radius: number } & OnPlane)
 *   | ({ type: 'hinge on line' } & Place)
 *   | ({ type: 'probe weights', x: number, y: number, query: number | null } & OnPlane)
 *   | { type: 'rank history', run: number, query: number, iterations: number[] }
 *   | ({ type: 'explain', first: number, second: number } & Place)
 *   | PathsQuestion
 *   | DependenceQuestion
 *   | ({ type: 'preview', settings: TrainingSettings, decay: string } & Place)
 *   | { type: 'report data', run: number }
 *   | { type: 'model', run: number, until: number }} WorkerRequest
 */

/**
 * @typedef {{ run: number, iteration: number, plane: import('../wasm/rankscope.js').WeightPlane | null,
 *   problem: string }} PlaneOfWReply
 */
/**
 * @typedef {{ run: number, iteration: number, query: number, line: import('../wasm/rankscope.js').HingeOnLine | null,
 *   problem: string }} LineReply
 */
/**
 * @typedef {{ x: number, y: number, iteration: number, reading: import('../wasm/rankscope.js').Probe | null } & ForKey
 *   } ReadingReply
 */
/**
 * @typedef {{ run: number, query: number, points: import('../wasm/rankscope.js').RanksAt[], problem: string }}
 *   RanksReply
 */
/** A reply about a plane of w with this `key`. @typedef {{ run: number, key: string, problem: string }} ForKey */

/**
 * `problem`: why there is no result.
 * @typedef {{ type: 'bounds/along', run: number, iteration: number,
 *   along: import('../wasm/rankscope.js').BoundsAlong | null, problem: string }
 *   | ({ type: 'weightplane/plane' } & PlaneOfWReply)
 *   | ({ type: 'weightplane/rows', first: number, values: Float64Array | null } & ForKey)
 *   | ({ type: 'weightplane/angle', view: import('../wasm/rankscope.js').AngleView | null } & ForKey)
 *   | ({ type: 'weightplane/line' } & LineReply)
 *   | ({ type: 'weightplane/reading' } & ReadingReply)
 *   | ({ type: 'ranks/points' } & RanksReply)
 *   | { type: 'plane/scored', run: number, iteration: number, plane: Plane | null, problem: string }
 *   | { type: 'model/explained', run: number, explanation: import('../wasm/rankscope.js').Explanation | null,
 *   problem: string }
 *   | { type: 'model/paths', run: number, question: PathsQuestion,
 *   value: import('../wasm/rankscope.js').TreePaths | null, problem: string }
 *   | { type: 'model/dependence', run: number, question: DependenceQuestion,
 *   value: import('../wasm/rankscope.js').PartialDependence | null, problem: string }
 *   | { type: 'settings/preview', run: number, iteration: number, query: number, decay: string,
 *   inspection: Inspection | null, problem: string }
 *   | { type: 'datareport/told', run: number, report: import('../wasm/rankscope.js').DataReport | null,
 *   lengths: number[] | null, problem: string }
 *   | { type: 'exporting/model', run: number, json: string | null, problem: string }} Answer
 */

/**
 * Messages to the worker. Every reply repeats the numbers `load`, `run` and `request`. Data that cannot be trained with
 * `settings` do not replace the current data; with null they are not checked. `again`: the newest iteration that the
 * page has of this run, -1 for none; a new worker replays the iterations before it, bit for bit. `stepLimit`: a run
 * whose searches take more steps waits for `anyway`.
 * @typedef {{ type: 'load', load: number, sources: Sources, settings: TrainingSettings | null }
 *   | { type: 'cancel', load: number }
 *   | { type: 'prepare', run: number, settings: TrainingSettings, again: number, stepLimit: number }
 *   | { type: 'go', run: number, pace: Pace | null, anyway: boolean }
 *   | { type: 'step', run: number, steps: number, anyway: boolean }
 *   | { type: 'agree', request: number, first: string, second: string, part: Part, measure: string, p: number }
 *   | ({ type: 'apply model', request: number } & ModelQuestion)
 *   | ({ type: 'explain scores', request: number } & ScoresQuestion)
 *   | ({ type: 'follow documents', request: number } & WaysQuestion)
 *   | { type: 'pause', run: number }
 *   | WorkerRequest} ToWorker
 */

/**
 * Messages from the worker. `awake` names the lock that the worker holds while it lives. `alive` replies to `prepare`,
 * `pause` and `cancel` before any work; for `cancel`, `run` is the load. `restored`: the iterations of the page are
 * replayed. `request dropped`: the run does not exist or is no longer wanted. `model` is the file of the best model of
 * a run that has paused, ended or been replaced.
 * @typedef {{ type: 'awake', lock: string | null }
 *   | { type: 'progress', load: number, name: string, done: number, of: number | null, documents: number }
 *   | { type: 'loaded', load: number, summaries: Summaries, checksums: Checksums, whole: WholeData | null }
 *   | { type: 'load failed', load: number, name: string, failure: Failure }
 *   | { type: 'alive', run: number }
 *   | { type: 'prepared', run: number, overview: Overview }
 *   | { type: 'reports', run: number, reports: StepReport[], seconds: number[], phase: Phase | null }
 *   | { type: 'paused', run: number }
 *   | { type: 'restored', run: number }
 *   | { type: 'stopped', run: number, stop: Stop }
 *   | { type: 'runs/model', run: number, model: string }
 *   | { type: 'runs/agreement', request: number, agreement: Agreement | null, message: string }
 *   | { type: 'modelfile/applied', request: number, applied: AppliedModel | null, message: string }
 *   | { type: 'modelfile/explained', request: number,
 *     explanation: import('../wasm/rankscope.js').Explanation | null, problem: string }
 *   | { type: 'modelfile/followed', request: number, value: import('../wasm/rankscope.js').TreePaths | null,
 *     problem: string }
 *   | { type: 'run failed', run: number, failure: Failure }
 *   | { type: 'playback/motion', run: number, problem: string,
 *     motion: import('../wasm/rankscope.js').Motion | import('../wasm/rankscope.js').StepMotion | null }
 *   | { type: 'certificate/certificate', run: number, certificate: import('../wasm/rankscope.js').Certificate }
 *   | { type: 'request failed', run: number, request: WorkerRequest['type'], failure: Failure }
 *   | { type: 'request dropped', run: number, request: WorkerRequest['type'] }
 *   | { type: 'snapshot', snapshot: Snapshot }
 *   | ({ type: 'inspector/valued', valuation: import('../wasm/rankscope.js').Valuation } & Place)
 *   | ({ type: 'inspector/tried all', enumeration: import('../wasm/rankscope.js').Enumeration } & Place)
 *   | Answer
 *   | { type: 'crashed', message: string }
 *   | { type: 'not started', message: string }} FromWorker
 */

/**
 * Messages from the worker about data, runs and requests, not about the worker itself.
 * @typedef {Exclude<FromWorker, { type: 'awake' | 'alive' }>} Reply
 */

/**
 * The iteration that all panels show. `query`: the one that they inspect.
 * @typedef {{ run: { id: number, settings: TrainingSettings }, iteration: number, inspection: Inspection
 *   | null, query: number | null }} Shown
 */

/**
 * A kind of request of a panel. `answer`: the type of the reply. `wanted`: the request, or null while it is not needed.
 * `key`: what the reply depends on, if that is not the request itself.
 * @template State
 * @typedef {{ type: WorkerRequest['type'], answer: FromWorker['type'],
 *   wanted(state: State, shown: Shown): WorkerRequest
 *   | null, key?(request: WorkerRequest, state: State): string }} RequestKind
 */

export {};
