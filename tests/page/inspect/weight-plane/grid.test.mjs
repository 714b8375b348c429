// The grid over the plane of w, the sides that planes forbid, and the replies about a run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRIDS, POINTS, ROWS, SIZE, coordinate, edgesOf, gridOf, rowPoints } from '../../../../www/features/inspect/weight-plane/grid.js';
import { contourPath } from '../../../../www/features/inspect/weight-plane/contour-lines.js';
import { bowlLevels, floorsOf, refined, slacksAlong } from '../../../../www/features/inspect/weight-plane/floor.js';
import { NO_PLANE_OF_W, reducePlaneOfW } from '../../../../www/features/inspect/weight-plane/weight-plane-state.js';

const cut = (/** @type {object} */ change) => ({ slack: 0, query: 0, found_at: 0, loss: 1, offset: 0, x: 1, y: 0, dual: 0, ...change });

test('the frame is a square around 0 and the path', () => {
  const frame = edgesOf([{ x: 0, y: 0 }, { x: 2, y: -1 }]);
  const sideOf = (/** @type {typeof frame} */ { x: [left, right], y: [bottom, top] }) => [right - left, top - bottom];
  assert.ok(frame.x[0] < 0 && frame.x[1] > 2 && frame.y[0] < -1 && frame.y[1] > 0);
  assert.ok(Math.abs(sideOf(frame)[0] - sideOf(frame)[1]) < 1e-12);
  assert.ok(sideOf(edgesOf([{ x: 0, y: 0 }]))[0] > 0, 'a path that is only 0');
  assert.ok(sideOf(edgesOf(Array.from({ length: 300_000 }, (_, at) => ({ x: at, y: 0 }))))[0] > 299_999, 'a long path');
});

test('the points of some rows are those of the grids, the coarse ones first', () => {
  const frame = { x: /** @type {[number, number]} */ ([-1, 3]), y: /** @type {[number, number]} */ ([-2, 2]) };
  let [row, points] = [0, 0];
  while (row < ROWS) {
    const { size, step, place, rows } = gridOf(row);
    assert.equal(place, points, 'in their order');
    const some = rowPoints(frame, row);
    assert.equal(some.length, 2 * rows * size);
    assert.deepEqual([some[2], some[0]], [coordinate(frame.x, step), -1], 'points of the finest grid');
    [row, points] = [row + rows, points + rows * size];
    if ([5, 17, ROWS].includes(row)) assert.deepEqual([...some.slice(-2)], [3, 2], 'to its last corner');
  }
  assert.deepEqual([row, points], [ROWS, POINTS]);
  assert.ok(GRIDS.every(({ size, step }) => (size - 1) * step === SIZE - 1));
});

test('a coarse grid is refined by smooth curves through its points', () => {
  const plane = (/** @type {number} */ x, /** @type {number} */ y) => 3 * x - 2 * y + 1;
  const bowl = (/** @type {number} */ x, /** @type {number} */ y) => x * x + 2 * y * y + x;
  for (const { size, step } of GRIDS.slice(0, 2)) {
    for (const f of [plane, bowl]) {
      const coarse = Float64Array.from({ length: size * size }, (_, at) => f(step * (at % size), step * Math.floor(at / size)));
      const fine = refined(coarse, size, step);
      for (const [row, column] of [[0, 0], [step, 2 * step], [SIZE - 1, SIZE - 1], [17, 25]]) {
        const off = f === plane || (row % step === 0 && column % step === 0) || Math.min(row, column, SIZE - 1 - row, SIZE - 1 - column) > step ? 1e-9 : 1;
        assert.ok(Math.abs(fine[row * SIZE + column] - f(column, row)) < off, `${size}: ${row} ${column}`);
      }
    }
  }
});

