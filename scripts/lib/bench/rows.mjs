// The bars of the report, and the report as Markdown. Must not know how rows are measured.

/** @typedef {{ row: string, unit: string, values: number[], note: string }} Row */
/** @typedef {{ what: string, sizes: number[], seconds: number[], exponent: number }} Growth */
/**
 * The bar of a row: the largest or smallest allowed median.
 * @typedef {{ title: string, most?: number, least?: number }} Bar
 */

/** @type {Record<string, Bar>} */
const BARS = {
  'oracle 2': {
    title: 'DORM NDCG@10 oracle, 1,000 documents, two grades, against an O(n³) assignment solver (crate pathfinding)',
    least: 2000 },
  'oracle 5': { title: 'the same with five grades', least: 300 },
  iteration: {
    title: 'one n-slack iteration without the QP, 75 queries × 1,000 documents × 44 features, two grades, DORM NDCG@10',
    most: 3 },
  'run 10': {
    title: 'whole run, 339 queries, 7,903 documents, 46 features, C = 10, gap 0.1 %, fixed reference, n-slack',
    most: 60 },
  'run 1000': { title: 'the same, C = 1,000', most: 150 },
  'run ranksvm': { title: 'the same shape, RankSVM averaged over queries, C = 1', most: 25 },
  'iteration web': {
    title: 'one n-slack iteration without the QP, 1,500 queries × 100 documents × 136 features, five grades, '
      + 'DORM NDCG@10', most: 3 },
  'run web': { title: 'whole run on these data, C = 10, gap 0.1 %, aligned reference', most: 2 },
  'browser run 10': { title: 'Chromium (worker) against native: the run with C = 10', most: 2 },
  'browser run 1000': { title: 'the run with C = 1,000', most: 2 },
  'browser run ranksvm': { title: 'RankSVM', most: 2 },
  'threads dorm': { title: 'all cores against one thread, an iteration of DORM NDCG@10, 75 queries × 1,000 documents × '
    + '44 features, n-slack', least: 1.8 },
  'threads ranksvm': { title: 'the same, RankSVM', least: 1.8 },
  'threads svm-map': { title: 'the same, SVM-MAP, 1-slack', least: 1.8 },
  'threads listnet': { title: 'the same, ListNet', least: 1.8 },
  'big parsing': { title: '30,000 queries, 3.7 million documents, 136 features: reading the file', least: 150 },
  'big memory': { title: 'most memory of reading, splitting and scaling, relative to the final set', most: 1.3 },
  'big ranksvm n-slack': { title: 'RankSVM to a gap of 1 %, n-slack: an iteration, one thread', most: 1.5 },
  'big svm-map n-slack': { title: 'SVM-MAP to a gap of 1 %, n-slack: an iteration, one thread', most: 1.5 },
  'big ranksvm 1-slack': { title: 'RankSVM to a gap of 1 %, 1-slack: an iteration, one thread', most: 1.5 },
  'big svm-map 1-slack': { title: 'SVM-MAP to a gap of 1 %, 1-slack: an iteration, one thread', most: 1.5 },
  'parsing native': { title: 'LETOR parsing, native', least: 150 },
  'parsing browser': { title: 'LETOR parsing in Chromium', least: 60 },
  'page tasks': { title: 'page, 75,000 × 44 training: longest task on the main thread', most: 50 },
  'page updates': { title: 'chart updates per second in the same run, or iterations if they are fewer', least: 30 },
  'page pause': { title: 'time from Pause to the paused state', most: 200 },
  'first trained': { title: 'fetched until the first run is trained, gzip', most: 1000 },
  'first brotli': { title: 'the same, brotli', most: 800 },
  'first paint': { title: 'time from navigation to the first paint with content', most: 200 },
  'first time': { title: 'time from navigation to a page that answers', most: 500 },
  'answer train': { title: 'first visit: time from Train to the first iteration in the status line', most: 1000 },
  'answer input': { title: 'slowest click, key or choice while the LightGBM sample trains, 1-slack, C = 10,000',
    most: 200 },
  'answer reading': { title: 'time from Cancel to the ready page while a file of 2 GB is read', most: 200 },
  'answer oracle': { title: 'time from Pause to the ready page within the search of an oracle, 2,100 documents',
    most: 200 },
  'answer comparison': { title: 'time from Cancel to the ended comparison of methods', most: 200 },
  'answer study': { title: 'the same, a study of 300 runs', most: 200 },
  'answer ratings': { title: 'the same, rankings of 120,000 ratings', most: 200 },
  'answer jump': { title: 'slowest move of the time line through a run of 1,000 iterations, until all figures follow',
    most: 200 },
  'answer unfold': { title: 'longest task on the main thread while 1,000 ranks are shown, unfolded and scrolled',
    most: 200 },
  'long update': { title: '2,000 iterations, 1-slack, C = 1e6: script time of an update of the page', most: 4 },
  'long memory': { title: 'growth of the memory of the page per iteration', most: 200 },
  'long drag': { title: 'frames per second while the time line is dragged', least: 59 },
  memory: { title: 'data set of 75,000 × 44: growth of memory minus 200 bytes per document, relative to the '
    + 'dense f64 matrix', most: 1.2 },
  'wide lightgbm': { title: 'whole run, LightGBM sample, 201 queries, 300 features, DORM, aligned reference, '
    + 'C = 1,000, gap 0.1 %', most: 0.5 },
  'wide memory': { title: 'rows of 10,000 features, most of them 0: memory relative to compressed rows', most: 1.2 },
  'wide dorm': { title: '150 queries of 20 documents, 10,000 features: DORM, fixed reference, C = 10, gap 0.1 %',
    most: 10 },
  'wide ranksvm': { title: 'the same, RankSVM', most: 10 },
  'wide ranknet-linear': { title: 'the same, linear RankNet', most: 10 },
  'round frank': { title: 'FRank, one round: per pair and feature', most: 5 },
  'round rankboost': { title: 'RankBoost, one round after the sort: per document and feature', most: 5 },
  'tree mcrank': { title: 'McRank, one tree: per document, feature and level', most: 20 },
};

