// The weights, orders and sums of the picture of the decay profile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnBox, layoutOf, rankAt } from '../../www/features/learn/lessons/pictures/profile/layouts.js';
import { SHAPES, exponentAt, productsOf, sumOf, swapped } from '../../www/features/learn/lessons/pictures/profile/profile-run.js';

test('the slider goes from steep to flat, and is closed before flat', () => {
  assert.deepEqual([SHAPES.steep, SHAPES.usual, SHAPES.flat].map(exponentAt), [2, 0.5, 0]);
  assert.ok(exponentAt(SHAPES.closed) > 0.05);
});

test('two pages change places, and the sum of products falls with a falling weight', () => {
  assert.deepEqual(swapped([0, 1, 2], 0, 2), [2, 1, 0]);
  const scores = [3, 2, 1];
  const sum = (/** @type {number[]} */ order, /** @type {number[]} */ weights) => sumOf(productsOf(weights, order.map((page) => scores[page])));
  assert.ok(sum([0, 1, 2], [1, 0.5, 0.25]) > sum([2, 1, 0], [1, 0.5, 0.25]));
  assert.equal(sum([0, 1, 2], [1, 1, 1]), sum([2, 1, 0], [1, 1, 1]));
});

test('the middle of each bar is at its rank', () => {
  for (const isPhone of [false, true]) {
    const layout = layoutOf(isPhone);
    for (let rank = 0; rank < 5; rank += 1) {
      const { x, width } = columnBox(layout, rank);
      assert.equal(rankAt(layout, x + width / 2, 5), rank);
    }
    assert.deepEqual([rankAt(layout, -100, 5), rankAt(layout, 9999, 5)], [0, 4]);
  }
});
