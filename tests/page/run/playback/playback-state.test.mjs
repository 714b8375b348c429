// Play, slow motion, the pages of the ledger, and going back, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { canWalk, keyTarget, needsTraining } from '../../../../www/features/run/playback/playback-state.js';
import { isMoving } from '../../../../www/store/activity.js';

/** @typedef {import('../../../../www/app/reducer.js').State} State */
/** @typedef {import('../../../../www/app/reducer.js').Action} Action */
/** @typedef {import('../../../../www/features/inspect/certificate/certificate-state.js').LedgerRow} LedgerRow */

const settings = /** @type {import('../../../../www/core/protocol.js').TrainingSettings} */ ({ method: 'dorm', c: 10 });
const catalog = /** @type {import('../../../../www/core/protocol.js').Catalog} */ ({ defaults: settings });
const request = /** @type {import('../../../../www/features/data/data-state.js').DataRequest} */ ({ sample: null, name: 'mine.txt', settings: {} });
const summaries = /** @type {import('../../../../www/core/protocol.js').Summaries} */ ({ train: {}, valid: null, test: null });
const overview = /** @type {import('../../../../www/core/protocol.js').Overview} */ ({});
const stop = /** @type {import('../../../../www/core/protocol.js').Stop} */ ({ reason: 'converged' });
const plane = /** @type {LedgerRow} */ ({ slack: 3, found_at: 1, query: 7, id: 'q7' });
const motion = /** @type {import('../../../../www/features/run/playback/playback-state.js').Motion} */ ({ iteration: 2 });

/** @param {number} run @param {number[]} iterations @returns {Action} */
const reports = (run, ...iterations) => ({ type: 'reports', run, phase: null, seconds: iterations, reports: iterations.map((iteration) => /** @type {import('../../../../www/core/protocol.js').StepReport} */ ({ iteration })) });

/** A run paused at iteration 4. @type {Action[]} */
const paused = [{ type: 'load', request }, { type: 'loaded', load: 1, summaries }, { type: 'prepared', run: 1, overview }, reports(1, 0, 1, 2, 3, 4), { type: 'paused', run: 1 }];
/** @type {Action[]} */
const slow = [...paused, { type: 'playback/slow motion', open: true }];
/** @param {number} iteration @returns {Action} */
const cursor = (iteration) => ({ type: 'cursor', iteration });
/** @type {Action} */
const step = { type: 'step' };
/** @type {Action} */
const next = { type: 'playback/walk', by: 1 };
/** @type {Action} */
const previous = { type: 'playback/walk', by: -1 };
/** @type {Action} */
const tick = { type: 'playback/tick' };

/** @param {Action[]} actions @returns {State} */
const after = (...actions) => actions.reduce(reduce, initialState(catalog, 'system'));
/** @param {State} state */
const at = ({ cursor: { iteration }, playback: { phase }, run }) => [iteration, phase, run?.status];

