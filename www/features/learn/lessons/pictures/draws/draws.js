// Sixty draws of ten pages, two of them good, in which training for AUC and training for NDCG disagree: each model is
// ahead in its own measure. So many trainings take too long for a step, so the numbers are kept here;
// `tests/module/draws.test.mjs` trains all of them again. Pure.

/** The settings of every draw. */
export const SETTINGS = { c: 100, measures: ['auc', 'ndcg'] };

const [PAGES, GOOD] = [10, 2];

/** Numbers from 0 to 1 by chance, the same for one seed (mulberry32). @param {number} seed */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The pages of a draw as LETOR lines: two features in tenths. @param {number} seed */
export function linesOfSeed(seed) {
  const next = chance(seed);
  return Array.from({ length: PAGES }, (_, page) =>
    `${page < GOOD ? 1 : 0} qid:tea 1:${Math.round(10 * next()) / 10} 2:${Math.round(10 * next()) / 10}`);
}

/** Of all seeds up to `seed`, those with two models that disagree. */
export const LAST_SEED = 9782;

/**
 * The seed, AUC of the model of both minus that of the AUC model, and NDCG minus that of the NDCG model.
 * @type {readonly (readonly [number, number, number])[]}
 */
export const DRAWS = [
  [71, 0, -0.2065], [82, 0, 0.0188], [101, 0, -0.2013], [353, 0, -0.0037],
  [541, 0, -0.0475], [546, 0, -0.1935], [1077, 0, -0.0097], [1106, 0, -0.1806],
  [1172, -0.0625, 0], [1335, 0.0625, 0.0328], [1385, 0, -0.1935], [1459, 0, -0.1925],
  [1503, -0.0625, 0], [1905, 0.0625, 0.0392], [1950, -0.0313, 0], [2084, -0.0625, -0.2075],
  [2210, 0, 0.0328], [2254, 0, -0.1076], [2861, -0.0313, 0], [2979, 0, -0.1935],
  [3105, 0, -0.1871], [3125, -0.0625, -0.0663], [3156, 0, -0.0346], [3348, 0.0625, 0.0457],
  [3359, 0, -0.0365], [3872, 0, -0.1935], [4314, -0.125, -0.2263], [4345, -0.0625, -0.1994],
  [4616, 0, -0.0553], [4975, 0, -0.0346], [5071, 0, -0.1935], [5332, 0, -0.1935],
  [5752, -0.0625, 0], [5997, 0, -0.2013], [6259, 0, -0.0097], [6674, -0.0625, 0],
  [6711, 0, -0.079], [6717, 0, -0.1935], [6753, -0.0625, 0], [6779, -0.0625, -0.0615],
  [6870, -0.0625, -0.1131], [7004, 0.0625, 0.0328], [7050, -0.0625, 0], [7500, 0, -0.0605],
  [7508, -0.0625, 0], [7615, 0, -0.0175], [7635, 0, -0.2628], [7696, -0.125, 0],
  [7881, 0, -0.0553], [8131, 0, -0.079], [8731, -0.0625, 0], [8875, 0, -0.2065],
  [8993, 0, -0.0514], [9083, 0, -0.2013], [9279, 0, -0.1825], [9329, 0, -0.0346],
  [9353, 0, -0.0249], [9694, 0, -0.0097], [9702, 0, -0.0097], [9782, -0.0625, 0],
];

/** @typedef {'both' | 'auc' | 'ndcg' | 'neither'} Corner in which measures the model of both is at least as good */

/** @param {number} auc @param {number} ndcg @returns {Corner} */
export const cornerOf = (auc, ndcg) => (auc >= 0 ? (ndcg >= 0 ? 'both' : 'auc') : ndcg >= 0 ? 'ndcg' : 'neither');
