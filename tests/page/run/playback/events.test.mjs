// Ticks on the slider stand at the realignments of the run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventShares } from '../../../../www/features/run/playback/events.js';

/** @param {number[]} rounds @returns {any} */
const run = (rounds) => ({ reports: rounds.map((round, iteration) => ({ iteration, round })) });

test('a tick stands where a round begins, as a share of the run', () => {
  assert.deepEqual(eventShares(run([0, 0, 1, 1, 2])), ['0.5', '1']);
  assert.deepEqual(eventShares(run([0, 0, 0])), []);
  assert.deepEqual(eventShares(null), []);
});

test('ten thousand events are at most a few hundred ticks', () => {
  assert.ok(eventShares(run(Array.from({ length: 10_000 }, (_, at) => at))).length <= 401);
});