/** @type {[string, Action[], (state: State) => unknown, unknown][]} */
const cases = [
  ['Play from the end begins at the start', [...paused, { type: 'playback/play', on: true }], ({ playback, cursor: { iteration } }) => [playback.playing, iteration], [true, 0]],
  ['Play goes on from the middle', [...paused, cursor(2), { type: 'playback/play', on: true }], ({ playback, cursor: { iteration } }) => [playback.playing, iteration], [true, 2]],
  ['slow motion of a finished run begins with the first iteration', [...paused, { type: 'stopped', run: 1, stop }, { type: 'playback/slow motion', open: true }], at, [0, 0, 'stopped']],
  ['but stays at an iteration that the reader chose', [...paused, { type: 'stopped', run: 1, stop }, cursor(2), { type: 'playback/slow motion', open: true }], at, [2, 0, 'stopped']],
  ['iterations follow each other while it trains', [...paused, { type: 'train' }], isMoving, true],
  ['and while they are played', [...paused, { type: 'playback/play', on: true }], isMoving, true],
  ['and while many steps are made', [...paused, { type: 'step', steps: 5 }], isMoving, true],
  ['one step is waited for', [...paused, step], isMoving, false],
  ['at rest nothing follows', paused, isMoving, false],
  ['a tick moves one iteration', [...paused, cursor(1), { type: 'playback/play', on: true }, tick], ({ playback, cursor: { iteration } }) => [playback.playing, iteration], [true, 2]],
  ['playing ends at the newest, which the cursor then follows', [...paused, cursor(3), { type: 'playback/play', on: true }, tick], ({ playback, cursor: now }) => [playback.playing, now], [false, { iteration: 4, follow: true }]],
  ['a late tick moves nothing', [...paused, cursor(1), { type: 'playback/play', on: true }, { type: 'playback/play', on: false }, tick], ({ cursor: { iteration } }) => iteration, 1],
  ['a hand on the cursor stops Play', [...paused, { type: 'playback/play', on: true }, cursor(3)], ({ playback }) => playback.playing, false],
  ['nothing is played without iterations', [{ type: 'load', request }, { type: 'loaded', load: 1, summaries }, { type: 'playback/play', on: true }], ({ playback }) => playback.playing, false],

  ['phases go on into the next iteration', [...slow, cursor(1), next, next, next, next], at, [2, 0, 'paused']],
  ['and back into the one before', [...slow, cursor(1), previous], at, [0, 3, 'paused']],
  ['before the first phase is nothing', [...slow, cursor(0), previous], at, [0, 0, 'paused']],
  ['a chosen phase stays when the iteration changes', [...slow, { type: 'playback/phase', phase: 2 }, cursor(1)], at, [1, 2, 'paused']],
  ['Step is a phase where the iteration is done', [...slow, cursor(1), step], at, [1, 1, 'paused']],
  ['Step is a phase until the QP', [...slow, step], at, [4, 1, 'paused']],
  ['then it trains, and the cursor stays', [...slow, step, step, reports(1, 5)], at, [4, 2, 'stepping']],
  ['then it goes on to the update', [...slow, step, step, reports(1, 5), { type: 'paused', run: 1 }, step], at, [4, 3, 'paused']],
  ['and to the next iteration, which the cursor follows', [...slow, step, step, reports(1, 5), { type: 'paused', run: 1 }, step, step], (state) => [...at(state), state.cursor.follow], [5, 0, 'paused', true]],
  ['Step without slow motion trains', [...paused, step], at, [4, 0, 'stepping']],
  ['whole iterations are made whatever is open', [...slow, { type: 'playback/phase', phase: 2 }, { ...step, steps: 1, whole: true }], (state) => [...at(state), state.cursor.follow, state.run?.steps], [4, 2, 'stepping', true, 1]],
  ['even where the next phase is there already', [...slow, cursor(1), { ...step, steps: 1, whole: true }], at, [1, 0, 'stepping']],
  ['Step with other settings starts another run', [...slow, { type: 'settings', change: { c: 1 } }, step], ({ run, playback }) => [run?.id, run?.status, playback.phase], [2, 'stepping', 0]],
  ['at the end of a run there is no phase after the QP', [...slow, { type: 'stopped', run: 1, stop }, next, next, next], (state) => [...at(state), canWalk(state), needsTraining(state)], [4, 2, 'stopped', false, false]],
  ['what training is needed for is known', [...slow, next], needsTraining, true],

  ['another order begins at the first row', [...paused, { type: 'certificate/page', change: { offset: 20 } }, { type: 'certificate/page', change: { order: 'found_at' } }], ({ certificate: { page } }) => page, { order: 'found_at', descending: true, offset: 0, count: 10 }],
  ['the page stays when the iteration changes', [...paused, { type: 'certificate/page', change: { offset: 20 } }, cursor(2)], ({ certificate: { page } }) => page.offset, 20],
  ['a plane opens its query at its birth', [...paused, cursor(3), { type: 'certificate/open plane', plane }], ({ query, cursor: { iteration } }) => [query, iteration], [7, 1]],
  ['and the way back leads to where one was', [...paused, { type: 'query', query: 2 }, cursor(3), { type: 'certificate/open plane', plane }, { type: 'certificate/open plane', plane: { ...plane, found_at: 0 } }, { type: 'certificate/back' }], ({ query, cursor: { iteration }, certificate }) => [query, iteration, certificate.back], [2, 3, null]],
  ['slow motion makes room for a plane and comes back', [...slow, cursor(3), { type: 'certificate/open plane', plane }, { type: 'certificate/back' }], ({ panels }) => panels['slow-motion'], true],
  ['meanwhile it is closed', [...slow, cursor(3), { type: 'certificate/open plane', plane }], ({ panels }) => panels['slow-motion'], false],
  ['a plane of all queries leaves the query', [...paused, { type: 'query', query: 2 }, { type: 'certificate/open plane', plane: { ...plane, query: undefined, id: undefined } }], ({ query }) => query, 2],
  ['who moves back by hand needs no way back', [...paused, cursor(3), { type: 'certificate/open plane', plane }, cursor(3)], ({ certificate }) => certificate.back, null],
  ['another run forgets all this', [...slow, { type: 'playback/motion', run: 1, motion, problem: '' }, cursor(3), { type: 'certificate/open plane', plane }, { type: 'reset' }], ({ playback, certificate }) => [playback.motion, certificate.back], [null, null]],
  ['answers about another run are dropped', [...slow, { type: 'reset' }, { type: 'playback/motion', run: 1, motion, problem: '' }], ({ playback }) => playback.motion, null],
];

for (const [name, actions, read, expected] of cases) test(name, () => assert.deepEqual(read(after(...actions)), expected));

test('keys move to iterations', () => {
  /** @type {[string, number, number, number | null][]} */
  const keys = [['ArrowLeft', 3, 9, 2], ['ArrowLeft', 0, 9, 0], ['ArrowRight', 3, 9, 4], ['ArrowRight', 9, 9, 9], ['Home', 3, 9, 0], ['End', 3, 9, 9], ['ArrowUp', 3, 9, null], ['a', 3, 9, null], ['End', 0, 0, null]];
  for (const [key, iteration, end, expected] of keys) assert.equal(keyTarget(key, iteration, end), expected, `${key} at ${iteration} of ${end}`);
});
