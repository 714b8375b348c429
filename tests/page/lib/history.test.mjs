// Lists that grow without copies, and old states of them that do not change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History, accumulated } from '../../../www/lib/history.js';

/** @param {number} from @param {number} to */
const numbers = (from, to) => Array.from({ length: to - from }, (_, at) => from + at);
/** @param {History<number>} list @param {number} to */
const grown = (list, to) => list.withAll(numbers(list.length, to), numbers(list.length, to));
/** @param {{ readonly length: number, at(place: number): number | undefined, [Symbol.iterator](): Iterator<number> }} list */
const sum = (list) => accumulated(list, 'sum', () => ({ sum: 0, steps: 0 }), (made, item) => {
  made.sum += item ?? 0;
  made.steps += 1;
});

test('a longer state is a new object over the same storage, and the old state stays', () => {
  const old = grown(new History(), 3);
  const now = grown(old, 5);
  assert.notEqual(now, old);
  assert.equal(now.storage, old.storage);
  assert.deepEqual([[...old], [...now]], [[0, 1, 2], [0, 1, 2, 3, 4]]);
  assert.deepEqual([old.at(3), old.at(-1), now.at(3), now.at(-1), now.at(-9)], [undefined, 2, 3, 4, undefined]);
  assert.equal(now.withAll([], []), now, 'without values nothing has changed');
});

test('two states that continue the same one do not see each other', () => {
  const old = grown(new History(), 3);
  const [one, other] = [old.withAll([3], [30]), old.withAll([3], [31])];
  assert.deepEqual([[...old], [...one], [...other]], [[0, 1, 2], [0, 1, 2, 30], [0, 1, 2, 31]]);
  assert.notEqual(one.storage, other.storage);
});

test('a value inside is replaced in the new state alone, and a skipped place is undefined', () => {
  const old = grown(new History(), 3);
  assert.deepEqual([...old.withAll([1], [9])], [0, 9, 2]);
  assert.deepEqual([...old.withAll([4], [9])], [0, 1, 2, undefined, 9]);
  assert.deepEqual([...old], [0, 1, 2]);
});

test('a result continues with the new values, and an older state has its own', () => {
  const old = grown(new History(), 1000);
  assert.deepEqual(sum(old), { sum: 499_500, steps: 1000 });
  const now = grown(old, 1001);
  assert.deepEqual(sum(now), { sum: 500_500, steps: 1001 });
  assert.equal(sum(now), sum(grown(now, 1002)), 'one result of one storage');
  assert.equal(sum(old).sum, 499_500);
  assert.equal(sum(now.withAll([0], [7])).sum, 500_507, 'a copy begins anew');
  assert.equal(sum([1, 2]).sum, 3);
});
