// The order of the ratings that training did not see.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldOut } from '../../../www/features/ratings/held-out.js';

test('only held-out ratings, the highest score first, ties as they are', () => {
  const rated = { items: [4, 7, 1, 3, 9], known: 2 };
  assert.deepEqual(heldOut(rated, [9, 8, 0.5, 0.7, 0.5]), [3, 2, 4]);
  assert.deepEqual(heldOut({ items: [4], known: 1 }, [1]), []);
});
