// Orders that lists disagree about, places that are free, and where links cross.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crossing } from '../../www/features/learn/lessons/pictures/ties/layouts.js';
import { bandsOf, exchanged, factorial, inversions, listsWithin } from '../../www/features/learn/lessons/pictures/ties/orders.js';

test('every pair in another order is found once', () => {
  assert.deepEqual(inversions([0, 1, 2], [0, 1, 2]), []);
  assert.deepEqual(inversions([0, 1, 2], [1, 2, 0]), [[0, 1], [0, 2]]);
  assert.deepEqual(exchanged([3, 1, 2], [3, 2]), [2, 1, 3]);
});

test('bands join neighbours that may be exchanged, and multiply to the number of lists', () => {
  const bands = bandsOf([true, false, false, true, true, true]);
  assert.deepEqual(bands, [[0, 1], [3, 6]]);
  assert.equal(listsWithin(bands), 48);
  assert.equal(listsWithin([]), 1);
  assert.equal(factorial(7), 5040);
});

test('two links cross only where their order changes', () => {
  assert.equal(crossing(0, 100, [0, 10], [20, 30]), null);
  assert.deepEqual(crossing(0, 100, [0, 10], [10, 0])?.map((place) => Math.round(place)), [50, 5]);
  const [x, y] = crossing(0, 100, [0, 30], [10, 20]) ?? [0, 0];
  assert.ok(x > 30 && x < 70 && y > 10 && y < 20, `${x}, ${y}`);
});
