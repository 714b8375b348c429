// Contours of a function on a grid, and the request for the picture.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contour, extremes, levelsOf } from '../../../www/lib/contours.js';
import { NO_PLANE, PLANE_REQUEST, reducePlane } from '../../../www/features/inspect/feature-plane/plane-state.js';

const SIZE = 40;
/** @param {(x: number, y: number) => number} f @returns {Float64Array} */
const grid = (f) => Float64Array.from({ length: SIZE * SIZE }, (_, at) => f(at % SIZE, Math.floor(at / SIZE)));

test('levels are round and lie between the extremes', () => {
  assert.deepEqual(levelsOf([0, 1], 8), [0.2, 0.4, 0.6, 0.8]);
  assert.deepEqual(levelsOf([-3, 7], 5), [-2, 0, 2, 4, 6]);
  assert.deepEqual(levelsOf([5, 5, 5], 8), []);
  assert.deepEqual(levelsOf([1, 1 + 1e-15], 8), []);
  assert.deepEqual(extremes([3, -1, 2]), [-1, 3]);
});

test('a linear function has straight contours', () => {
  const segments = contour(grid((x, y) => 2 * x + 3 * y), SIZE, 61);
  assert.ok(segments.length > SIZE / 2);
  for (const [a, b, c, d] of segments) {
    for (const [x, y] of [[a, b], [c, d]]) assert.ok(Math.abs(2 * x + 3 * y - 61) < 1e-9, `${x} ${y}`);
  }
});

test('a distance has a closed round contour', () => {
  const middle = (SIZE - 1) / 2;
  const segments = contour(grid((x, y) => Math.hypot(x - middle, y - middle)), SIZE, 11.3);
  /** @type {Map<string, number>} */
  const ends = new Map();
  for (const [a, b, c, d] of segments) {
    for (const [x, y] of [[a, b], [c, d]]) {
      assert.ok(Math.abs(Math.hypot(x - middle, y - middle) - 11.3) < 0.05, `${x} ${y}`);
      const key = `${x.toFixed(6)} ${y.toFixed(6)}`;
      ends.set(key, (ends.get(key) ?? 0) + 1);
    }
  }
  assert.ok([...ends.values()].every((times) => times === 2), 'each end is the start of the next segment');
});

test('a saddle joins the corners on the side of its middle', () => {
  // Corners 0 and 2 are high. With a high middle, each line goes round a low corner.
  const round = (/** @type {number[]} */ values) => contour(values, 2, 0.5).map((segment) =>
    segment.reduce((sum, one) => sum + one, 0) / 2);
  assert.equal(contour([1, 0, 0, 1], 2, 0.4).length, 2);
  const [high, low] = [[1, 0, 0, 1], [0.6, 0, 0, 0.6]].map((values) => contour(values, 2, 0.45));
  assert.ok(high.every(([a, b, c, d]) => Math.hypot(a - 1, b) + Math.hypot(c - 1, d) < 1.6
    || Math.hypot(a, b - 1) + Math.hypot(c, d - 1) < 1.6), JSON.stringify(high));
  assert.ok(low.every(([a, b, c, d]) => Math.hypot(a, b) + Math.hypot(c, d) < 1.6
    || Math.hypot(a - 1, b - 1) + Math.hypot(c - 1, d - 1) < 1.6), JSON.stringify(low));
  assert.equal(round([0, 0, 0, 0]).length, 0);
});

test('the picture is requested for two features only, while its panel is open', () => {
  const shown = /** @type {any} */ ({ run: { id: 3 }, iteration: 5, inspection: null });
  const state = (/** @type {string[]} */ panels, /** @type {number} */ features) =>
    /** @type {any} */ ({ panels: Object.fromEntries(panels.map((name) => [name, true])), run: { id: 3, overview: { features } } });
  assert.deepEqual(PLANE_REQUEST.wanted(state(['plane'], 2), shown), { type: 'plane', run: 3, iteration: 5 });
  assert.equal(PLANE_REQUEST.wanted(state([], 2), shown), null);
  assert.equal(PLANE_REQUEST.wanted(state(['plane'], 12), shown), null);
});

test('a reply of another run is ignored', () => {
  const reply = { run: 2, iteration: 1, plane: null, problem: 'why' };
  const action = /** @type {const} */ ({ type: 'plane/scored', ...reply });
  assert.equal(reducePlane(NO_PLANE, action, { run: { id: 3 } }), NO_PLANE);
  assert.equal(reducePlane(NO_PLANE, action, { run: { id: 2 } }).reply?.problem, 'why');
});
