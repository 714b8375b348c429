// The grid over the plane of w, the sides that planes forbid, and the replies about a run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COARSE, POINTS, ROWS, SIZE, coordinate, frameOf, placeOf, rowPoints } from '../../../www/features/weight-plane/grid.js';
import { border, bowlLevels, demandAt, floorsOf, forbidden, refined } from '../../../www/features/weight-plane/floor.js';
import { within } from '../../../www/features/weight-plane/side-views.js';
import { NO_PLANE_OF_W, reducePlaneOfW } from '../../../www/features/weight-plane/weight-plane-state.js';

const cut = (/** @type {object} */ change) => ({ slack: 0, query: 0, found_at: 0, loss: 1, offset: 0, x: 1, y: 0, dual: 0, ...change });

test('the frame is a square around 0 and the path', () => {
  const frame = frameOf([{ x: 0, y: 0 }, { x: 2, y: -1 }]);
  assert.ok(frame.left < 0 && frame.left + frame.side > 2 && frame.bottom < -1 && frame.bottom + frame.side > 0);
  assert.ok(frameOf([{ x: 0, y: 0 }]).side > 0, 'a path that is only 0');
  assert.ok(frameOf(Array.from({ length: 300_000 }, (_, at) => ({ x: at, y: 0 }))).side > 299_999, 'a long path');
});

test('the points of some rows are those of the grid, the coarse rows first', () => {
  const frame = { left: -1, bottom: -2, side: 4 };
  const points = rowPoints(frame, ROWS - 1, 1);
  assert.equal(points.length, 2 * SIZE);
  assert.deepEqual([...points.slice(0, 2)], [-1, 2]);
  assert.deepEqual([...points.slice(-2)], [3, 2]);
  const coarse = rowPoints(frame, COARSE - 2, 2);
  assert.equal(coarse.length, 4 * COARSE);
  assert.deepEqual([...coarse.slice(-2)], [3, 2], 'its last point is the corner of the fine grid');
  assert.deepEqual([...rowPoints(frame, 1, 1).slice(2, 4)], [coordinate(-1, 4, 4), coordinate(-2, 4, 4)], 'every fourth point');
  assert.equal(placeOf(ROWS - 1) + SIZE, POINTS);
});

test('a coarse grid is refined straight between its points', () => {
  const coarse = Float64Array.from({ length: COARSE * COARSE }, (_, at) => 3 * (at % COARSE) - 2 * Math.floor(at / COARSE) + 1);
  const fine = refined(coarse);
  for (const [row, column] of [[0, 0], [4, 8], [7, 30], [SIZE - 1, SIZE - 1]]) {
    assert.ok(Math.abs(fine[row * SIZE + column] - ((3 * column) / 4 - (2 * row) / 4 + 1)) < 1e-12, `${row} ${column}`);
  }
});

test('the floor takes the highest plane of each slack, before and after the new ones', () => {
  const frame = { left: -1, bottom: -1, side: 2 };
  const held = [cut({}), cut({ slack: 1, loss: 2, x: 0, y: 1, offset: 0.25 }), cut({ slack: 2, loss: -9 })];
  const { before, after } = floorsOf({ held, new: [cut({ loss: 0.5, x: -3 })], price: 10, height: 7 }, frame);
  for (const [row, column] of [[0, 0], [7, 30], [SIZE - 1, SIZE - 1]]) {
    const [a, b] = [coordinate(-1, 2, column), coordinate(-1, 2, row)];
    const base = 7 + (a * a + b * b) / 2 + 10 * Math.max(0, 1.75 - b);
    assert.ok(Math.abs(before[row * SIZE + column] - base - 10 * Math.max(0, 1 - a)) < 1e-12);
    assert.ok(Math.abs(after[row * SIZE + column] - base - 10 * Math.max(0, 1 - a, 0.5 + 3 * a)) < 1e-12);
  }
  assert.ok(after.every((value, at) => value >= before[at]), 'new planes only raise it');
});

