// What the panels show of one iteration, worked out in slices. Keeps nothing, and changes nothing of the run.

import { detailsOf } from './answering.js';

/** @typedef {import('../protocol.js').Look} Look */
/** @typedef {import('../wasm/rankscope.js').Training} Training */
/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */

/** `still`: whether the answer is wanted still; `breathe` lets messages in. @typedef {{ train: Dataset | null, still: () => boolean, breathe: () => Promise<void> }} Around */

const SLICE = 16; // ms of work before messages are let in
const PICTURED = 200; // documents per ranking that the page can show

/**
 * The rankings of one iteration; without a query, those of the query with the greatest slack. Null when another run is wanted by now.
 * @param {Training} training
 * @param {Extract<import('../protocol.js').Question, { type: 'look' }>} question
 * @param {Around} around
 * @returns {Promise<Look | null>}
 */
export async function look(training, { run, iteration, query, rows: asked, pictures, tab }, around) {
  const rows = asked || query === null ? await rowsOf(training, iteration, around) : null;
  if (!around.still()) return null;
  const worst = rows?.reduce((a, b) => (b.slack > a.slack ? b : a), rows[0]);
  const at = query ?? worst?.query ?? null;
  const inspection = at === null ? null : training.inspect(iteration, at);
  const pixels = pictures && inspection && around.train ? pixelsOf(around.train, inspection) : null;
  const weights = Float64Array.from(training.weights(iteration));
  return { run, iteration, rows, inspection, weights, pixels, tab, ...detailsOf(training, iteration, at, tab) };
}

/**
 * The table of queries, in slices; a part of it when it is not wanted any more.
 * @param {Training} training
 * @param {number} iteration
 * @param {Around} around
 */
async function rowsOf(training, iteration, { still, breathe }) {
  /** @type {import('../protocol.js').QueryRow[]} */
  const rows = [];
  for (let count = 16; still();) {
    const before = performance.now();
    const some = training.some_queries(iteration, rows.length, count);
    rows.push(...some);
    if (some.length < count) break;
    const spent = performance.now() - before;
    if (spent < SLICE / 4) count *= 2;
    else if (spent > SLICE) count = Math.max(1, count >> 1);
    if (spent > SLICE / 4) await breathe();
  }
  return rows;
}

/**
 * The raw features of the documents that can be seen. Preparation may have dropped rows, so documents are found again by the line they came from.
 * @param {Dataset} train
 * @param {import('../protocol.js').Inspection} inspection
 */
function pixelsOf(train, { query, documents, reference, predicted, violator }) {
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
