// The state of the panel of ratings: what is read, runs, and the arrow of a user.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_RATINGS, isReady, learnedRow, numbersOf, reduceRatings, shownRow } from '../../../www/features/ratings/ratings-state.js';

/** @typedef {import('../../../www/features/ratings/ratings-state.js').RatingsView} RatingsView */
/** @typedef {import('../../../www/features/ratings/ratings-state.js').RatingsAction} RatingsAction */
/** @typedef {import('../../../www/core/ratings-protocol.js').FromRatings} FromRatings */

const DEFAULTS = { rank: 2, c: [30, 100], keep: 20, grades: 'ceil' };
/** @type {import('../../../www/core/ratings-protocol.js').RatingsSource} */
const GENERATED = { kind: 'generated', options: { users: 3, items: 4 } };
const REPORT = { lines: 13, ratings: 12, replaced: 0, users: 3, items: 4, grades: [0, 3, 3, 6] };
const PROBLEM = { field: 'rank', message: '0 is too small' };

/** @param {RatingsView} state @param {...RatingsAction} actions */
const after = (state, ...actions) => actions.reduce(reduceRatings, state);
/** @param {unknown} message @returns {RatingsAction} */
const from = (message) => ({ type: 'ratings/message', message: /** @type {FromRatings} */ (message) });

const awake = after(NO_RATINGS, from({ type: 'awake', settings: DEFAULTS, generated: { users: 300, items: 200 } }));
const loaded = after(awake, { type: 'ratings/open', source: GENERATED }, from({ type: 'read', load: 1, report: REPORT }));
const factors = { rank: 2, users: ['a', 'b', 'c'], items: ['w', 'x', 'y', 'z'], titles: ['', '', '', ''],
  tastes: Float64Array.of(1, 0, 3, -4, 0, 2), places: new Float64Array(8), biases: new Float64Array(4) };
const trainedMessage = (/** @type {number} */ run) => ({ type: 'trained', run, result: { methods: [] }, kept: {}, factors, slacks: [], slowest: 1 });
const trained = after(loaded, { type: 'ratings/train' }, from(trainedMessage(1)));

test('the worker fills in the defaults once, and a worker that replaces it changes no setting', () => {
  assert.deepEqual([awake.settings, awake.c, awake.generated], [DEFAULTS, '30, 100', { users: 300, items: 200 }]);
  const changed = after(awake, { type: 'ratings/settings', change: { rank: 5 } }, { type: 'ratings/lost', message: 'gone' });
  assert.deepEqual([changed.isAwake, changed.crash], [false, 'gone']);
  const again = after(changed, from({ type: 'awake', settings: DEFAULTS, generated: {} }));
  assert.deepEqual([again.isAwake, again.settings.rank, again.generated.users], [true, 5, 300]);
});

test('values of C are numbers in a text', () => {
  assert.deepEqual(numbersOf('30, 100;1e3 0.5'), [30, 100, 1000, 0.5]);
  assert.deepEqual(numbersOf('1, x'), [1, Number.NaN]);
  const typed = after(awake, { type: 'ratings/c', text: '7,' });
  assert.deepEqual([typed.c, typed.settings.c], ['7,', [7]]);
});

test('a source is read, and replies to an older one are ignored', () => {
  const one = after(awake, { type: 'ratings/open', source: GENERATED });
  const two = after(one, { type: 'ratings/open', source: GENERATED });
  assert.equal(two.loading?.load, 2);
  assert.equal(after(two, from({ type: 'read', load: 1, report: REPORT })), two);
  assert.equal(after(two, from({ type: 'reading', load: 2, ratings: 7 })).loading?.ratings, 7);
  const read = after(two, from({ type: 'read', load: 2, report: REPORT }));
  assert.deepEqual([read.loading, read.data], [null, { load: 2, name: 'Generated ratings', grades: 'ceil', report: REPORT }]);
  // A new worker reads the same source again; its reply changes nothing.
  assert.equal(after(read, from({ type: 'read', load: 2, report: REPORT })), read);
});

test('a bad file leaves the ratings before, and their result', () => {
  const failure = { message: 'line 3', problems: [], total: 1 };
  const bad = after(trained, { type: 'ratings/open', source: GENERATED }, from({ type: 'unreadable', load: 2, failure }));
  assert.deepEqual([bad.data, bad.trained, bad.loading], [trained.data, trained.trained, null]);
  assert.equal(bad.failure?.failure, failure);
  assert.equal(after(bad, { type: 'ratings/open', source: GENERATED }).failure, null);
  const other = after(bad, { type: 'ratings/open', source: GENERATED }, from({ type: 'read', load: 3, report: REPORT }));
  assert.deepEqual([other.trained, other.run, other.view], [null, null, null]);
});

