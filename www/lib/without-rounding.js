// Clears what only rounding leaves where positive and negative terms cancel. Pure.

/** A value that is smaller than this share of the largest one counts as 0. */
const ROUNDING = 1e-12;

/** @param {readonly number[]} values @returns {number[]} */
export function withoutRounding(values) {
  const least = ROUNDING * values.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return values.map((one) => (Math.abs(one) < least ? 0 : one));
}
