// Long series reduced to what the pixels of a chart can show, so that a chart of many iterations is drawn fast. Pure.

import { grown } from '../../../lib/grown.js';
import { blocksOf } from './series.js';

/** @typedef {import('./series.js').Series} Series */

const FEW = 2000; // values of a series that are drawn fast anyway

/**
 * The iterations to draw, ascending: of every pixel column the first, lowest, highest and last value of each series,
 * and its first gap. They draw the same pixels as all values. Empty if the series are short. Cost: some blocks for
 * each column.
 * @param {Series[]} series
 * @param {number[]} always iterations that are kept
 * @param {(iteration: number) => number} columnOf the pixel column of an iteration, ascending
 */
export function keptIterations(series, always, columnOf) {
  const n = Math.max(0, ...series.map(({ length }) => length));
  if (n <= FEW) return new Float64Array();
  const wanted = Float64Array.from(always, (iteration) => Math.min(iteration, n - 1)).sort();
  let kept = new Float64Array(2 * FEW);
  let length = 0;
  for (let from = 0, to = 0, next = 0; from < n; from = to) {
    to = endOfColumn(from, n, columnOf);
    const blocks = blocksOf(from, to);
    const first = length;
    kept = grown(kept, length + 2 + 3 * series.length + wanted.length);
    kept[length] = from;
    length += 1;
    for (const one of series) {
      const { low, high, gap } = one.extremes(blocks);
      length = insert(kept, first, length, low);
      length = insert(kept, first, length, high);
      length = insert(kept, first, length, gap);
    }
    for (; next < wanted.length && wanted[next] < to; next += 1) length = insert(kept, first, length, wanted[next]);
    length = insert(kept, first, length, to - 1);
  }
  return kept.slice(0, length);
}

/**
 * Inserts an iteration into the ascending places from `first` to before `length`, unless it is there or -1. Returns the
 * new length.
 * @param {Float64Array} kept @param {number} first @param {number} length @param {number} iteration
 */
function insert(kept, first, length, iteration) {
  let place = length;
  while (place > first && kept[place - 1] > iteration) place -= 1;
  if (iteration < 0 || (place > first && kept[place - 1] === iteration)) return length;
  kept.copyWithin(place + 1, place, length);
  kept[place] = iteration;
  return length + 1;
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
