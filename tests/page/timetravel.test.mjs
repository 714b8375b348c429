// Play, slow motion, the ledger's pages and the way back, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../www/reducer.js';
import { canWalk, isMoving, keyTarget, needsTraining } from '../../www/timetravel.js';

/** @typedef {import('../../www/reducer.js').State} State */
/** @typedef {import('../../www/reducer.js').Action} Action */
/** @typedef {import('../../www/timetravel.js').LedgerRow} LedgerRow */

const settings = /** @type {import('../../www/protocol.js').TrainingSettings} */ ({ method: 'dorm', c: 10 });
const catalog = /** @type {import('../../www/protocol.js').Catalog} */ ({ defaults: settings });
const request = /** @type {import('../../www/reducer.js').Request} */ ({ sample: null, name: 'mine.txt', settings: {} });
const summaries = /** @type {import('../../www/protocol.js').Summaries} */ ({ train: {}, valid: null, test: null });
const overview = /** @type {import('../../www/protocol.js').Overview} */ ({});
const stop = /** @type {import('../../www/protocol.js').Stop} */ ({ reason: 'converged' });
const plane = /** @type {LedgerRow} */ ({ slack: 3, born: 1, query: 7, id: 'q7' });
const motion = /** @type {import('../../www/timetravel.js').Motion} */ ({ iteration: 2 });

/** @param {number} run @param {number[]} iterations @returns {Action} */
const reports = (run, ...iterations) => ({ type: 'reports', run, phase: null, seconds: iterations, reports: iterations.map((iteration) => /** @type {import('../../www/protocol.js').StepReport} */ ({ iteration })) });

/** A run paused at iteration 4. @type {Action[]} */
const paused = [{ type: 'load', request }, { type: 'loaded', load: 1, summaries }, { type: 'prepared', run: 1, overview }, reports(1, 0, 1, 2, 3, 4), { type: 'paused', run: 1 }];
/** @type {Action[]} */
const slow = [...paused, { type: 'slow motion', open: true }];
/** @param {number} iteration @returns {Action} */
const cursor = (iteration) => ({ type: 'cursor', iteration });
/** @type {Action} */
const step = { type: 'step' };
/** @type {Action} */
const next = { type: 'walk', by: 1 };
/** @type {Action} */
const previous = { type: 'walk', by: -1 };
/** @type {Action} */
const tick = { type: 'play tick' };

/** @param {Action[]} actions @returns {State} */
const after = (...actions) => actions.reduce(reduce, initialState(catalog, 'system'));
/** @param {State} state */
const at = ({ cursor: { iteration }, travel: { phase }, run }) => [iteration, phase, run?.status];

