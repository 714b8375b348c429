// The queue of requests to the worker: one at a time, the newest of each kind, every kind in turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestQueue } from '../../../www/engine/request-queue.js';
import { REQUESTS } from '../../../www/app/requests.js';
import { initialState, reduce } from '../../../www/app/reducer.js';

/** @typedef {import('../../../www/app/reducer.js').State} State */
/** @typedef {import('../../../www/app/reducer.js').Action} Action */
/** @typedef {import('../../../www/core/protocol.js').FromWorker} FromWorker */

const settings = { method: 'dorm', decay: 'log', c: 1 };
const catalog = /** @type {import('../../../www/core/protocol.js').Catalog} */ (/** @type {unknown} */ ({ defaults: settings, methods: [{ id: 'dorm', options: [] }] }));
const request = /** @type {import('../../../www/features/data/data-state.js').DataRequest} */ (/** @type {unknown} */ ({ name: 'data', train: {}, valid: null, test: null, holdOut: null, settings: {} }));
const report = (/** @type {number} */ iteration) => /** @type {import('../../../www/core/protocol.js').StepReport} */ (/** @type {unknown} */ ({ iteration }));
const inspection = { query: 7, id: '7', documents: [{ grade: 1 }, { grade: 0 }], predicted: [0, 1], violator: [1, 0], reference: [0, 1] };
/** @param {number} iteration @returns {FromWorker & { type: 'snapshot' }} */
const snapshot = (iteration) => ({ type: 'snapshot', snapshot: /** @type {import('../../../www/core/protocol.js').Snapshot} */ (/** @type {unknown} */ ({ run: 1, iteration, rows: [], inspection, tab: 'rankings' })) });

/** A page with a run of five iterations. @param {...Action['type']} last actions on that run */
function page(...last) {
  let state = initialState(catalog, 'system');
  /** @type {string[]} */
  const posted = [];
  const store = /** @type {import('../../../www/app/reducer.js').AppStore} */ (/** @type {unknown} */ ({ get: () => state }));
  const queue = requestQueue(store, (request) => posted.push('iteration' in request ? `${request.type} ${request.iteration}` : request.type), REQUESTS);
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
  act({ type: 'load', request }, { type: 'loaded', load: 1, summaries: /** @type {import('../../../www/core/protocol.js').Summaries} */ (/** @type {unknown} */ ({ train: {} })) },
    { type: 'prepared', run: 1, overview: /** @type {import('../../../www/core/protocol.js').Overview} */ ({}) }, { type: 'train' },
    { type: 'reports', run: 1, phase: null, seconds: [], reports: [0, 1, 2, 3, 4].map(report) }, ...last.map((type) => /** @type {Action} */ ({ type, run: 1 })));
  return { act, answer, posted, queue };
}

test('one request is sent at a time, then the newest of its kind', () => {
  const { act, answer, posted } = page('pause', 'paused');
  assert.deepEqual(posted, ['snapshot 4']);
  act({ type: 'cursor', iteration: 3 }, { type: 'cursor', iteration: 2 }, { type: 'cursor', iteration: 1 });
  assert.deepEqual(posted, ['snapshot 4'], 'the open one has no answer yet');
  answer(snapshot(4));
  assert.deepEqual(posted, ['snapshot 4', 'snapshot 1'], 'those between are never asked');
  answer(snapshot(1));
  act({ type: 'cursor', iteration: 1 });
  assert.deepEqual(posted, ['snapshot 4', 'snapshot 1'], 'what is known is not asked again');
});

test('while the time line is dragged snapshots are apart, and the last position is never left out', async () => {
  const { act, answer, posted } = page('pause', 'paused');
  answer(snapshot(4));
  act(...[3, 2, 1, 2, 3, 2].map((iteration) => /** @type {Action} */ ({ type: 'cursor', iteration })));
  answer(snapshot(3));
  act({ type: 'cursor', iteration: 1 }, { type: 'cursor', iteration: 0 });
  assert.deepEqual(posted, ['snapshot 4', 'snapshot 3'], 'not at once');
  await new Promise((resolve) => { setTimeout(resolve, 200); });
  assert.deepEqual(posted, ['snapshot 4', 'snapshot 3', 'snapshot 0']);
});

test('panels send requests only while they are open, for the view that is shown', () => {
  const { act, answer, posted } = page('pause', 'paused');
  answer(snapshot(4));
  assert.deepEqual(posted, ['snapshot 4']);
  act({ type: 'panel', panel: 'certificate', open: true });
  assert.deepEqual(posted, ['snapshot 4', 'certificate 4'], 'the open tab asks');
  act({ type: 'panel', panel: 'explanation', open: true });
  act({ type: 'cursor', iteration: 2 });
  answer({ type: 'certificate/certificate', run: 1, certificate: /** @type {import('../../../www/wasm/rankscope.js').Certificate} */ ({ iteration: 4 }) });
  answer({ type: 'model/explained', run: 1, explanation: null, problem: '' });
  assert.deepEqual(posted.slice(2).sort(), ['explain 4', 'snapshot 2']);
  answer(snapshot(2));
  assert.equal(posted.at(-1), 'explain 2', 'the snapshot leads, the open tab follows, the closed one asks for nothing');
});

test('no request waits for ever, and a failed request is not repeated', () => {
  const { act, answer, posted } = page('pause', 'paused');
  act({ type: 'panel', panel: 'certificate', open: true });
  answer(snapshot(4));
  assert.deepEqual(posted, ['snapshot 4', 'certificate 4']);
  const failure = { message: 'no', problems: [], total: 0 };
  answer({ type: 'request failed', run: 1, request: 'certificate', failure }, false);
  assert.deepEqual(posted, ['snapshot 4', 'certificate 4']);
  act({ type: 'cursor', iteration: 3 });
  assert.deepEqual(posted, ['snapshot 4', 'certificate 4', 'snapshot 3']);
});

test('during training there is a delay between requests', () => {
  const { act, answer, posted } = page();
  assert.deepEqual(posted, ['snapshot 4']);
  answer(snapshot(4));
  act({ type: 'reports', run: 1, phase: null, seconds: [], reports: [report(5)] });
  assert.deepEqual(posted, ['snapshot 4'], 'not at once');
  act({ type: 'cursor', iteration: 2 });
  assert.deepEqual(posted, ['snapshot 4', 'snapshot 2'], 'but at once for those who look back');
});

test('a request is repeated if its run is restored', () => {
  const { act, answer, posted } = page('pause', 'paused');
  const failure = { message: 'no query can be used', problems: [], total: 0 };
  act({ type: 'reset' });
  answer({ type: 'request dropped', run: 1, request: 'snapshot' }, false);
  assert.deepEqual(posted, ['snapshot 4'], 'not while the other is tried');
  act({ type: 'run failed', run: 2, failure });
  assert.deepEqual(posted, ['snapshot 4', 'snapshot 4'], 'the run before is looked at once more');
  answer(snapshot(4));
  act({ type: 'cursor', iteration: 1 });
  assert.equal(posted.at(-1), 'snapshot 1', 'and at every iteration');
});

test('after the worker is lost, all requests are sent again', () => {
  const { act, answer, posted, queue } = page('pause', 'paused');
  answer(snapshot(4));
  act({ type: 'cursor', iteration: 3 });
  queue.clear();
  queue.consider();
  assert.deepEqual(posted, ['snapshot 4', 'snapshot 3', 'snapshot 3']);
});
