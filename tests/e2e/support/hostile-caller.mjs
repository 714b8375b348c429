// Runs in its own thread: calls every function, constructor and method of the module with hostile values. It posts each call before
// it runs, so that a hang has a name. A fault is a result that is neither a value nor a typed error.

import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {typeof import('../../../www/wasm/rankscope.js')} Core */
/** @typedef {(core: Core) => unknown[]} Sound */

const bytes = await readFile(workerData.module);
let instances = 0;
/** Makes a new instance, because a panic leaves the old one unusable. */
async function fresh() {
  instances += 1;
  const core = /** @type {Core} */ (await import(`${workerData.glue}?${instances}`));
  const { memory } = core.initSync({ module: bytes });
  return { core, memory };
}

const text = new TextEncoder().encode(['2 qid:a 1:1 2:0.5 # class 2', '0 qid:a 1:0.5 # class 0', '1 qid:a 2:1 # class 1', '1 qid:b 1:3 # class 1', '0 qid:b 2:1 # class 0', ''].join('\n'));
/** @param {Core} core */
function dataset(core) {
  const reader = new core.LetorReader();
  reader.push(text);
  return reader.finish();
}
const RUN = new TextEncoder().encode('a Q0 x 1 2.5 made\n');
/** Data whose documents have names. @param {Core} core */
function named(core) {
  const reader = new core.LetorReader();
  reader.push(new TextEncoder().encode('1 qid:a 1:1 # docid = x\n0 qid:a 1:2 # docid = y\n'));
  return reader.finish();
}
/** @param {Core} core */
function readFileOf(core) {
  const reader = new core.DataReader({}, new Uint8Array(), []);
  reader.push(text);
  return reader.finish();
}
/** Sessions that show documents at two ranks. @param {Core} core */
function clickLog(core) {
  const simulator = new core.ClickSimulator(dataset(core), 'feature:1', '', { swap: 2 }, true);
  simulator.grow(200);
  return simulator.log();
}
/** @param {Core} core */
const settings = (core) => ({ ...core.catalog().defaults, max_iterations: 3 });
/** @param {Core} core */
function training(core) {
  const run = new core.Training(dataset(core), settings(core));
  for (let step = 0; step < 3; step += 1) run.advance(1000);
  return run;
}
/** A run with a tree. @param {Core} core */
function treeTraining(core) {
  const run = new core.Training(dataset(core), { ...settings(core), method: 'lambdamart', rounds: 1, min_documents: 1 });
  while (run.advance(1000).state !== 'stopped');
  return run;
}
const axes = () => ({ features: undefined, origin: [0, 0], x: [1, 0], y: [0, 1] });
/** @param {Core} core */
const model = (core) => training(core).model();
const plan = (/** @type {Core} */ core) => ({ settings: settings(core), methods: ['dorm'], c_grid: [1], measures: ['auc'], folds: 2 });
const chart = { width: 300, height: 200, pixel_ratio: 1, foreground: '#000000', grid: '#dddddd', font_size: 12, x_maximum: 3, series: [{ color: '#0000ff', dash: [], width: 1, values: [1, 0.5, NaN, 0.25] }], marks: [] };
const figure = { background: '#ffffff', foreground: '#000000', panels: [{ title: 't', labels: ['a'], chart }] };
const withDash = (/** @type {number[]} */ dash) => ({ ...figure, panels: [{ ...figure.panels[0], chart: { ...chart, series: [{ ...chart.series[0], dash }] } }] });
/** @param {Core} core */
function ratings(core) {
  const reader = new core.RatingsReader('ceil');
  reader.push(core.generate_ratings({ users: 12, items: 20, noise: true, scale: true, seed: 1 }));
  return reader.finish();
}
/** @param {Core} core */
const factors = (core) => ({ ...core.factorization_defaults(), rank: 1, c: [10], rounds: 1, turns: 1, keep: 8 });
const STUDY = '{"rankscope":"study","title":"t","data":[{"name":"s","sample":{"queries":9,"documents":4,"seed":1}},{"name":"f","train":"a.txt","test":"a.txt"}],"fixed":{"max_iterations":2},"plots":[{"mark":"bars","x":"data","y":"ndcg@10"}]}';
/** @param {Core} core */
function study(core) {
  const made = new core.Study(STUDY);
  made.give('a.txt', dataset(core));
  made.prepare();
  return made;
}
/** A study on ratings. @param {Core} core */
function ratingsStudy(core) {
  const made = new core.Study('{"rankscope":"study","title":"t","data":[{"ratings":{"file":"a.txt"}}],"fixed":{"keep":8}}');
  made.give_ratings('a.txt', ratings(core));
  made.prepare();
  return made;
}
/** A study with a ranker. @param {Core} core */
function rankerStudy(core) {
  const made = new core.Study('{"rankscope":"study","title":"t","data":[{"name":"f","test":"a.txt"}],"factors":{"method":[{"name":"r","ranker":"a.run"}]},"record":["ap"]}');
  made.give('a.txt', dataset(core));
  return made;
}
/** @param {Core} core */
function resultOf(core) {
  const work = study(core).start(0);
  while (work.advance(100).state !== 'done');
  return work.finish(new Float64Array(), new Float64Array());
}
/** A stub, because a thread has no document. */
const canvas = () => ({ width: 300, height: 200, getContext: () => null });