test('Train needs ratings, sound settings and a free worker', () => {
  assert.equal(after(awake, { type: 'ratings/train' }), awake);
  assert.ok(isReady(loaded));
  const wrong = after(loaded, from({ type: 'checked', check: 1, problem: PROBLEM, kept: null }));
  assert.equal(after(wrong, { type: 'ratings/train' }), wrong);
  const running = after(loaded, { type: 'ratings/train' });
  assert.deepEqual([running.run?.status, running.runs, isReady(running)], ['training', 1, false]);
  assert.equal(after(running, { type: 'ratings/train' }), running);
});

test('steps are collected, and a refusal ends the run', () => {
  const running = after(loaded, { type: 'ratings/train' });
  const step = (/** @type {number} */ turn) => ({ c: 30, isFinal: false, heldOut: null, step: { turn } });
  const some = after(running, from({ type: 'progress', run: 1, done: 1, of: 4, steps: [step(0)] }), from({ type: 'progress', run: 1, done: 2, of: 4, steps: [step(1), step(2)] }));
  assert.deepEqual([some.run?.done, some.run?.of, some.run?.steps.map((one) => one.step.turn)], [2, 4, [0, 1, 2]]);
  assert.equal(after(some, from({ type: 'progress', run: 9, done: 3, of: 4, steps: [] })), some);
  const refused = after(some, from({ type: 'refused', run: 1, problem: PROBLEM }));
  assert.deepEqual([refused.run?.status, refused.run?.message], ['failed', PROBLEM.message]);
});

test('Cancel keeps the run before, and late replies of the cancelled run are ignored', () => {
  const cancelled = after(trained, { type: 'ratings/train' }, { type: 'ratings/cancel' });
  assert.deepEqual([cancelled.run?.status, cancelled.trained], ['cancelled', trained.trained]);
  assert.match(cancelled.run?.message ?? '', /run before is still shown/);
  assert.equal(after(cancelled, from(trainedMessage(2))), cancelled);
  assert.equal(after(cancelled, { type: 'ratings/cancel' }), cancelled, 'nothing is left to cancel');
});

test('the user with the longest arrow is shown first, and stays over a further run', () => {
  assert.equal(trained.user, 1);
  const chosen = after(trained, { type: 'ratings/user', user: 2 }, { type: 'ratings/train' }, from(trainedMessage(2)));
  assert.deepEqual([chosen.user, chosen.trained?.run], [2, 2]);
});

test('the arrow replaces the first two numbers of the row, until it is reset or another user is chosen', () => {
  assert.ok(trained.trained);
  assert.deepEqual(learnedRow(trained.trained, 1), [3, -4]);
  const moved = after(trained, { type: 'ratings/arrow', arrow: [0.5, 6] });
  assert.deepEqual(shownRow(moved), [0.5, 6]);
  assert.deepEqual(shownRow(after(moved, { type: 'ratings/arrow', arrow: null })), [3, -4]);
  assert.deepEqual(shownRow(after(moved, { type: 'ratings/user', user: 0 })), [1, 0]);
  const three = { ...trained, user: 0, trained: { ...trained.trained, factors: { ...factors, rank: 3, users: ['a', 'b'] } } };
  assert.deepEqual(shownRow(after(three, { type: 'ratings/arrow', arrow: [9, 8] })), [9, 8, 3], 'the third direction stays');
  assert.deepEqual(shownRow(loaded), []);
});

test('a view counts if it is that of the shown user and run', () => {
  const view = { request: 1, run: 1, user: 1, rated: {}, view: {} };
  assert.ok(after(trained, from({ type: 'tasted', ...view })).view);
  assert.equal(after(trained, from({ type: 'tasted', ...view, user: 0 })), trained);
  assert.equal(after(trained, from({ type: 'tasted', ...view, run: 4 })), trained);
});

test('without its worker the result stays, and the arrow is the learned one', () => {
  const lost = after(trained, { type: 'ratings/arrow', arrow: [1, 1] }, { type: 'ratings/train' }, { type: 'ratings/lost', message: 'memory ran out' });
  assert.deepEqual([lost.run?.status, lost.trained?.isLive, lost.arrow, lost.isAwake], ['failed', false, null, false]);
});

test('a lost worker reads no more; one that is replaced leaves to the next what was asked for', () => {
  const reading = after(trained, { type: 'ratings/open', source: GENERATED });
  assert.equal(after(reading, { type: 'ratings/lost', message: 'memory ran out' }).loading, null);
  const replaced = after(reading, { type: 'ratings/replaced' });
  assert.deepEqual([replaced.loading, replaced.isAwake, replaced.crash, replaced.trained?.isLive], [reading.loading, false, '', false]);
});
