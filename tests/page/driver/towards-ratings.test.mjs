// The way to ratings, settings and a run in the mode Ratings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { towardsRatings } from '../../../www/features/driver/towards-ratings.js';
import { ratingsTarget } from '../../../www/features/learn/lessons/ratings-target.js';
import { NO_RATINGS, reduceRatings } from '../../../www/features/ratings/ratings-state.js';

/** @typedef {import('../../../www/features/ratings/ratings-state.js').RatingsView} View */

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