/** Valid arguments, with which a call succeeds or fails only because there is no document. A new export needs one line. @type {Record<string, Sound>} */
const FUNCTIONS = {
  catalog: () => [],
  check_all: (core) => [settings(core), 'decay', ['log']],
  check_factorization: (core) => [factors(core)],
  check_settings: (core) => [settings(core)],
  command_line: (core) => [settings(core), { train: 'a.txt' }],
  draw_chart: () => [canvas(), chart],
  draw_figure: () => [canvas(), figure],
  program: () => [],
  run_theory: () => ['calibration', ['part=dcg', 'p=0.4']],
  run_theory_on: (core) => ['calibration', ['part=binary'], dataset(core)],
  run_theory_with_test: (core) => ['decay', ['rounds=1'], dataset(core), dataset(core)],
  theory_labs: () => [],
  export_table: () => [{ columns: [{ head: "a", numbers: [1, 2] }] }, "csv"],
  factorization_defaults: () => [],
  feature_names: () => ['a\nb'],
  figure_size: () => [figure],
  figure_svg: () => [figure],
  generate_ratings: () => [{ users: 3, items: 4, noise: true, scale: false, seed: 1 }],
  generated_ratings_defaults: () => [],
  generate_shop: () => [1],
  generate_sample: () => [3, 4, 1],
  mend_decay: () => ['list:1,2'],
  profiles: (core) => [settings(core), 5],
  measures_of_order: () => [Uint8Array.of(2, 0, 1), ['ndcg', 'ap', 'auc']],
  cost_rows: (core) => [settings(core), 2, 5, 5],
  mend_unused: (core) => [settings(core)],
  remedies: (core) => [settings(core), true],
  comparison_study: (core) => [plan(core), '{"train":"a.txt","test":"b.txt"}'],
  study_on_data: () => ['{"rankscope":"study","title":"t","data":["sample"]}', '{"train":"a.txt","test":"b.txt"}'],
  published_greedy: (core) => [{ ...settings(core), method: 'svm-ndcg' }, Uint8Array.of(1, 0), Float64Array.of(0, 1)],
  preview_data: () => [text, true, { unjudged: 'drop' }, new Uint8Array()],
  start: () => [],
};
const pagesFile = new TextEncoder().encode('{"rankscope":"pages","pages":[{"url":"https://a.org/","text":"learning to rank","links":[]}],"queries":[{"query":"rank","grades":{"https://a.org/":1}}]}');
/** @type {Record<string, { made: (core: Core) => any, anew?: Sound, static?: string[], others?: Record<string, (core: Core) => any>, methods: Record<string, Sound> }>} */
const CLASSES = {
  Checksum: { made: (core) => new core.Checksum(), anew: () => [], methods: { push: () => [text], hex: () => [] } },
  ClickLog: {
    made: clickLog, static: ['read', 'expected'],
    methods: {
      read: (core) => [new TextEncoder().encode('query,rank,document,impressions,clicks\na,1,1,2,1\n'), dataset(core), 'lines'], expected: (core) => [dataset(core), 'feature:1', { eta: 1 }, 10], summary: () => [], propensities: () => [{ ranks: 2 }],
      click_weights: () => ['ips', 'power:1', 'none'], evaluate: () => [Float64Array.of(0, 1, 2, 3, 4), new Float64Array(), 10, 'power:1', 'none'],
    },
  },
  ClickSimulator: {
    made: (core) => new core.ClickSimulator(dataset(core), 'feature:1', 'feature:2', { eta: 1 }, true), anew: (core) => [dataset(core), 'feature:1', '', { eta: 1 }, true], static: ['by_scores'],
    methods: { by_scores: (core) => [dataset(core), Float64Array.of(0, 1, 2, 3, 4), { eta: 1 }, false], grow: () => [20], play: () => [], log: () => [] },
  },
  Dataset: { made: dataset, static: ['from'], methods: { from: () => [Float64Array.of(0, 1, 1, 0), Uint8Array.of(0, 1), Uint32Array.of(1, 1), ['a', 'b']], summary: () => [], documents: () => [0], find_query: () => ['a'], features: () => [0, 0], fold: () => [2, 0, 1], into_graded: () => ['comment:class'], split: () => [0.5, 0, 0.5, 1], into_split: () => [0.5, 0, 0.5, 1], with_click_weights: () => [Float64Array.of(0, 1, 2, 3, 4)], without: (core) => [dataset(core), ['1']] } },
  DataReader: {
    made: (core) => { const reader = new core.DataReader({}, new Uint8Array(), ['a']); reader.push(text); return reader; },
    anew: () => [{ missing: 'mean' }, Uint8Array.of(49), ['a']], methods: { without_grades: () => [], push: () => [text], finish: () => [] },
  },
  PageColumns: {
    made: (core) => new core.PageColumns(pagesFile), anew: () => [pagesFile],
    methods: { explain: () => [0, 0, 1], outline: () => [], rows: () => [0, 5] },
  },
  DataReporter: {
    made: (core) => { const reporter = new core.DataReporter(); reporter.add('a', dataset(core)); return reporter; },
    anew: () => [], methods: { add: (core) => ['a', dataset(core)], report: () => [1] },
  },
  Ranker: {
    made: (core) => core.Ranker.read(RUN), static: ['read'],
    methods: { read: () => [RUN], check: (core) => [named(core)], evaluate: (core) => [named(core), ['auc'], 1, 'skip'], list: (core) => [named(core), 0] },
  },
  ReadFile: { made: readFileOf, methods: { dataset: () => [], letor: () => [0, 5] } },
  Factorization: {
    made: (core) => new core.Factorization(ratings(core), factors(core)), anew: (core) => [ratings(core), factors(core)],
    methods: {
      advance: () => [50], chosen: () => [], user_factors: () => [], item_factors: () => [], item_biases: () => [],
      user: () => [0], taste: () => [0, Float64Array.of(0.5), 3], slacks: () => [0, 5], model: () => [],
    },
  },
  LetorReader: { made: (core) => { const reader = new core.LetorReader(); reader.push(text); return reader; }, anew: () => [], methods: { push: () => [text], push_counted: (core) => [text, new core.Checksum()], finish: () => [] } },
  Model: {
    made: model,
    static: ['parse', 'read', 'begins'], others: { tree_paths: (core) => treeTraining(core).model() },
    methods: {
      read: (core) => [new TextEncoder().encode(model(core).json())], begins: () => [text], join_note: (core) => [dataset(core)], gap_note: () => [],
      parse: (core) => [model(core).json()], json: () => [], card: () => [], describe: () => [{ names: ['a'] }, { program: '', train: undefined, measured: { train: [], valid: [], test: [] } }], export: () => ['solr', { names: ['a'] }, 'name'], weights: () => [],
      compare: (core) => [model(core), dataset(core), 'auc', 0.9], score: (core) => [dataset(core)], score_query: (core) => [dataset(core), 0], explain: (core) => [dataset(core), 0, 0, 1], tree_paths: (core) => [dataset(core), 0, Uint32Array.of(0, 1), Uint32Array.of(0, 0)], score_points: () => [Float64Array.of(0, 1)], diverse_ranks: (core) => [dataset(core), 'feature:1', 5], evaluate: (core) => [dataset(core), ['auc'], 'skip'],
    },
  },
  Ratings: {
    made: ratings,
    methods: { report: () => [], filter: () => [1, 2], filter_for: (core) => [factors(core)], left_out: () => [], users: () => [], items: () => [] },
  },
  RatingsReader: {
    made: (core) => { const reader = new core.RatingsReader('ceil'); reader.push(new TextEncoder().encode('u,i,3')); return reader; },
    anew: () => ['double'], methods: { push: () => [text], finish: () => [] },
  },
  Sketch: {
    made: (core) => new core.Sketch(dataset(core), settings(core)), anew: (core) => [dataset(core), settings(core)],
    methods: { follow: (core) => [dataset(core)], training: () => [], trained_figures: () => [], figures: () => [Float64Array.of(1, 0)] },
  },
  Study: {
    made: study, anew: () => [STUDY], others: { give_ranker: rankerStudy, give_ratings: ratingsStudy, ratings: ratingsStudy },
    methods: {
      outline: () => [], json: () => [], give: (core) => ['a.txt', dataset(core)], prepare: () => [], cells: () => [], start: () => [0], record: (core) => [0, resultOf(core)], table: () => [], sheets: () => [], notes: () => [], plots: () => [],
      comparison: () => [['', '', '']], plot_svg: () => [0], row_queries: () => [0], markdown: () => [], latex: () => [], cells_csv: () => [], queries_csv: () => [], settings: () => [0], data: () => [0],
      grades_of: () => ['a.txt'], reads_ranker: () => ['a.txt'], give_ranker: () => ['a.run', new TextEncoder().encode('1\n0.5\n0\n')], give_ratings: (core) => ['a.txt', ratings(core)], ratings: () => [0],
    },
  },
  StudyCell: {
    made: (core) => study(core).start(0),
    methods: { advance: () => [5], finish: () => [new Float64Array(), new Float64Array()] },
  },
  TitlesReader: {
    made: (core) => { const reader = new core.TitlesReader(); reader.push(new TextEncoder().encode('i1,Up')); return reader; },
    anew: () => [], methods: { push: () => [text], finish: (core) => [ratings(core)] },
  },
  Training: {
    made: training, anew: (core) => [dataset(core), settings(core)], static: ['continue_from'], others: { tree_paths: treeTraining },
    methods: {
      continue_from: (core) => [dataset(core), treeTraining(core).model(), { rounds: 1 }],
      watch_validation: (core) => [dataset(core)], watch_test: (core) => [dataset(core)], leave_out_ledger: () => [], overview: () => [], advance: () => [5], weights: () => [1], scorer: () => [1], feature_uses: () => [1], step_functions: () => [1], feature_spread: () => [0], feature_histogram: () => [0, 0, 1, 4], pull: () => [1, 0], pulls: () => [1, 0], ranked_queries: () => [1, 0, 5], queries: () => [1], some_queries: () => [1, 0, 5],
      inspect: () => [1, 0], contributions: () => [1, 0], search_table: () => [1, 0], greedy: () => [1, 0], value: () => [1, 0, Uint32Array.of(2, 1, 0)], enumerate: () => [1, 0],
      preview: (core) => [1, 0, settings(core)], bounds_along: () => [1, Float64Array.of(0, 1)], score_points: () => [1, Float64Array.of(0, 1)], map_columns: () => [1], rank_history: () => [0, Uint32Array.of(0, 1)], weight_plane: () => [1, new Uint32Array()], objective_on_plane: () => [1, axes(), Float64Array.of(0, 1)], probe_weights: () => [1, axes(), Float64Array.of(0, 1), Uint32Array.of(0)], angle_view: () => [1, axes(), 1], hinge_on_line: () => [1, 0], explain: () => [1, 0, 0, 1], tree_paths: () => [1, 0, Uint32Array.of(0, 1), Uint32Array.of(0, 0)], partial_dependence: () => [1, 0], certificate: () => [1, { order: 'dual', descending: true, offset: 0, count: 5 }], motion: () => [1, 0], step_motion: () => [1, 0], model: () => [], job_result: () => [],
    },
  },
};

