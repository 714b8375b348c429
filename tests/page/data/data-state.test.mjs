// Which features are off: places, words, and pictures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offText, pictureOf, placeInData } from '../../../www/features/data/data-state.js';

/** @param {number[]} without */
const data = (without) => /** @type {any} */ ({ request: { without, picture: { width: 2, height: 2 } } });

test('a feature of the run has its place among all features', () => {
  assert.deepEqual([0, 1, 2].map((feature) => placeInData(data([]), feature)), [0, 1, 2]);
  assert.deepEqual([0, 1, 2].map((feature) => placeInData(data([1, 2, 4]), feature)), [2, 4, 5]);
  assert.deepEqual([0, 1, 2].map((feature) => placeInData(data([2, 9]), feature)), [0, 2, 3]);
  assert.equal(placeInData(null, 3), 3);
});

test('it is said what is off, and since when', () => {
  /** @param {number[]} now @param {number[]} next */
  const told = (now, next) => offText(/** @type {any} */ ({ data: data(now), without: next }));
  assert.equal(told([], []), '');
  assert.equal(told([], [2]), '1 feature is off from the next training on.');
  assert.equal(told([2, 3, 5], [2, 3, 5]), '3 features are off.');
  assert.equal(told([2], []), 'All features are on from the next training on.');
});

test('documents without some of their pixels are no pictures', () => {
  assert.deepEqual(pictureOf(data([])), { width: 2, height: 2 });
  assert.equal(pictureOf(data([1])), null);
  assert.equal(pictureOf(null), null);
});
