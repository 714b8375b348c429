// The bars of the report, and the report as Markdown. Knows no way of measuring.

/** @typedef {{ row: string, unit: string, values: number[], note: string }} Row */
/** @typedef {{ what: string, sizes: number[], seconds: number[], exponent: number }} Growth */
/** What a row must reach: at most or at least a figure; the median is judged. @typedef {{ title: string, most?: number, least?: number }} Bar */

/** @type {Record<string, Bar>} */
const BARS = {
  'oracle 2': { title: 'DORM NDCG@10 oracle, 1,000 documents, two grades, against an O(n³) assignment solver (crate pathfinding)', least: 2000 },
  'oracle 5': { title: 'the same with five grades', least: 300 },
  iteration: { title: 'one n-slack iteration without the QP, 75 queries × 1,000 documents × 44 features, two grades, DORM NDCG@10', most: 3 },
  'run 10': { title: 'whole run, 339 queries, 7,903 documents, 46 features, C = 10, gap 0.1 %, fixed reference, n-slack', most: 60 },
  'run 1000': { title: 'the same, C = 1,000', most: 150 },
  'run ranksvm': { title: 'the same shape, RankSVM averaged over queries, C = 1', most: 25 },
  'browser run 10': { title: 'Chromium (worker) against native: the run with C = 10', most: 2 },
  'browser run 1000': { title: 'the run with C = 1,000', most: 2 },
  'browser run ranksvm': { title: 'RankSVM', most: 2 },
  'parsing native': { title: 'LETOR parsing, native', least: 150 },
  'parsing browser': { title: 'LETOR parsing in Chromium', least: 60 },
  'page tasks': { title: 'page, 75,000 × 44 training: longest task on the main thread', most: 50 },
  'page updates': { title: 'chart updates a second meanwhile, or iterations if they are slower', least: 30 },
  'page pause': { title: 'from Pause to paused', most: 200 },
  'first size': { title: 'first load of dist/, compressed', most: 450 },
  'first time': { title: 'from navigation to a page that answers', most: 1000 },
  memory: { title: 'data set of 75,000 × 44: growth of memory less 200 bytes a document, over the dense f64 matrix', most: 1.2 },
};

/** @param {string} name @returns {Bar | null} */
function barOf(name) {
  if (name.startsWith('qp ')) {
    const [, scheme, reference, c] = name.split(' ');
    return { title: `share of the QP in a run to 0.1 %, ${scheme}, ${reference} reference, C = ${Number(c).toLocaleString('en-US')}`, most: 40 };
  }
  return BARS[name] ?? null;
}

/** @param {number[]} values */
export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** @param {Row} row whether its median reaches its bar; null where there is none */
export function passes({ row, values }) {
  const bar = barOf(row);
  if (!bar) return null;
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
    const wanted = bar.most === undefined ? `≥ ${figure(/** @type {number} */ (bar.least))}` : `≤ ${figure(bar.most)}`;
    const { values, unit, note } = row;
    return `| ${bar.title} | ${wanted} ${unit} | ${figure(Math.min(...values))} | **${figure(medianOf(values))}** | ${figure(Math.max(...values))} | ${passes(row) ? 'pass' : '**fail**'} | ${note} |`;
  });
  return [
    ...machine.map((fact) => `- ${fact}`), '',
    '| what | bar | least | median | most | | |', '|---|---|---|---|---|---|---|', ...lines, '',
    '## Growth', '',
    'Time of one iteration without the QP, DORM NDCG@10, 44 features, one thread; the exponent is the slope of log time over log size.', '',
    ...growth.flatMap(({ what, sizes, seconds, exponent }) => [
      `| ${what} | ${sizes.map((size) => size.toLocaleString('en-US')).join(' | ')} | exponent |`,
      `|---|${sizes.map(() => '---').join('|')}|---|`,
      `| ms | ${seconds.map((time) => figure(time * 1e3)).join(' | ')} | ${exponent.toFixed(2)} |`, '',
    ]),
  ].join('\n');
}