test('the floor takes the highest plane of each slack, before and after the new ones', () => {
  const edges = /** @type {[number, number]} */ ([-1, 1]);
  const frame = { x: edges, y: edges };
  const held = [cut({}), cut({ slack: 1, loss: 2, x: 0, y: 1, offset: 0.25 }), cut({ slack: 2, loss: -9 })];
  const { before, after } = floorsOf({ held, new: [cut({ loss: 0.5, x: -3 })], price: 10, height: 7 }, frame);
  for (const [row, column] of [[0, 0], [7, 30], [SIZE - 1, SIZE - 1]]) {
    const [a, b] = [coordinate(edges, column), coordinate(edges, row)];
    const base = 7 + (a * a + b * b) / 2 + 10 * Math.max(0, 1.75 - b);
    assert.ok(Math.abs(before[row * SIZE + column] - base - 10 * Math.max(0, 1 - a)) < 1e-12);
    assert.ok(Math.abs(after[row * SIZE + column] - base - 10 * Math.max(0, 1 - a, 0.5 + 3 * a)) < 1e-12);
  }
  assert.ok(after.every((value, at) => value >= before[at]), 'new planes only raise it');
  const along = slacksAlong({ held, new: [cut({ loss: 0.5, x: -3 })] }, frame, 0.5);
  for (const column of [0, 30, SIZE - 1]) {
    const a = coordinate(edges, column);
    assert.ok(Math.abs(along.before[column] - 1.25 - Math.max(0, 1 - a)) < 1e-12, 'the slack of a slice');
    assert.ok(Math.abs(along.after[column] - 1.25 - Math.max(0, 1 - a, 0.5 + 3 * a)) < 1e-12);
  }
});

test('levels are between lowest and highest, closer where it is low', () => {
  const levels = bowlLevels(2, 12, 9);
  assert.ok(levels.every((level, at) => level > 2 && level < 12 && (at === 0 || level > levels[at - 1])));
  assert.ok(levels[1] - levels[0] < levels[8] - levels[7]);
});

test('rows of the objective join only in their order, and only for their run', () => {
  const rows = (/** @type {number} */ first, /** @type {number} */ run = 1, key = 'a') => (
    { type: /** @type {const} */ ('weightplane/rows'), run, key, first, values: new Float64Array(gridOf(first).rows * gridOf(first).size).fill(first + 1), problem: '' });
  const state = { run: { id: 1 } };
  const one = reducePlaneOfW(NO_PLANE_OF_W, rows(0), state);
  const two = reducePlaneOfW(one, rows(5), state);
  assert.equal(two.grid?.rows, 9);
  assert.deepEqual([two.grid?.values[0], two.grid?.values[25], Number.isNaN(two.grid?.values[25 + 4 * 12])], [1, 6, true]);
  const fine = [9, 13, 17].reduce((state_, first) => reducePlaneOfW(state_, rows(first), state), two);
  assert.deepEqual([fine.grid?.rows, fine.grid?.values[25 + 144], fine.grid?.values[0]], [19, 18, 1]);
  assert.equal(reducePlaneOfW(two, rows(9, 2), state), two, 'of another run');
  const other = reducePlaneOfW(two, rows(0, 1, 'b'), state);
  assert.deepEqual([other.grid?.key, other.grid?.rows, Number.isNaN(other.grid?.values[25])], ['b', 5, true]);
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

test('a contour is one long line', () => {
  const values = Float64Array.from({ length: SIZE * SIZE }, (_, at) => Math.hypot(at % SIZE - 22, Math.floor(at / SIZE) - 22));
  const circle = contourPath(values, 10.3, 400);
  assert.equal(circle.split('M').length - 1, 1, 'a circle');
  const [first, ...others] = circle.slice(1).split('L');
  assert.equal(others.at(-1), first, 'that is closed');
  for (const point of others) {
    const [x, y] = point.split(' ').map(Number);
    assert.ok(Math.abs(Math.hypot(x - 200, y - 200) - (10.3 * 400) / 44) < 1, point);
  }
  const cut = contourPath(values, 25.03, 400);
  assert.equal(cut.split('M').length - 1, 4, 'four arcs in the corners');
});
