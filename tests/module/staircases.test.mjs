// The staircases of the picture are the step functions that the core reports.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printedParts } from '../../www/features/learn/lessons/pictures/staircases/draw-stairs.js';
import { cornersOf, heightAt, liftOf, stairsOf } from '../../www/features/learn/lessons/pictures/staircases/rounds.js';

const STEPS = { feature: 1, thresholds: [0.2, 0.6], values: [0, 0.3, 0.5] };
const stump = (/** @type {number} */ threshold, /** @type {number} */ weight) => ({ weight, weak: { kind: /** @type {const} */ ('stump'), feature: 1, threshold } });

test('a feature has a staircase once a round has chosen it', () => {
  const stairs = stairsOf({ scorer: { kind: 'additive', terms: [stump(0.6, 0.2), stump(0.2, 0.3)] }, uses: [], steps: [STEPS], histograms: [] }, 3);
  assert.deepEqual(stairs.map(({ chosen }) => chosen), [0, 2, 0]);
  assert.deepEqual(stairs.map(({ newest }) => newest?.threshold ?? null), [null, 0.2, null]);
  assert.deepEqual(stairs.map(({ steps }) => steps), [null, STEPS, null]);
});

test('the newest stump lifts the staircase from its threshold on', () => {
  assert.deepEqual(cornersOf(STEPS, [0, 1]), [[0, 0], [0.2, 0], [0.2, 0.3], [0.6, 0.3], [0.6, 0.5], [1, 0.5]]);
  assert.deepEqual(liftOf(STEPS, [0, 1], { feature: 1, threshold: 0.6, weight: 0.2 }), [[0.6, 0.5], [1, 0.5], [1, 0.3], [0.6, 0.3]]);
});

test('the printed parts of a score add up to the printed score', () => {
  const parts = printedParts([0.3044, 0.2744, 0.4244, 0, -0.1844, 0.5144].map((part) => ({ value: 0, part })));
  assert.equal(parts.reduce((sum, part) => sum + part, 0).toFixed(3), '1.333');
  assert.deepEqual(parts.map((part) => part.toFixed(3)), ['0.304', '0.274', '0.424', '0.000', '-0.183', '0.514']);
});

test('a staircase adds the height of its step, and a value on a threshold stays below', () => {
  assert.deepEqual([0, 0.2, 0.3, 0.6, 0.7].map((value) => heightAt(STEPS, value)), [0, 0, 0.3, 0.3, 0.5]);
});
