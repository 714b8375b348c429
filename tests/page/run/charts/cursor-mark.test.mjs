// The cursor above a chart: its place, and the labels of iterations that make room for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveredTicks, xOf } from '../../../../www/features/run/charts/cursor-mark.js';

const frame = { left: 40, right: 240, top: 0, bottom: 100, y_minimum: 0, y_maximum: 1, logarithmic: false, places: [],
  ticks: [40, 90, 140, 190, 240], apart: 30 };

test('the cursor stands at its iteration', () => {
  assert.deepEqual([0, 5000, 10_000].map((iteration) => xOf(frame, 10_000, iteration)), [40, 140, 240]);
});

test('labels that are too close make room', () => {
  assert.deepEqual(coveredTicks(frame, 40), [40]);
  assert.deepEqual(coveredTicks(frame, 115), [90, 140]);
  assert.deepEqual(coveredTicks({ ...frame, apart: 20 }, 115), []);
});
