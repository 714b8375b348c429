// A thinned series draws the same pixels: every column keeps its ends and its extremes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Series, blocksOf } from '../../../../www/features/run/charts/series.js';
import { keptIterations } from '../../../../www/features/run/charts/thin-series.js';

const columnOf = (/** @type {number} */ iteration) => Math.floor(iteration / 50);
const value = fc.option(fc.integer({ min: -9, max: 9 }), { nil: undefined });

/** @param {(number | undefined)[]} values */
function series(values) {
  const made = new Series();
  for (const one of values) made.push(one);
  return made;
}

test('short series are left alone', () => {
  assert.equal(keptIterations([series([1, 2, 3])], [1], columnOf).length, 0);
  assert.equal(keptIterations([], [0], columnOf).length, 0);
});

test('ten thousand iterations become a few per column, with the cursor and the model', () => {
  const values = Array.from({ length: 10_001 }, (_, at) => Math.sin(at));
  const kept = keptIterations([series(values), series(values.map((one) => -one))], [4321, 17], columnOf);
  assert.ok(kept.length <= 201 * 9 && kept.includes(4321) && kept.includes(17) && kept[0] === 0 && kept.at(-1) === 10_000, `${kept.length}`);
  assert.ok(kept.every((at, index) => index === 0 || at > kept[index - 1]), 'ascending, each once');
});

test('every column keeps its ends, its extremes and its first gap, of series of any length', () => {
  const values = fc.array(value, { minLength: 2001, maxLength: 2300 });
  fc.assert(fc.property(values, fc.array(value, { maxLength: 2300 }), (one, other) => {
    const n = Math.max(one.length, other.length);
    const expected = new Set([0, Math.min(2222, n - 1)]);
    for (let from = 0; from < n; from += 50) {
      const to = Math.min(n, from + 50);
      for (const list of [one, other]) for (const at of [from, to - 1, ...Object.values(extremes(list, from, to))]) if (at >= 0) expected.add(at);
    }
    assert.deepEqual([...keptIterations([series(one), series(other)], [2222, 0], columnOf)], [...expected].sort((a, b) => a - b));
  }), { numRuns: 40 });
});

/** The extremes by their definition. @param {(number | undefined)[]} values @param {number} from @param {number} to */
function extremes(values, from, to) {
  let [low, high, gap] = [-1, -1, -1];
  for (let at = from; at < to; at += 1) {
    const one = values[at];
    if (one === undefined) gap = gap < 0 ? at : gap;
    else {
      if (low < 0 || one < Number(values[low])) low = at;
      if (high < 0 || one > Number(values[high])) high = at;
    }
  }
  return { low, high, gap };
}

test('a series knows the extremes of every range, also while it grows', () => {
  fc.assert(fc.property(fc.array(value, { maxLength: 700 }), fc.nat(700), fc.nat(700), (values, a, b) => {
    const [from, to] = a < b ? [a, b] : [b, a];
    assert.deepEqual(series(values).extremes(blocksOf(from, to)), extremes(values, from, to));
  }), { numRuns: 500 });
});

test('a series has its values, its last value and its range', () => {
  const made = series([3, undefined, Infinity, -2, Number.NaN]);
  assert.deepEqual([...made.toArray()], [3, NaN, NaN, -2, NaN]);
  assert.deepEqual([...made.valuesAt(Float64Array.of(0, 2, 3, 5, 9))], [3, NaN, -2, NaN, NaN]);
  assert.deepEqual([made.length, made.last, made.lowest, made.highest, made.at(9)], [5, -2, -2, 3, undefined]);
  assert.equal(series([]).last, null);
});

test('a range has a few blocks for each power of its length', () => {
  for (const [from, to] of [[0, 10], [7, 5000], [1, 8 ** 6 - 1], [123_457, 50_000_000]]) {
    const blocks = blocksOf(from, to);
    assert.equal(blocks.reduce((sum, level, at) => sum + (at % 2 ? 0 : 8 ** level), 0), to - from);
    assert.ok(blocks.length / 2 <= 14 * Math.ceil(Math.log(to - from) / Math.log(8) + 1), `${blocks.length}`);
  }
});
