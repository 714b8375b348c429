// Long series reduced to what the pixels of a chart can show, so that a chart of many iterations is drawn fast. Pure.

import { blocksOf } from './series.js';

/** @typedef {import('./series.js').Series} Series */

const FEW = 2000; // values of a series that are drawn fast anyway

/**
 * The iterations to draw: of every pixel column the first, lowest, highest and last value of each series, and its first
 * gap. They draw the same pixels as all values. Empty if the series are short. Cost: some blocks for each column.
 * @param {Series[]} series
 * @param {number[]} always iterations that are kept
 * @param {(iteration: number) => number} columnOf the pixel column of an iteration, ascending
 */
export function keptIterations(series, always, columnOf) {
  const n = Math.max(0, ...series.map(({ length }) => length));
  if (n <= FEW) return [];
  const kept = new Set(always.map((iteration) => Math.min(iteration, n - 1)));
  for (let from = 0, to = 0; from < n; from = to) {
    to = endOfColumn(from, n, columnOf);
    const blocks = blocksOf(from, to);
    for (const one of series) {
      const { low, high, gap } = one.extremes(blocks);
      if (low >= 0) kept.add(low).add(high);
      if (gap >= 0) kept.add(gap);
    }
    kept.add(from).add(to - 1);
  }
  return [...kept].sort((a, b) => a - b);
}

/**
 * Returns the first iteration behind the column of `from`, by steps that double and then halve.
 * @param {number} from
 * @param {number} n
 * @param {(iteration: number) => number} columnOf
 */
function endOfColumn(from, n, columnOf) {
  const column = columnOf(from);
  let step = 1;
  while (from + step < n && columnOf(from + step) === column) step *= 2;
  let [inside, behind] = [from + Math.floor(step / 2), Math.min(n, from + step)];
  while (behind - inside > 1) {
    const middle = Math.floor((inside + behind) / 2);
    if (columnOf(middle) === column) inside = middle;
    else behind = middle;
  }
  return behind;
}