/** @type {[string, Action[], (state: State) => unknown, unknown][]} */
const cases = [
  ['Play from the end begins at the start', [...paused, { type: 'play', on: true }], ({ travel, cursor: { iteration } }) => [travel.playing, iteration], [true, 0]],
  ['Play goes on from the middle', [...paused, cursor(2), { type: 'play', on: true }], ({ travel, cursor: { iteration } }) => [travel.playing, iteration], [true, 2]],
  ['iterations follow each other while it trains', [...paused, { type: 'train' }], isMoving, true],
  ['and while they are played', [...paused, { type: 'play', on: true }], isMoving, true],
  ['and while many steps are made', [...paused, { type: 'step', steps: 5 }], isMoving, true],
  ['one step is waited for', [...paused, step], isMoving, false],
  ['at rest nothing follows', paused, isMoving, false],
  ['a tick moves one iteration', [...paused, cursor(1), { type: 'play', on: true }, tick], ({ travel, cursor: { iteration } }) => [travel.playing, iteration], [true, 2]],
  ['playing ends at the newest, which the cursor then follows', [...paused, cursor(3), { type: 'play', on: true }, tick], ({ travel, cursor: now }) => [travel.playing, now], [false, { iteration: 4, follow: true }]],
  ['a late tick moves nothing', [...paused, cursor(1), { type: 'play', on: true }, { type: 'play', on: false }, tick], ({ cursor: { iteration } }) => iteration, 1],
  ['a hand on the cursor stops Play', [...paused, { type: 'play', on: true }, cursor(3)], ({ travel }) => travel.playing, false],
  ['nothing is played without iterations', [{ type: 'load', request }, { type: 'loaded', load: 1, summaries }, { type: 'play', on: true }], ({ travel }) => travel.playing, false],

  ['phases go on into the next iteration', [...slow, cursor(1), next, next, next, next], at, [2, 'oracle', 'paused']],
  ['and back into the one before', [...slow, cursor(1), previous], at, [0, 'update', 'paused']],
  ['before the first phase is nothing', [...slow, cursor(0), previous], at, [0, 'oracle', 'paused']],
  ['a chosen phase stays when the iteration changes', [...slow, { type: 'phase', phase: 'qp' }, cursor(1)], at, [1, 'qp', 'paused']],
  ['Step is a phase where the iteration is done', [...slow, cursor(1), step], at, [1, 'cut', 'paused']],
  ['Step is a phase until the QP', [...slow, step], at, [4, 'cut', 'paused']],
  ['then it trains, and the cursor stays', [...slow, step, step, reports(1, 5)], at, [4, 'qp', 'stepping']],
  ['then it goes on to the update', [...slow, step, step, reports(1, 5), { type: 'paused', run: 1 }, step], at, [4, 'update', 'paused']],
  ['and to the next iteration, which the cursor follows', [...slow, step, step, reports(1, 5), { type: 'paused', run: 1 }, step, step], (state) => [...at(state), state.cursor.follow], [5, 'oracle', 'paused', true]],
  ['Step without slow motion trains', [...paused, step], at, [4, 'oracle', 'stepping']],
  ['whole iterations are made whatever is open', [...slow, { type: 'phase', phase: 'qp' }, { ...step, steps: 1, whole: true }], (state) => [...at(state), state.cursor.follow, state.run?.steps], [4, 'qp', 'stepping', true, 1]],
  ['even where the next phase is there already', [...slow, cursor(1), { ...step, steps: 1, whole: true }], at, [1, 'oracle', 'stepping']],
  ['Step with other settings starts another run', [...slow, { type: 'settings', change: { c: 1 } }, step], ({ run, travel }) => [run?.id, run?.status, travel.phase], [2, 'stepping', 'oracle']],
  ['at the end of a run there is no phase after the QP', [...slow, { type: 'stopped', run: 1, stop }, next, next, next], (state) => [...at(state), canWalk(state), needsTraining(state)], [4, 'qp', 'stopped', false, false]],
  ['what training is needed for is known', [...slow, next], needsTraining, true],

  ['another order begins at the first row', [...paused, { type: 'ledger page', change: { offset: 20 } }, { type: 'ledger page', change: { order: 'born' } }], ({ travel: { page } }) => page, { order: 'born', descending: true, offset: 0, count: 10 }],
  ['the page stays when the iteration changes', [...paused, { type: 'ledger page', change: { offset: 20 } }, cursor(2)], ({ travel: { page } }) => page.offset, 20],
  ['a plane opens its query at its birth', [...paused, cursor(3), { type: 'open plane', plane }], ({ query, cursor: { iteration } }) => [query, iteration], [7, 1]],
  ['and the way back leads to where one was', [...paused, { type: 'query', query: 2 }, cursor(3), { type: 'open plane', plane }, { type: 'open plane', plane: { ...plane, born: 0 } }, { type: 'back' }], ({ query, cursor: { iteration }, travel }) => [query, iteration, travel.back], [2, 3, null]],
  ['slow motion makes room for a plane and comes back', [...slow, cursor(3), { type: 'open plane', plane }, { type: 'back' }], ({ panels }) => panels['slow-motion'], true],
  ['meanwhile it is closed', [...slow, cursor(3), { type: 'open plane', plane }], ({ panels }) => panels['slow-motion'], false],
  ['a plane of all queries leaves the query', [...paused, { type: 'query', query: 2 }, { type: 'open plane', plane: { ...plane, query: undefined, id: undefined } }], ({ query }) => query, 2],
  ['who moves back by hand needs no way back', [...paused, cursor(3), { type: 'open plane', plane }, cursor(3)], ({ travel }) => travel.back, null],
  ['another run forgets all this', [...slow, { type: 'motion', run: 1, motion }, cursor(3), { type: 'open plane', plane }, { type: 'reset' }], ({ travel }) => [travel.motion, travel.back], [null, null]],
  ['answers about another run are dropped', [...slow, { type: 'reset' }, { type: 'motion', run: 1, motion }], ({ travel }) => travel.motion, null],
];

for (const [name, actions, read, expected] of cases) test(name, () => assert.deepEqual(read(after(...actions)), expected));

test('keys lead to iterations', () => {
  /** @type {[string, number, number, number | null][]} */
  const keys = [['ArrowLeft', 3, 9, 2], ['ArrowLeft', 0, 9, 0], ['ArrowRight', 3, 9, 4], ['ArrowRight', 9, 9, 9], ['Home', 3, 9, 0], ['End', 3, 9, 9], ['ArrowUp', 3, 9, null], ['a', 3, 9, null], ['End', 0, 0, null]];
  for (const [key, iteration, end, expected] of keys) assert.equal(keyTarget(key, iteration, end), expected, `${key} at ${iteration} of ${end}`);
});
