// What the reader's own order of documents is worth. Pure; the core measures it.

import { measures_of_order } from '../../../wasm/rankscope.js';

/**
 * `swapped`: by rank but the last, NDCG after the document there and the next one change places.
 * @typedef {{ ndcg: number, ap: number, auc: number, swapped: number[] }} OrderMeasures
 */

/**
 * Returns the measures of an order.
 * @param {readonly number[]} grades from the first rank on @returns {OrderMeasures}
 */
export function measuresOfOrder(grades) {
  const [ndcg, ap, auc] = measures_of_order(Uint8Array.from(grades), ['ndcg', 'ap', 'auc']);
  return { ndcg, ap, auc, swapped: grades.slice(1).map((_, rank) => measures_of_order(swappedAt(grades, rank),
    ['ndcg'])[0]) };
}

/** @param {readonly number[]} grades @param {number} rank */
function swappedAt(grades, rank) {
  const swapped = Uint8Array.from(grades);
  [swapped[rank], swapped[rank + 1]] = [swapped[rank + 1], swapped[rank]];
  return swapped;
}

/**
 * Returns how many blocks the document of each rank brings, how wide a block is at each rank (1 at the first rank), the
 * sum over all blocks, and that sum for a best order: gain, discount, DCG and its greatest value.
 * @param {readonly number[]} grades from the first rank on
 */
export function blocksOfOrder(grades) {
  const dcg = (/** @type {ArrayLike<number>} */ of) => measures_of_order(Uint8Array.from(of), ['dcg'])[0];
  // A whole number, up to rounding. DCG has no value where all grades are 0.
  const gainOf = (/** @type {number} */ grade) => Math.round(dcg([grade, 1]) - dcg([0, 1]));
  const discounts = grades.map((_, rank) => dcg([...new Array(rank).fill(0), 1]) / dcg([1]));
  return { gains: grades.map(gainOf), discounts, sum: dcg(grades), best: dcg([...grades].sort((a, b) => b - a)) };
}
