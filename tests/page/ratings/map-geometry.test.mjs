// The map of items: angles are true, projections are perpendicular, and keys move the arrow inside the frame.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_ITEMS, SIDE, clamped, drawn, footOf, keyedArrow, leading, pointsOf, scaleOf, undrawn } from '../../../www/features/ratings/map-geometry.js';

/** @param {Partial<import('../../../www/core/ratings-protocol.js').Factors>} [change] */
const factors = (change = {}) => ({ rank: 3, users: ['a', 'b'], items: ['x', 'y', 'z'], titles: ['', '', ''],
  tastes: Float64Array.of(0.3, 0.4, 9, -1, 0, 9), places: Float64Array.of(3, 4, 9, 0, 1, 9, -2, 0, 9),
  biases: Float64Array.of(1, 3, 2), ...change });

test('the farthest item and the longest arrow reach the edge, by the leading two directions', () => {
  const { perItem, perUser } = scaleOf(factors());
  assert.ok(Math.abs(5 * perItem - 1 * perUser) < 1e-9);
  assert.ok(5 * perItem < SIDE / 2 && 5 * perItem > SIDE / 3);
  assert.deepEqual(scaleOf(factors({ tastes: new Float64Array(6), places: new Float64Array(9) })), { perItem: 1, perUser: 1 });
  assert.deepEqual(leading(Float64Array.of(7, 8), 1, 1), [8, 0], 'rank 1 has one direction');
});

test('drawing and its inverse agree, and y points up', () => {
  assert.deepEqual(drawn([0, 0], 10), [SIDE / 2, SIDE / 2]);
  assert.ok(drawn([0, 1], 10)[1] < SIDE / 2);
  const back = undrawn(drawn([0.25, -1.5], 37), 37);
  assert.ok(Math.hypot(back[0] - 0.25, back[1] + 1.5) < 1e-12);
});

test('the item with the largest bias is drawn first and largest', () => {
  const points = pointsOf(factors(), { perItem: 10, perUser: 1 });
  assert.deepEqual(points.map(({ item }) => item), [1, 2, 0]);
  assert.ok(points[0].radius > points[1].radius && points[1].radius > points[2].radius);
  const many = MOST_ITEMS + 5;
  const items = Array.from({ length: many }, (_, at) => `i${at}`);
  const drawnItems = pointsOf(factors({ items, places: new Float64Array(3 * many), biases: Float64Array.from(items, (_, at) => at) }), { perItem: 1, perUser: 1 });
  assert.equal(drawnItems.length, MOST_ITEMS);
  assert.ok(drawnItems.every(({ item }) => item >= 5), 'those with the lowest biases are left out');
  assert.ok(pointsOf(factors({ biases: new Float64Array(3) }), { perItem: 1, perUser: 1 }).every(({ radius }) => Number.isFinite(radius)));
});

test('the foot of a projection lies on the line of the arrow, perpendicular to it', () => {
  const [place, arrow] = [/** @type {[number, number]} */ ([2, -1]), /** @type {[number, number]} */ ([0.3, 0.9])];
  const foot = undrawn(footOf(place, arrow, 12) ?? [NaN, NaN], 12);
  assert.ok(Math.abs(foot[0] * arrow[1] - foot[1] * arrow[0]) < 1e-12, 'on the line');
  assert.ok(Math.abs((place[0] - foot[0]) * arrow[0] + (place[1] - foot[1]) * arrow[1]) < 1e-12, 'perpendicular');
  assert.equal(footOf(place, [0, 0], 12), null);
});

test('arrow keys move the tip, Shift by less, and the frame holds it', () => {
  const scale = { perItem: 1, perUser: 100 };
  const right = keyedArrow('ArrowRight', false, [0, 0], scale);
  const fine = keyedArrow('ArrowRight', true, [0, 0], scale);
  assert.ok(right && fine && right[0] > fine[0] && fine[0] > 0 && right[1] === 0);
  const up = keyedArrow('ArrowUp', false, [0, 0], scale);
  assert.ok(up && up[1] > 0 && up[0] === 0);
  assert.equal(keyedArrow('Enter', false, [0, 0], scale), null);
  assert.equal(keyedArrow('toString', false, [0, 0], scale), null);
  const far = clamped([99, -99], 100);
  assert.ok(drawn(far, 100).every((value) => value >= 0 && value <= SIDE));
});
