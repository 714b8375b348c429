// One iteration as the page shows it: rows of the queries, one of them inspected, the weights, and pictures of documents.

import { detailsOf } from './answering.js';
import { breathe } from './breathing.js';

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../wasm/rankscope.js').Training} Training */

const SLICE = 4; // ms of rows before messages are let in
const PICTURED = 200; // documents per ranking that the page can show

/**
 * The rankings of one iteration; without a query, those of the query with the greatest slack.
 * @param {number} run its id
 * @param {Training} training
 * @param {Dataset} train the data, for pictures of documents
 * @param {Extract<import('../protocol.js').ToWorker, { type: 'look' }>} message
 * @param {() => boolean} wanted whether anybody still waits for it; else null
 * @returns {Promise<import('../protocol.js').FromWorker | null>}
 */
export async function lookAt(run, training, train, { iteration, query, rows: asked, pictures, tab }, wanted) {
  const rows = asked || query === null ? await rowsOf(training, iteration, wanted) : null;
  if (!wanted()) return null;
  const worst = rows?.reduce((a, b) => (b.slack > a.slack ? b : a), rows[0]);
  const at = query ?? worst?.query ?? null;
  const inspection = at === null ? null : training.inspect(iteration, at);
  const pixels = pictures && inspection ? pixelsOf(inspection, train) : null;
  const weights = Float64Array.from(training.weights(iteration));
  return { type: 'look', look: { run, iteration, rows, inspection, weights, pixels, tab, ...detailsOf(training, iteration, at, tab) } };
}

/**
 * The table of queries, in slices.
 * @param {Training} training @param {number} iteration @param {() => boolean} wanted
 */
async function rowsOf(training, iteration, wanted) {
  /** @type {import('../protocol.js').QueryRow[]} */
  const rows = [];
  for (let count = 16; wanted();) {
    const before = performance.now();
    const some = training.some_queries(iteration, rows.length, count);
    rows.push(...some);
    if (some.length < count) break;
    const spent = performance.now() - before;
    if (spent < SLICE) count *= 2;
    else if (spent > 4 * SLICE) count = Math.max(1, count >> 1);
    if (spent > SLICE) await breathe();
  }
  return rows;
}

/**
 * The raw features of the documents that can be seen. Preparation may have dropped rows,
 * so documents are found again by the line they came from.
 * @param {import('../protocol.js').Inspection} inspection
 * @param {Dataset} train
 */
function pixelsOf({ query, documents, reference, predicted, violator }, train) {
  const byLine = new Map(train.documents(query).map(({ line, document }) => [line, document]));
  /** @type {Record<number, Float64Array>} */
  const pixels = {};
  for (const ranking of [reference, predicted, violator]) {
    for (const document of ranking.slice(0, PICTURED)) {
      pixels[document] ??= Float64Array.from(train.features(query, byLine.get(documents[document].line) ?? document));
    }
  }
  return pixels;
}
