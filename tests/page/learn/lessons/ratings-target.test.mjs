// What a step of a lesson wants of the mode Ratings, and what it says of the result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOf } from '../../../../www/features/learn/lessons/expressions.js';
import { ratingsTarget } from '../../../../www/features/learn/lessons/ratings-target.js';

test('words are read, others are refused with what is known', () => {
  const { target } = ratingsTarget(['whim=false', 'rank=1', 'c=10,30', 'train']);
  assert.deepEqual(target, { generated: { users: 300, items: 200, noise: false, scale: true, seed: 1 }, settings: { rank: 1, keep: 20, rounds: 3, c: [10, 30] }, isTrained: true });
  assert.equal(ratingsTarget([]).target?.isTrained, false);
  for (const words of ['train', ['rank'], ['rank=x'], ['rank=-1'], ['users=100000'], ['whim=1'], ['c='], ['__proto__=1'], ['constructor=1'], [null], [{}]]) assert.match(ratingsTarget(words).fault ?? '', /must be a list|is not train, or one of users/, JSON.stringify(words));
});

test('expressions read the result', () => {
  const behind = [{ difference: 0.25, low: 0.125, high: 0.5 }];
  const now = /** @type {any} */ ({ ratings: { measures: ['NDCG@10', 'ERU'], methods: [{ name: 'item-mean', means: [0.5, 0.75], behind }, { name: 'ranking', means: [0.75, null], behind: [] }] } });
  const value = (/** @type {object} */ sum) => numberOf(/** @type {any} */ (sum), { now });
  assert.equal(value({ value: 'ratings.mean' }), 0.75);
  assert.equal(value({ value: 'ratings.mean', of: 'item-mean', measure: 'eru' }), 0.75);
  assert.deepEqual(['ahead', 'low', 'high'].map((name) => value({ value: `ratings.${name}`, of: 'item-mean' })), [0.25, 0.125, 0.5]);
  for (const sum of [{ value: 'ratings.mean', measure: 'ERU' }, { value: 'ratings.ahead' }, { value: 'ratings.mean', of: 'x' }, { value: 'ratings.mean', measure: 'x' }]) assert.throws(() => value(sum), /the run has no/);
  assert.throws(() => numberOf(/** @type {any} */ ({ value: 'ratings.mean' }), { now: /** @type {any} */ ({ ratings: null }) }), /the run has no/);
});
