// The weight of a pair in the pull on its two pages: by how far the better page is ahead, and with LambdaMART times
// what NDCG would change if the two pages swapped their ranks. A pair with equal scores weighs 1 before that, with
// every loss. The core reports the pulls on pages, which are sums of these weights, and measures the swaps.

import { measures_of_order } from '../../../../../wasm/rankscope.js';

/** @typedef {'exponential' | 'fidelity' | 'logistic'} Loss */
/** @typedef {import('./draw-rows.js').Page} Page */
/**
 * A pair of the chosen page with another one. `lead`: of the better page. `way`: where it pulls the chosen page, 1 for
 * up. `change`: of NDCG, if the two swapped their ranks; null where it does not count.
 * @typedef {{ page: number, lead: number, weight: number, way: 1 | -1, change: number | null }} Pair
 */

const chance = (/** @type {number} */ lead) => 1 / (1 + Math.exp(-lead));
const slopeOfFidelity = (/** @type {number} */ lead) => Math.sqrt(chance(lead)) * (1 - chance(lead));

/** @type {Record<Loss, (lead: number) => number>} */
const WEIGHTS = {
  exponential: (lead) => Math.exp(-lead),
  fidelity: (lead) => slopeOfFidelity(lead) / slopeOfFidelity(0),
  logistic: (lead) => 2 * (1 - chance(lead)),
};

/** The loss of the pairs of a method. @param {string} method @returns {Loss} */
export const lossOf = (method) => (method === 'frank' ? 'fidelity' : method === 'rankboost' ? 'exponential'
  : 'logistic');

/** @param {Loss} loss @param {number} lead */
export const weightOf = (loss, lead) => WEIGHTS[loss](lead);

/** `measure`: NDCG with its cut-off. @typedef {{ order: readonly number[], measure: string }} Swaps */

/** @param {readonly number[]} order @param {number} one rank @param {number} other rank */
const swapped = (order, one, other) => order.with(one, order[other]).with(other, order[one]);

/**
 * How much NDCG changes if two pages swap their ranks; with equal scores, the mean over the orders.
 * @param {readonly Page[]} pages @param {readonly number[]} scores
 * @param {Swaps} swaps @param {number} one page @param {number} other page
 */
function swapChange(pages, scores, { order, measure }, one, other) {
  const ndcg = (/** @type {readonly number[]} */ list) =>
    measures_of_order(Uint8Array.from(list, (page) => pages[page].grade), [measure])[0];
  const ranksOf = (/** @type {number} */ page) =>
    order.flatMap((at, rank) => (scores[at] === scores[page] ? [rank] : []));
  const changes = ranksOf(one).flatMap((upper) => ranksOf(other).filter((lower) => lower !== upper).map((lower) => {
    const moved = swapped(order, order.indexOf(one), upper);
    const list = swapped(moved, moved.indexOf(other), lower);
    return Math.abs(ndcg(list) - ndcg(swapped(list, upper, lower)));
  }));
  return changes.reduce((sum, change) => sum + change, 0) / changes.length;
}

/**
 * The pairs of a page, and their sum. @param {Loss} loss @param {readonly Page[]} pages
 * @param {readonly number[]} scores @param {number} chosen
 * @param {Swaps | null} [swaps] without them, changes of NDCG do not count
 */
export function pairsOf(loss, pages, scores, chosen, swaps = null) {
  /** @type {Pair[]} */
  const pairs = pages.flatMap(({ grade }, page) => {
    const above = pages[chosen].grade - grade;
    if (above === 0) return [];
    const way = above > 0 ? 1 : -1;
    const lead = way * (scores[chosen] - scores[page]);
    const change = swaps && swapChange(pages, scores, swaps, chosen, page);
    return [{ page, lead, weight: weightOf(loss, lead) * (change ?? 1), way, change }];
  });
  return { pairs, pull: pairs.reduce((sum, { weight, way }) => sum + way * weight, 0),
    weight: pairs.reduce((sum, one) => sum + one.weight, 0) };
}

/** @typedef {ReturnType<typeof pairsOf>} Pairs */
