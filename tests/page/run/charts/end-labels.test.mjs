// Names beside a plot never lie over each other, and stay close to the ends of their curves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { heightOf, pushApart } from '../../../../www/features/run/charts/end-labels.js';

test('names that fit stay where their curves end', () => {
  assert.deepEqual(pushApart([10, 60, 110], 15, 0, 120), [10, 60, 110]);
});

test('names at one place are pushed apart, in the order of the curves', () => {
  assert.deepEqual(pushApart([50, 50, 50], 15, 0, 120), [50, 65, 80]);
  assert.deepEqual(pushApart([118, 119], 15, 0, 120), [105, 120], 'at the end upwards');
  assert.deepEqual(pushApart([50.25, 50], 15, 0, 120), [50.25, 65.25], 'also where they differ by rounding');
});

test('whatever the ends are, names are apart and in order', () => {
  fc.assert(fc.property(fc.array(fc.double({ min: 0, max: 120, noNaN: true }), { minLength: 1, maxLength: 12 }), (wished) => {
    const places = pushApart(wished, 15, 0, 120);
    const order = wished.map((_, at) => at).sort((a, b) =>
      Math.round(wished[a]) - Math.round(wished[b]) || a - b);
    order.slice(1).forEach((at, before) => assert.ok(places[at] - places[order[before]] > 15 - 1e-9, `${places}`));
    assert.ok(Math.min(...places) > -1e-9, 'none above the plot');
    if (wished.length * 15 <= 120) assert.ok(Math.max(...places) < 120 + 1e-9, 'none below it where there is room');
  }));
});

test('a value stands at its height, and at the edge where it leaves the plot', () => {
  const frame = { left: 0, right: 100, top: 10, bottom: 110, y_minimum: 0, y_maximum: 2, logarithmic: false, places: [], ticks: [], apart: 0 };
  assert.deepEqual([heightOf(frame, 1), heightOf(frame, 2), heightOf(frame, -5)], [60, 10, 110]);
  const decades = { ...frame, y_minimum: 1, y_maximum: 100, logarithmic: true };
  assert.deepEqual([heightOf(decades, 10), heightOf(decades, 100), heightOf(decades, -5)], [60, 10, 110], 'of a logarithmic axis too');
});