test('a plane forbids the side on which it demands slack', () => {
  const frame = { left: 0, bottom: 0, side: 2 };
  const inside = forbidden(cut({}), frame);
  assert.deepEqual(inside.map(([x]) => x).toSorted(), [0, 0, 1, 1], 'x below 1');
  assert.deepEqual(border(cut({}), frame)?.map(([x]) => x), [1, 1]);
  assert.equal(border(cut({ loss: 5 }), frame), null, 'it demands slack everywhere');
  assert.deepEqual(forbidden(cut({ loss: -5 }), frame), [], 'it demands slack nowhere');
  assert.equal(demandAt(cut({}), { x: 0.25, y: 7 }), 0.75);
});

test('levels are between lowest and highest, closer where it is low', () => {
  const levels = bowlLevels(2, 12, 9);
  assert.ok(levels.every((level, at) => level > 2 && level < 12 && (at === 0 || level > levels[at - 1])));
  assert.ok(levels[1] - levels[0] < levels[8] - levels[7]);
});

test('a line is cut at the lower end of its picture', () => {
  assert.deepEqual(within([0, 1], [1, 2], 0), [[0, 1], [1, 2]]);
  assert.deepEqual(within([0, 1], [1, -1], 0), [[0, 1], [0.5, 0]]);
  assert.deepEqual(within([0, -1], [1, 1], 0), [[0.5, 0], [1, 1]]);
  assert.deepEqual(within([0, -1], [1, -2], 0), []);
});

test('rows of the objective join only in their order, and only for their run', () => {
  const rows = (/** @type {number} */ first, /** @type {number} */ run = 1, key = 'a') => (
    { type: /** @type {const} */ ('weightplane/rows'), run, key, first, values: new Float64Array(first < COARSE ? 4 * COARSE : 2 * SIZE).fill(first + 1), problem: '' });
  const state = { run: { id: 1 } };
  const one = reducePlaneOfW(NO_PLANE_OF_W, rows(0), state);
  const two = reducePlaneOfW(one, rows(4), state);
  assert.equal(two.grid?.rows, 8);
  assert.deepEqual([two.grid?.values[0], two.grid?.values[4 * COARSE], Number.isNaN(two.grid?.values[8 * COARSE])], [1, 5, true]);
  const fine = reducePlaneOfW(reducePlaneOfW(two, rows(8), state), rows(COARSE), state);
  assert.deepEqual([fine.grid?.rows, fine.grid?.values[COARSE ** 2], fine.grid?.values[0]], [COARSE + 2, COARSE + 1, 1]);
  assert.equal(reducePlaneOfW(two, rows(8, 2), state), two, 'of another run');
  const other = reducePlaneOfW(two, rows(0, 1, 'b'), state);
  assert.deepEqual([other.grid?.key, other.grid?.rows, Number.isNaN(other.grid?.values[4 * COARSE])], ['b', 4, true]);
  const refused = reducePlaneOfW(NO_PLANE_OF_W, { ...rows(0), values: null, problem: 'too long' }, state);
  assert.deepEqual([refused.grid?.rows, refused.grid?.problem], [0, 'too long']);
});

test('the probe belongs to a run, and to a choice of the plane', () => {
  const state = { run: { id: 1 } };
  const probe = reducePlaneOfW(NO_PLANE_OF_W, { type: 'weightplane/probe', run: 1, x: 2, y: 3 }, state);
  assert.deepEqual([probe.probe?.x, probe.probe?.y], [2, 3]);
  assert.equal(reducePlaneOfW(probe, { type: 'weightplane/probe', run: 2, x: 0, y: 0 }, state), probe, 'of another run');
  const slice = reducePlaneOfW(probe, { type: 'weightplane/features', features: [4, 1] }, state);
  assert.deepEqual([slice.features, slice.probe], [[4, 1], null]);
});