/** @param {any} array */
function detached(array) {
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

/** Invalid values, made when they are needed. @type {[string, (core: Core) => unknown][]} */
const HOSTILE = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['NaN', () => NaN],
  ['Infinity', () => Infinity],
  ['-Infinity', () => -Infinity],
  ['-1', () => -1],
  ['-0', () => -0],
  ['0.5', () => 0.5],
  ['1e300', () => 1e300],
  ['5e-324', () => 5e-324],
  ['2^32', () => 2 ** 32],
  ['2^32 - 1', () => 2 ** 32 - 1],
  ['2^53', () => 2 ** 53],
  ['7', () => 7],
  ['7n', () => 7n],
  ['true', () => true],
  ['a symbol', () => Symbol('s')],
  ['a function', () => () => 1],
  ['no text', () => ''],
  ['text', () => 'ndcg@10'],
  ['long text', () => 'x'.repeat(200_000)],
  ['half a letter', () => '\ud800'],
  ['lines', () => 'a\nb\u0000'],
  ['deep JSON', () => '['.repeat(100_000)],
  ['an empty object', () => ({})],
  ['an array', () => []],
  ['an array of numbers', () => [NaN, 1e300, -1]],
  ['an array of objects', () => [{}, null]],
  ['a huge array', () => ({ length: 2 ** 32 })],
  ['a sparse array', () => new Array(4_000_000)],
  ['a cycle', () => { const one = /** @type {any} */ ({}); one.self = one; return one; }],
  ['an object that throws', () => ({ get c() { throw new Error('boo'); } })],
  ['a revoked proxy', () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; }],
  ['a prototype', () => Object.create(null)],
  ['a map', () => new Map([['c', 1]])],
  ['a date', () => new Date(NaN)],
  ['an unknown key', () => ({ max_iteration: 5 })],
  ['hostile numbers', () => ({ c: NaN, gap: -1, seed: 2 ** 60, max_iterations: 1e300, threshold: -1 })],
  ['hostile words', () => ({ method: 7, decay: {}, measures: 'x', components: [1] })],
  ['a hostile plan', () => ({ folds: 2 ** 32 - 1, c_grid: [NaN], measures: [] })],
  ['a hostile page', () => ({ order: 'x', offset: -1, count: 2 ** 32 })],
  ['a picture with dashes of nothing', () => withDash([0])],
  ['a picture with dashes below nothing', () => withDash([3, -1])],
  ['no bytes', () => new Uint8Array(0)],
  ['detached bytes', () => detached(Uint8Array.of(1, 2))],
  ['detached numbers', () => detached(Float64Array.of(1, 2))],
  ['detached indices', () => detached(Uint32Array.of(0, 1))],
  ['hostile numbers in an array', () => Float64Array.of(NaN, Infinity)],
  ['hostile indices', () => Uint32Array.of(2 ** 32 - 1, 0)],
  ['other bytes', () => new Uint16Array(3)],
  ['a buffer', () => new ArrayBuffer(8)],
  ['a view', () => new DataView(new ArrayBuffer(8))],
  ['a data set', (core) => dataset(core)],
  ['a model', (core) => model(core)],
  ['a freed data set', (core) => { const data = dataset(core); data.free(); return data; }],
  ['an object of another class', (core) => new core.Checksum()],
];

