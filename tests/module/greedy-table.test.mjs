// The paths of the table of the search: what they allow, the lists that they stand for, and their printed parts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addingUp, listOfPath, movedPath } from '../../www/features/learn/lessons/pictures/greedy-table/search-run.js';

test('a row never stands left of the row above it', () => {
  assert.deepEqual(movedPath([1, 2], 0, 3, 4), [3, 3], 'a row pushes the next one to the right');
  assert.deepEqual(movedPath([1, 2], 1, 0, 4), [1, 1], 'the row above stops it');
  assert.deepEqual(movedPath([1, 2], 0, -5, 4), [0, 2]);
  assert.deepEqual(movedPath([1, 2], 1, Infinity, 4), [1, 3]);
});

test('every path is another list, and all of them are all places of the good documents', () => {
  /** @type {Set<string>} */
  const lists = new Set();
  for (let first = 0; first < 4; first += 1) {
    for (let second = first; second < 4; second += 1) lists.add(listOfPath([0, 1], [4, 2, 3], [first, second]).join());
  }
  assert.equal(lists.size, 10);
  assert.ok(lists.has('0,1,4,2,3') && lists.has('4,2,3,0,1') && lists.has('4,0,2,1,3'));
});

test('printed parts add up to the printed sum', () => {
  assert.deepEqual(addingUp([0.09575, -0.09368], 0.00207, 4), [0.0958, -0.0937]);
  assert.deepEqual(addingUp([0.0957, -0.0936], 0.0021, 3), [0.096, -0.094]);
});
