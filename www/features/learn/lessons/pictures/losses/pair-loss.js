// What the core says of a pair of pages: its loss by the margin, and the pull, which is the slope of the loss. Every
// number is read from the objective of a run on one pair, whose only weight is the margin. No DOM.

import { trainSmall } from '../../figures/small-run.js';

/** One good page and one bad page: the score of the good page is the weight, and that of the bad page is 0. */
const PAIR = ['1 qid:pair 1:1 2:0', '0 qid:pair 1:0 2:0'];
const AXES = { features: /** @type {[number, number]} */ ([0, 1]), origin: [0, 0], x: [1, 0], y: [0, 1] };
const NEAR = 1e-4; // the step over which a slope is measured
export const KINDS = /** @type {const} */ ({ hinge: 'ranksvm', logistic: 'ranknet-linear' });
/** @typedef {keyof typeof KINDS} Kind */

/** @param {Kind} kind */
export function pairLoss(kind) {
  const run = trainSmall(PAIR, { method: KINDS[kind], c: 1 });
  const at = (/** @type {readonly number[]} */ margins) => {
    const points = Float64Array.from(margins.flatMap((margin) => [margin, 0]));
    const objective = run.training.objective_on_plane(0, AXES, points);
    return margins.map((margin, place) => Math.max(0, objective[place] - margin ** 2 / 2));
  };
  return {
    kind, at,
    /** The loss at a margin. @param {number} margin */
    loss: (margin) => at([margin])[0],
    /** What a little more margin saves, for its length. @param {number} margin */
    pull(margin) {
      const [here, further] = at([margin, margin + NEAR]);
      return Math.max(0, (here - further) / NEAR);
    },
    end: run.end,
  };
}

/** @typedef {ReturnType<typeof pairLoss>} PairLoss */

/**
 * The pulls of all pairs of pages with different grades, and their sum for each page.
 * @param {PairLoss} of @param {readonly { grade: number, score: number }[]} pages
 */
export function pullsOf(of, pages) {
  const sums = pages.map(() => 0);
  const pairs = pages.flatMap((good, i) => pages.flatMap((bad, j) => {
    if (good.grade <= bad.grade) return [];
    const margin = good.score - bad.score;
    const pull = of.pull(margin);
    sums[i] += pull;
    sums[j] -= pull;
    return [{ good: i, bad: j, margin, pull }];
  }));
  return { pairs, sums };
}
