// A snapshot of one iteration for the page: the queries, one inspected query, the weights, and pictures of documents.

import { detailsOf } from './answer.js';
import { histogramsOf } from './histograms.js';
import { yieldToMessages } from './yield.js';

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../wasm/rankscope.js').Training} Training */

const SLICE = 4; // ms of work before messages are handled
const PICTURED = 200; // documents per ranking that the page can show

/**
 * Returns the rankings of one iteration. Without a query, the query with the largest shortfall is used.
 * @param {number} run its id
 * @param {Training} training
 * @param {Dataset} train the data, for pictures of documents
 * @param {Extract<import('../core/protocol.js').ToWorker, { type: 'snapshot' }>} message
 * @param {() => boolean} wanted whether the snapshot is still wanted; if not, null is returned
 * @returns {Promise<import('../core/protocol.js').FromWorker | null>}
 */
export async function takeSnapshot(run, training, train, { iteration, query, rows: asked, pictures, tab }, wanted) {
  const planes = training.overview().oracle !== '';
  const some = planes ? someOfPlanes(training, iteration) : someRanked(training, iteration);
  const rows = asked || query === null ? await rowsOf(some, wanted) : null;
  if (!wanted()) return null;
  const worst = rows?.reduce((a, b) => (b.shortfall > a.shortfall ? b : a), rows[0]);
  const at = query ?? worst?.query ?? null;
  const inspection = at === null || !planes ? null : training.inspect(iteration, at);
  const showsPulls = !planes || tab === 'pulls';
  const pulls = at === null || !showsPulls ? null : training.pulls(iteration, at);
  const { map } = training.overview();
  const { scorer, weights } = modelOf(training, iteration, planes);
  const rankings = inspection ? [inspection.reference, inspection.predicted, inspection.violator]
    : pulls ? [pulls.ideal, pulls.predicted] : [];
  const about = inspection ?? pulls;
  const pixels = pictures && about ? pixelsOf(about, rankings, train) : null;
  return { type: 'snapshot',
    snapshot: { run, iteration, rows, inspection, pulls, scorer, weights, pixels, tab,
      columns: map ? training.map_columns(iteration) : null,
      ...detailsOf(training, iteration, planes ? at : null, tab) } };
}

/**
 * Returns the weights of a linear scorer, or what is to be seen of another one.
 * @param {Training} training @param {number} iteration @param {boolean} planes whether it is known to be linear
 */
function modelOf(training, iteration, planes) {
  const scorer = planes ? null : training.scorer(iteration);
  if (scorer === null || scorer.kind === 'linear') {
    return { scorer: null, weights: Float64Array.from(training.weights(iteration)) };
  }
  const [uses, steps] = [training.feature_uses(iteration), training.step_functions(iteration)];
  return { weights: null, scorer: { scorer, uses, steps, histograms: histogramsOf(training, uses, steps) } };
}

/** @typedef {import('../core/protocol.js').QueryRow} QueryRow */
/** Returns at most `count` rows from the `first` on. @typedef {(first: number, count: number) => QueryRow[]} Some */

/** @param {Training} training @param {number} iteration @returns {Some} */
function someOfPlanes(training, iteration) {
  return (first, count) => training.some_queries(iteration, first, count)
    .map(({ slack, value, ...row }) => ({ ...row, shortfall: slack, value: value ?? null }));
}

/**
 * A query without two grades has no pair, so nothing is left to do for it.
 * @param {Training} training @param {number} iteration @returns {Some}
 */
function someRanked(training, iteration) {
  return (first, count) => training.ranked_queries(iteration, first, count)
    .map(({ pair_error: wrong, value, ...row }) =>
      ({ ...row, shortfall: wrong ?? 0, loss: null, value: value ?? null }));
}

/**
 * Returns the table of queries, computed in slices.
 * @param {Some} some @param {() => boolean} wanted
 */
async function rowsOf(some, wanted) {
  /** @type {QueryRow[]} */
  const rows = [];
  for (let count = 16; wanted();) {
    const before = performance.now();
    const more = some(rows.length, count);
    rows.push(...more);
    if (more.length < count) break;
    const spent = performance.now() - before;
    if (spent < SLICE) count *= 2;
    else if (spent > 4 * SLICE) count = Math.max(1, count >> 1);
    if (spent > SLICE) await yieldToMessages();
  }
  return rows;
}

/**
 * Returns the raw features of the documents that can be shown. Preparation may have dropped rows, so documents are
 * identified by their line in the file.
 * @param {Pick<import('../core/protocol.js').Inspection, 'query' | 'documents'>} inspection
 * @param {number[][]} rankings
 * @param {Dataset} train
 */
function pixelsOf({ query, documents }, rankings, train) {
  const byLine = new Map(train.documents(query).map(({ line, document }) => [line, document]));
  /** @type {Record<number, Float64Array>} */
  const pixels = {};
  for (const ranking of rankings) {
    for (const document of ranking.slice(0, PICTURED)) {
      pixels[document] ??= Float64Array.from(train.features(query, byLine.get(documents[document].line) ?? document));
    }
  }
  return pixels;
}
