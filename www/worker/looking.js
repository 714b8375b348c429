// One iteration as the page shows it: rows of the queries, one of them inspected, the weights, and pictures of documents.

import { detailsOf } from './answering.js';

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../wasm/rankscope.js').Training} Training */

const PICTURED = 200; // documents per ranking that the page can show

/**
 * The rankings of one iteration; without a query, those of the query with the greatest slack.
 * @param {number} run its id
 * @param {Training} training
 * @param {Dataset} train the data, for pictures of documents
 * @param {Extract<import('../protocol.js').ToWorker, { type: 'look' }>} message
 * @returns {import('../protocol.js').FromWorker}
 */
export function lookAt(run, training, train, { iteration, query, rows: wanted, pictures, tab }) {
  const rows = wanted || query === null ? training.queries(iteration) : null;
  const worst = rows?.reduce((a, b) => (b.slack > a.slack ? b : a), rows[0]);
  const at = query ?? worst?.query ?? null;
  const inspection = at === null ? null : training.inspect(iteration, at);
  const pixels = pictures && inspection ? pixelsOf(inspection, train) : null;
  const weights = Float64Array.from(training.weights(iteration));
  return { type: 'look', look: { run, iteration, rows, inspection, weights, pixels, tab, ...detailsOf(training, iteration, at, tab) } };
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
