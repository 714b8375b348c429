// The weight of a pair in the pull on its two pages, by how far the better page is ahead. A pair with equal scores
// weighs 1 with every loss. The core reports the pulls on pages, which are sums of these weights. Pure.

/** @typedef {'exponential' | 'fidelity' | 'logistic'} Loss */
/** @typedef {import('./draw-rows.js').Page} Page */
/**
 * A pair of the chosen page with another one. `lead`: of the better page. `way`: where it pulls the chosen page, 1 for
 * up. `printed`: its part of the printed sum, with the sign.
 * @typedef {{ page: number, lead: number, weight: number, way: 1 | -1, printed: number }} Pair
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

const cents = (/** @type {number} */ value) => Math.round(100 * value) / 100;

/**
 * The pairs of a page, and their sum. The printed parts add up to the printed sum: the last one takes the rounding.
 * @param {Loss} loss @param {readonly Page[]} pages @param {readonly number[]} scores @param {number} chosen
 */
export function pairsOf(loss, pages, scores, chosen) {
  /** @type {Pair[]} */
  const pairs = pages.flatMap(({ grade }, page) => {
    const above = pages[chosen].grade - grade;
    if (above === 0) return [];
    const way = above > 0 ? 1 : -1;
    const lead = way * (scores[chosen] - scores[page]);
    const weight = weightOf(loss, lead);
    return [{ page, lead, weight, way, printed: cents(way * weight) }];
  });
  const pull = pairs.reduce((sum, { weight, way }) => sum + way * weight, 0);
  const last = pairs[pairs.length - 1];
  if (last) last.printed = cents(cents(pull) - pairs.slice(0, -1).reduce((sum, { printed }) => sum + printed, 0));
  return { pairs, pull, weight: pairs.reduce((sum, one) => sum + one.weight, 0) };
}

/** @typedef {ReturnType<typeof pairsOf>} Pairs */
