// The geometry of the pad, and the places of the ranks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRAMES, HEIGHT, WIDTH, drawn, footOf, keyedPoint, keyedWeights, tipOf, undrawn, weightsAt } from '../../../www/features/sketch/pad-geometry.js';
import { rankLabels } from '../../../www/features/sketch/rank-labels.js';
import { padOf } from '../../../www/features/sketch/presets.js';

/** @typedef {[number, number]} Pair */

/** @param {Pair | null} actual @param {Pair} expected */
const near = (actual, expected) => assert.ok(actual && Math.hypot(actual[0] - expected[0], actual[1] - expected[1]) < 1e-9, `${actual} is not ${expected}`);

const { unit, wide } = FRAMES;

test('features are drawn and read back; y points up', () => {
  near(drawn([0, 0], wide), [WIDTH / 2, HEIGHT / 2]);
  near(drawn([0.5, 0.5], unit), [WIDTH / 2, HEIGHT / 2]);
  assert.ok(drawn([0, 1], wide)[1] < HEIGHT / 2);
  for (const frame of [unit, wide]) near(undrawn(drawn([-1.25, 1.5], frame), frame), [-1.25, 1.5]);
  for (const corner of /** @type {Pair[]} */ ([[2, 2], [-2, -2]])) assert.ok(drawn(corner, wide).every((value) => value > 10 && value < HEIGHT), 'points at the edge are inside');
});

test('the arrow has the direction of w, a growing length, and an inverse', () => {
  let before = 0;
  for (const length of [0.001, 0.1, 0.5, 1, 3, 20]) {
    const w = /** @type {Pair} */ ([0.6 * length, -0.8 * length]);
    const tip = tipOf(w, wide);
    const reach = Math.hypot(...tip);
    assert.ok(reach > before && reach < 2, `${reach}`);
    near([tip[0] / reach, tip[1] / reach], [0.6, -0.8]);
    near(weightsAt(tip, wide), w);
    near(weightsAt(tipOf(w, unit), unit), w);
    before = reach;
  }
  near(tipOf([0, 0], wide), [0, 0]);
  near(tipOf([0, 0], unit), [0.5, 0.5]);
  near(weightsAt([0, 0], wide), [0, 0]);
  assert.ok(Math.hypot(...weightsAt([50, 0], wide)) < 100, 'a tip far outside is taken back');
});

test('the foot is the nearest point of the line', () => {
  near(footOf([1, 1], [2, 0], wide), [1, 0]);
  near(footOf([1, 1], [2, 0], unit), [1, 0.5]);
  near(footOf([1, 0], [1, 1], wide), [0.5, 0.5]);
  assert.equal(footOf([1, 1], [0, 0], wide), null);
});

test('keys turn and lengthen w, and move documents', () => {
  const turned = keyedWeights('ArrowLeft', false, [1, 0]);
  near(turned, [Math.cos(Math.PI / 36), Math.sin(Math.PI / 36)]);
  near(keyedWeights('ArrowRight', false, turned ?? [0, 0]), [1, 0]);
  near(keyedWeights('ArrowUp', false, [1, 0]), [1.1, 0]);
  near(keyedWeights('ArrowDown', false, [1.1, 0]), [1, 0]);
  near(keyedWeights('ArrowUp', false, [0, 0]), [0.1, 0]);
  assert.equal(keyedWeights('a', false, [1, 0]), null);
  assert.deepEqual(keyedPoint('ArrowLeft', false, { x: 0, y: 1 }, wide), { x: -0.1, y: 1 });
  assert.deepEqual(keyedPoint('ArrowUp', true, { x: 0, y: 0 }, wide), { x: 0, y: 0.01 });
  assert.equal(keyedPoint('constructor', false, { x: 0, y: 0 }, wide), null);
});

test('numbers of ranks never cover a document or another number', () => {
  let [shown, all] = [0, 0];
  for (const name of ['separable', 'tied-grades', 'two-clusters', 'ring', 'outlier-query', 'hopeless-query']) {
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const angle = (degrees * Math.PI) / 180;
      const w = /** @type {Pair} */ ([Math.cos(angle), Math.sin(angle)]);
      const marks = padOf(name)[0].documents.map(({ x, y }) => ({ place: drawn([x, y], wide), foot: drawn(footOf([x, y], w, wide) ?? [0, 0], wide) }));
      const labels = rankLabels(marks, [w[0], -w[1]], [drawn(tipOf(w, wide), wide)], 1.7);
      const seen = labels.filter((label) => label !== null);
      [shown, all] = [shown + seen.length, all + labels.length];
      for (const [at, label] of seen.entries()) {
        for (const { place } of marks) assert.ok(1.7 * Math.hypot(label[0] - place[0], label[1] - place[1]) >= 26);
        for (const other of seen.slice(0, at)) assert.ok(1.7 * Math.hypot(label[0] - other[0], label[1] - other[1]) >= 24);
      }
    }
  }
  assert.ok(shown > 0.9 * all, `${shown} of ${all} numbers have a place`);
});
