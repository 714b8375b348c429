// The queue of questions to the worker: one at a time, always the newest, none for ever last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionQueue } from '../../www/questions.js';
import { initialState, reduce } from '../../www/reducer.js';

/** @typedef {import('../../www/reducer.js').State} State */
/** @typedef {import('../../www/reducer.js').Action} Action */
/** @typedef {import('../../www/protocol.js').FromWorker} FromWorker */

const settings = { method: 'dorm', decay: 'log', c: 1 };
const catalog = /** @type {import('../../www/protocol.js').Catalog} */ (/** @type {unknown} */ ({ defaults: settings, methods: [{ id: 'dorm', options: [] }] }));
const request = /** @type {import('../../www/reducer.js').Request} */ (/** @type {unknown} */ ({ name: 'data', train: {}, valid: null, test: null, holdOut: null, settings: {} }));
const report = (/** @type {number} */ iteration) => /** @type {import('../../www/protocol.js').StepReport} */ (/** @type {unknown} */ ({ iteration }));
const inspection = { query: 7, id: '7', documents: [{ grade: 1 }, { grade: 0 }], predicted: [0, 1], violator: [1, 0], reference: [0, 1] };
/** @param {number} iteration @returns {FromWorker & { type: 'look' }} */
const look = (iteration) => ({ type: 'look', look: /** @type {import('../../www/protocol.js').Look} */ (/** @type {unknown} */ ({ run: 1, iteration, rows: [], inspection, tab: 'rankings' })) });

/** A page with a run of five iterations. @param {...Action['type']} last actions on that run */
function page(...last) {
  let state = initialState(catalog, 'system');
  /** @type {string[]} */
  const posted = [];
  const store = /** @type {import('../../www/store.js').Store} */ (/** @type {unknown} */ ({ get: () => state }));
  const queue = questionQueue(store, (question) => posted.push('iteration' in question ? `${question.type} ${question.iteration}` : question.type));
  /** @param {...Action} actions */
  const act = (...actions) => {
    for (const action of actions) {
      state = reduce(state, action);
      queue.consider();
    }
  };
  /** @param {FromWorker} message @param {boolean} [shown] */
  const answer = (message, shown = true) => {
    queue.arrived(message);
    if (shown) act(/** @type {Action} */ (message));
    else queue.consider();
  };
  act({ type: 'load', request }, { type: 'loaded', load: 1, summaries: /** @type {import('../../www/protocol.js').Summaries} */ (/** @type {unknown} */ ({ train: {} })) },
    { type: 'prepared', run: 1, overview: /** @type {import('../../www/protocol.js').Overview} */ ({}) }, { type: 'train' },
    { type: 'reports', run: 1, phase: null, seconds: [], reports: [0, 1, 2, 3, 4].map(report) }, ...last.map((type) => /** @type {Action} */ ({ type, run: 1 })));
  return { act, answer, posted, queue };
}

test('one question at a time, and then the newest of its kind', () => {
  const { act, answer, posted } = page('pause', 'paused');
  assert.deepEqual(posted, ['look 4']);
  act({ type: 'cursor', iteration: 3 }, { type: 'cursor', iteration: 2 }, { type: 'cursor', iteration: 1 });
  assert.deepEqual(posted, ['look 4'], 'the open one has no answer yet');
  answer(look(4));
  assert.deepEqual(posted, ['look 4', 'look 1'], 'those between are never asked');
  answer(look(1));
  act({ type: 'cursor', iteration: 1 });
  assert.deepEqual(posted, ['look 4', 'look 1'], 'what is known is not asked again');
});

test('panels ask only while they are open, about what the others show', () => {
  const { act, answer, posted } = page('pause', 'paused');
  answer(look(4));
  assert.deepEqual(posted, ['look 4']);
  act({ type: 'panel', panel: 'certificate', open: true }, { type: 'panel', panel: 'explanation', open: true });
  assert.deepEqual(posted, ['look 4', 'certificate 4'], 'one after the other');
  act({ type: 'cursor', iteration: 2 });
  answer({ type: 'certificate', run: 1, certificate: /** @type {import('../../www/wasm/rankscope.js').Certificate} */ ({ iteration: 4 }) });
  answer({ type: 'explained', run: 1, explanation: null, problem: '' });
  assert.deepEqual(posted.slice(2).sort(), ['explain 4', 'look 2']);
  answer(look(2));
  assert.equal(posted.at(-1), 'certificate 2', 'the look leads, the others follow');
});

test('none waits for ever, and what failed is not asked again', () => {
  const { act, answer, posted } = page('pause', 'paused');
  act({ type: 'panel', panel: 'certificate', open: true });
  answer(look(4));
  assert.deepEqual(posted, ['look 4', 'certificate 4']);
  const failure = { message: 'no', problems: [], total: 0 };
  answer({ type: 'question failed', run: 1, question: 'certificate', failure }, false);
  assert.deepEqual(posted, ['look 4', 'certificate 4']);
  act({ type: 'cursor', iteration: 3 });
  assert.deepEqual(posted, ['look 4', 'certificate 4', 'look 3']);
});

test('while training a question leaves the worker alone for a while', () => {
  const { act, answer, posted } = page();
  assert.deepEqual(posted, ['look 4']);
  answer(look(4));
  act({ type: 'reports', run: 1, phase: null, seconds: [], reports: [report(5)] });
  assert.deepEqual(posted, ['look 4'], 'not at once');
  act({ type: 'cursor', iteration: 2 });
  assert.deepEqual(posted, ['look 4', 'look 2'], 'but at once for those who look back');
});

test('a question about a run that gives its place back is asked again', () => {
  const { act, answer, posted } = page('pause', 'paused');
  const failure = { message: 'no query can be used', problems: [], total: 0 };
  act({ type: 'reset' });
  answer({ type: 'question dropped', run: 1, question: 'look' }, false);
  assert.deepEqual(posted, ['look 4'], 'not while the other is tried');
  act({ type: 'run failed', run: 2, failure });
  assert.deepEqual(posted, ['look 4', 'look 4'], 'the run before is looked at once more');
  answer(look(4));
  act({ type: 'cursor', iteration: 1 });
  assert.equal(posted.at(-1), 'look 1', 'and at every iteration');
});

test('a worker that is gone answers nothing, so all is asked again', () => {
  const { act, answer, posted, queue } = page('pause', 'paused');
  answer(look(4));
  act({ type: 'cursor', iteration: 3 });
  queue.clear();
  queue.consider();
  assert.deepEqual(posted, ['look 4', 'look 3', 'look 3']);
});