/** Titles of rows of runs on real data, whose sizes differ. @type {Record<string, string>} */
const REAL_TITLES = {
  'run 10': 'whole run, C = 10, gap 0.1 %, fixed reference, n-slack',
  'run 1000': 'the same, C = 1,000',
  'run ranksvm': 'RankSVM averaged over queries, C = 1',
};

/** Separates the name of a row from the name of the real data that it is measured on. */
const ON = ' on ';

/** @param {string} name @returns {Bar | null} */
function barOf(name) {
  if (name.includes(ON)) {
    // The bars of the made data hold for real data too.
    const [made, data] = name.split(ON);
    const bar = barOf(made);
    const what = REAL_TITLES[made] ?? bar?.title;
    return bar && { ...bar, title: `${data}: ${what}` };
  }
  if (name.startsWith('dlib ')) {
    const c = Number(name.slice('dlib '.length)).toLocaleString('en-US');
    return { title: `RankSVM on MQ2008 fold 1 against dlib's svm_rank_trainer, same pairs, C = ${c}`, least: 1 };
  }
  if (name.startsWith('trees')) {
    const [part, kind, count] = name.split(' ');
    const set = `${part === 'trees' ? '1,200' : '37,000'} queries of 100 documents, 136 features: LambdaMART`;
    if (kind === 'browser') return { title: `${set}, whole run: Chromium over native, one thread`, most: 2 };
    if (kind === 'memory') return { title: `${set}, most memory beside the data, over one byte a value`, most: 1.3 };
    if (kind === 'ndcg') return { title: `${set}, ${count} leaves: test NDCG@10 less that of LightGBM`, least: 0 };
    const threads = count === '1' ? 'one thread' : `${count} threads`;
    return { title: `${set}, ${kind} leaves, ${threads}: seconds over those of LightGBM`, most: 1 };
  }
  if (name.startsWith('qp ')) {
    const [, scheme, reference, c] = name.split(' ');
    return { title: `share of the QP in a run to 0.1 %, ${scheme}, ${reference} reference, C = `
        + `${Number(c).toLocaleString('en-US')}`, most: 40 };
  }
  const [kind, method] = name.split(' ');
  if (kind === 'steps') return { title: `${method}: Newton steps to a gap of 1e-6`, most: 8 };
  if (kind === 'step') return { title: `${method}: one of these steps, without the sums of its loss`, most: 3 };
  return BARS[name] ?? null;
}

