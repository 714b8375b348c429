// Ten draws of users with random stars: NDCG@10 of two models in each. Ten trainings take too long for a step, so the
// numbers are kept here; `tests/module/stars.test.mjs` trains some of them again. Pure.

/** The settings of every draw; seeds are 1 to 10. */
export const DRAWN = { generated: { users: 300, items: 200, noise: true, scale: true },
  settings: { rank: 3, keep: 20, rounds: 3, c: [30, 100, 300, 1000] } };

/** By seed, from 1: NDCG@10 of squared error and of the ranking. @type {readonly (readonly [number, number])[]} */
export const DRAWS = [
  [0.7700, 0.8122],
  [0.7320, 0.8209],
  [0.7907, 0.7954],
  [0.7771, 0.8034],
  [0.7400, 0.8126],
  [0.7275, 0.7656],
  [0.7537, 0.7893],
  [0.7854, 0.8153],
  [0.6976, 0.6962],
  [0.6866, 0.6515],
];

/** The same draws without random stars, with `c` of its own. */
export const CLEAR_C = [300, 1000, 3000, 5000];

/** @type {typeof DRAWS} */
export const CLEAR = [
  [0.9439, 0.9276],
  [0.9371, 0.9246],
  [0.9102, 0.9179],
  [0.9401, 0.9234],
  [0.9339, 0.9177],
  [0.9213, 0.9065],
  [0.9128, 0.9165],
  [0.9302, 0.9035],
  [0.9414, 0.9296],
  [0.9401, 0.9260],
];

/** How far the ranking is ahead in each draw. */
export const leads = () => DRAWS.map(([squared, ranking]) => ranking - squared);
