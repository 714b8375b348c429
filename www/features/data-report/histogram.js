// A histogram of whole numbers. Pure.

/** The whole numbers from `low` to `high`, and how many of the values they are. @typedef {{ low: number, high: number,
 *   count: number }} Bin */

/**
 * Returns bins of the same width, which is a whole number, from the least value to the largest.
 * @param {number[]} values whole numbers @param {number} most bins @returns {Bin[]}
 */
export function binsOf(values, most) {
  if (!values.length) return [];
  const [low, high] = values.reduce(([least, largest], value) =>
    [Math.min(least, value), Math.max(largest, value)], [Infinity, -Infinity]);
  const width = Math.ceil((high - low + 1) / most);
  const bins = Array.from({ length: Math.ceil((high - low + 1) / width) }, (_, at) =>
    ({ low: low + at * width, high: low + (at + 1) * width - 1, count: 0 }));
  for (const value of values) bins[Math.floor((value - low) / width)].count += 1;
  return bins;
}