/** The module's own words for objects of another class; and the engine's for what cannot even be asked its class. */
const NO_OBJECT = /^(expected instance of \w+|Cannot perform 'getPrototypeOf' on a proxy that has been revoked)/;

/** Returns the fault of an error; null for a readable error. @param {unknown} error */
function untyped(error) {
  if (!(error instanceof Error)) return `it threw ${String(error)}`;
  if (NO_OBJECT.test(error.message) && !(error instanceof WebAssembly.RuntimeError)) return null;
  if (error.name !== 'RankscopeError') return `${error.name}: ${error.message}`;
  const { kind, field } = /** @type {{ kind: string, field?: string }} */ (error.cause);
  if (!['parse', 'config', 'absent', 'data', 'numeric'].includes(kind)) return `an error of kind ${kind}`;
  if ((kind === 'config' || kind === 'absent' || kind === 'numeric') && !field) return `an error without a place: ${error.message}`;
  if (!error.message.trim() || error.message.length > 2_000) return `a message of ${error.message.length} characters: ${error.message.slice(0, 200)}`;
  return null;
}

/** @type {string[]} */
const faults = [];
let calls = 0;
let refused = 0;
let { core, memory } = await fresh();

/** @param {string} what @param {(core: Core) => unknown} call */
async function attempt(what, call) {
  parentPort?.postMessage({ doing: what });
  calls += 1;
  try {
    call(core);
  } catch (error) {
    refused += 1;
    const wrong = untyped(error);
    if (wrong) faults.push(`${what}: ${wrong}`);
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) ({ core, memory } = await fresh());
  }
  if (memory.buffer.byteLength > 400 * 2 ** 20) {
    faults.push(`${what}: the memory has grown to ${memory.buffer.byteLength >> 20} MiB`);
    ({ core, memory } = await fresh());
  }
}