/** @param {number[]} values */
export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** @param {Row} row whether its median reaches its bar; null for a row without a bar */
export function passes({ row, values }) {
  const bar = barOf(row);
  if (!bar || values.length === 0) return null;
  const median = medianOf(values);
  return median <= (bar.most ?? Infinity) && median >= (bar.least ?? -Infinity);
}

/** @param {number} value */
const figure = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3));

/**
 * @param {Row[]} rows
 * @param {Growth[]} growth
 * @param {string[]} machine one line per fact
 */
export function markdownOf(rows, growth, machine) {
  const judged = rows.filter(({ row }) => barOf(row));
  const lines = judged.map((row) => {
    const bar = /** @type {Bar} */ (barOf(row.row));
    const wanted = bar.most === undefined ? `≥ ${figure(bar.least ?? NaN)}` : `≤ ${figure(bar.most)}`;
    const { values, unit, note } = row;
    if (values.length === 0) return `| ${bar.title} | ${wanted} ${unit} | | | | | ${note} |`;
    return `| ${bar.title} | ${wanted} ${unit} | ${figure(Math.min(...values))} | **${figure(medianOf(values))}** | `
      + `${figure(Math.max(...values))} | ${passes(row) ? 'pass' : '**fail**'} | ${note} |`;
  });
  const table = ['| what | bar | least | median | most | | |', '|---|---|---|---|---|---|---|', ...lines, ''];
  return [
    ...machine.map((fact) => `- ${fact}`), '',
    ...(lines.length > 0 ? table : []),
    ...absentOf(rows),
    ...methodsOf(rows),
    ...growthOf(growth),
  ].join('\n');
}

/** Returns a line for everything that was skipped. @param {Row[]} rows */
function absentOf(rows) {
  const absent = rows.filter(({ row }) => row.startsWith('absent '));
  return absent.length > 0 ? [...absent.map(({ row, note }) => `- ${row.slice('absent '.length)}: ${note}`), ''] : [];
}

/** Returns the table of the methods without cutting planes. @param {Row[]} rows */
function methodsOf(rows) {
  const trained = rows.filter(({ row }) => row.startsWith('train '));
  if (trained.length === 0) return [];
  const line = (/** @type {string} */ name, /** @type {Row} */ native, /** @type {Row | undefined} */ browser) => {
    const cells = [native, browser].flatMap((row) => (row && row.values.length > 0
      ? [figure(Math.min(...row.values)), `**${figure(medianOf(row.values))}**`] : ['', '']));
    return `| ${[name, ...cells, native.note].join(' | ')} |`;
  };
  const peers = rows.filter(({ row }) => row === 'lightgbm');
  return [
    '## Methods without cutting planes', '',
    'Seconds to train with the default settings on 339 queries, 7,903 documents and 46 features.', '',
    '| method | native, least | median | Chromium, least | median | |', '|---|---|---|---|---|---|',
    ...trained.map((row) => line(row.row.slice('train '.length), row,
      rows.find((other) => other.row === `browser ${row.row}`))),
    ...peers.map((row) => line('LambdaMART of LightGBM: the same leaves, rounds and learning rate', row, undefined)),
    '',
  ];
}

/** Returns the tables of growth. @param {Growth[]} growth */
function growthOf(growth) {
  if (growth.length === 0) return [];
  return [
    '## Growth', '',
    'Time of one iteration without the QP, DORM NDCG@10, 44 features, one thread; the exponent is the slope of log '
      + 'time over log size.', '',
    ...growth.flatMap(({ what, sizes, seconds, exponent }) => [
      `| ${what} | ${sizes.map((size) => size.toLocaleString('en-US')).join(' | ')} | exponent |`,
      `|---|${sizes.map(() => '---').join('|')}|---|`,
      `| ms | ${seconds.map((time) => figure(time * 1e3)).join(' | ')} | ${exponent.toFixed(2)} |`, '',
    ]),
  ];
}
