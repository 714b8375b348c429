// The shares of a list that ListNet compares: e^z of each page divided by the sum of all. The core reports the pulls at
// the scores of a run; a score that the reader tries has none, so the shares are computed here. Pure.

const TENTHS = 1000;

/** The share of each page of the list. @param {readonly number[]} values @returns {number[]} */
export function sharesOf(values) {
  const greatest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - greatest));
  const sum = powers.reduce((all, one) => all + one, 0);
  return powers.map((power) => power / sum);
}

/** The gain of a grade. @param {number} grade */
export const gainOf = (grade) => 2 ** grade - 1;

/**
 * The score at which a page has a share, while the others keep their scores.
 * @param {readonly number[]} scores @param {number} page @param {number} share
 */
export function scoreFor(scores, page, share) {
  const others = scores.reduce((sum, score, at) => sum + (at === page ? 0 : Math.exp(score)), 0);
  return Math.log((others * share) / (1 - share));
}

/**
 * Shares in percent as they are printed, and their difference, so that the printed numbers add up.
 * @param {number} target @param {number} share
 */
export function printed(target, share) {
  const [one, other] = [Math.round(TENTHS * target), Math.round(TENTHS * share)];
  return { target: one / 10, share: other / 10, pull: (one - other) / 10 };
}
