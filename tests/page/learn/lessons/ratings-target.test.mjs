// What a step of a lesson wants of the tab Ratings, step by step towards it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOf } from '../../../../www/features/learn/lessons/expressions.js';
import { ratingsTarget, towardsRatings } from '../../../../www/features/learn/lessons/ratings-target.js';
import { NO_RATINGS, reduceRatings } from '../../../../www/features/ratings/ratings-state.js';

/** @typedef {import('../../../../www/features/ratings/ratings-state.js').RatingsView} View */

test('words are read, others are refused with what is known', () => {
  const { target } = ratingsTarget(['whim=false', 'rank=1', 'c=10,30', 'train']);
  assert.deepEqual(target, { generated: { users: 300, items: 200, whim: false, scale: true, seed: 1 }, settings: { rank: 1, keep: 20, rounds: 3, c: [10, 30] }, isTrained: true });
  assert.equal(ratingsTarget([]).target?.isTrained, false);
  for (const words of ['train', ['rank'], ['rank=x'], ['rank=-1'], ['users=100000'], ['whim=1'], ['c='], ['__proto__=1'], ['constructor=1'], [null], [{}]]) assert.match(ratingsTarget(words).fault ?? '', /must be a list|is not train, or one of users/, JSON.stringify(words));
});

test('a step generates, sets and trains by the actions of a user, and waits in between', () => {
  const { target } = ratingsTarget(['users=40', 'rank=2', 'train']);
  assert.ok(target);
  /** @type {View} */
  let view = NO_RATINGS;
  assert.equal(towardsRatings(target, view), null, 'the worker is not awake');
  view = reduceRatings(view, { type: 'ratings/message', message: /** @type {any} */ ({ type: 'awake', settings: { rank: 3, keep: 20, rounds: 3, c: [1] }, generated: { users: 300 } }) });
  /** @type {string[]} */
  const seen = [];
  for (let next = towardsRatings(target, view); next !== undefined; next = towardsRatings(target, view)) {
    if (next && 'problem' in next) throw new Error(next.problem);
    seen.push(next?.type ?? 'wait');
    if (next) view = reduceRatings(view, next);
    else if (view.loading) view = { ...view, loading: null, data: /** @type {any} */ ({ load: view.loads, name: 'x' }) };
    else view = { ...view, run: view.run && { ...view.run, status: 'done' }, trained: /** @type {any} */ ({ settings: view.run?.settings }) };
  }
  assert.deepEqual(seen, ['ratings/generated', 'ratings/open', 'wait', 'ratings/settings', 'ratings/c', 'ratings/train', 'wait']);
  const one = ratingsTarget(['users=40', 'rank=1', 'train']).target;
  assert.ok(one);
  assert.deepEqual(towardsRatings(one, view), { type: 'ratings/settings', change: { rank: 1, keep: 20, rounds: 3 } }, 'a trained run with other settings is not enough');
  assert.deepEqual(towardsRatings(one, { ...view, crash: 'It ended.' }), { problem: 'It ended.' });
  const failed = { ...view, settings: { ...view.settings, rank: 1 } };
  assert.deepEqual(towardsRatings(one, { ...failed, problem: { field: 'rank', message: 'too large' } }), { problem: 'too large' });
  assert.deepEqual(towardsRatings(one, { ...failed, run: { id: 9, settings: failed.settings, status: 'failed', done: 0, of: 1, steps: [], message: 'No.' } }), { problem: 'No.' });
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