/**
 * Makes the valid call, then calls with every hostile value in every place and in all places at once.
 * @param {string} name @param {Sound} sound @param {(core: Core, args: unknown[]) => unknown} invoke
 */
async function all(name, sound, invoke) {
  await attempt(`${name} as meant`, (core) => {
    try {
      invoke(core, sound(core));
    } catch (error) {
      // Nothing can be drawn without a document.
      if (!name.startsWith('draw_')) faults.push(`${name} as meant: ${error}`);
      throw error;
    }
  });
  await attempt(`${name} without arguments`, (core) => invoke(core, []));
  for (const [what, made] of HOSTILE) {
    const places = sound(core).length;
    for (let place = 0; place < places; place += 1) {
      await attempt(`${name} with ${what} at ${place}`, (core) => invoke(core, sound(core).map((one, at) => (at === place ? made(core) : one))));
    }
    await attempt(`${name} with ${what} everywhere`, (core) => invoke(core, Array(places + 1).fill(made(core))));
  }
}

for (const [name, value] of Object.entries(core)) {
  // The loaders of the module itself: they take the module's file, nothing else.
  if (name === 'default' || name === 'initSync' || typeof value !== 'function') continue;
  const members = value.prototype ? Object.getOwnPropertyNames(value.prototype) : [];
  const own = Object.getOwnPropertyNames(value).filter((key) => typeof Reflect.get(value, key) === 'function' && key !== '__wrap');
  if (!/^class\b/.test(Function.prototype.toString.call(value))) {
    if (!FUNCTIONS[name]) faults.push(`${name} is exported and not tried: give it a line`);
    else await all(name, FUNCTIONS[name], (core, args) => Reflect.get(core, name)(...args));
    continue;
  }
  const about = CLASSES[name];
  if (!about) {
    faults.push(`${name} is exported and not tried: give it a line`);
    continue;
  }
  if (about.anew) await all(`new ${name}`, about.anew, (core, args) => Reflect.construct(Reflect.get(core, name), args));
  for (const method of [...members, ...own]) {
    if (method === 'constructor' || method === 'free' || method.startsWith('__')) continue;
    const described = Object.getOwnPropertyDescriptor(value.prototype, method);
    if (described?.get) {
      await attempt(`${name}.${method}`, (core) => about.made(core)[method]);
      continue;
    }
    const sound = about.methods[method];
    if (!sound) {
      faults.push(`${name}.${method} is exported and not tried: give it a line`);
      continue;
    }
    const isStatic = about.static?.includes(method);
    const make = about.others?.[method] ?? about.made;
    await all(`${name}.${method}`, sound, (core, args) => {
      const target = isStatic ? Reflect.get(core, name) : make(core);
      try {
        return target[method](...args);
      } finally {
        // If the call has consumed it, this does nothing.
        if (!isStatic) target.free();
      }
    });
    if (!isStatic) {
      await attempt(`${name}.${method} after free`, (core) => {
        const target = make(core);
        target.free();
        target[method](...sound(core));
      });
    }
  }
}
// Every key of the settings with every hostile value.
for (const key of [...Object.keys(core.catalog().defaults), 'decay_cut', 'cut_off']) {
  for (const [what, made] of HOSTILE) {
    await attempt(`check_settings with ${what} as ${key}`, (core) => core.check_settings(/** @type {any} */ ({ ...settings(core), [key]: made(core) })));
  }
}
parentPort?.postMessage({ done: { faults, calls, refused } });
