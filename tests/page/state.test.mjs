// The page's state: every intention and every reply, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../www/reducer.js';
import { canResume, newest } from '../../www/running.js';
import { createStore } from '../../www/store.js';

/** @typedef {import('../../www/reducer.js').State} State */
/** @typedef {import('../../www/reducer.js').Action} Action */

const settings = /** @type {import('../../www/protocol.js').TrainingSettings} */ ({ method: 'dorm', measure: 'ndcg@10', c: 10, gap: 0.001 });
const catalog = /** @type {import('../../www/protocol.js').Catalog} */ ({ defaults: settings });
const request = /** @type {import('../../www/reducer.js').Request} */ ({ sample: null, name: 'mine.txt', settings: {} });
const summaries = /** @type {import('../../www/protocol.js').Summaries} */ ({ train: {}, valid: null, test: null });
const overview = /** @type {import('../../www/protocol.js').Overview} */ ({ queries_used: 3 });
const stop = /** @type {import('../../www/protocol.js').Stop} */ ({ reason: 'converged', iterations: 2 });

/** @param {number} run @param {number[]} iterations @returns {Action} */
const reports = (run, ...iterations) => ({
  type: 'reports', run, phase: null, seconds: iterations.map((iteration) => iteration / 10),
  reports: iterations.map((iteration) => /** @type {import('../../www/protocol.js').StepReport} */ ({ iteration })),
});
const loaded = /** @type {Action[]} */ ([{ type: 'load', request }, { type: 'loaded', load: 1, summaries }]);
const ready = /** @type {Action[]} */ ([...loaded, { type: 'prepared', run: 1, overview }, reports(1, 0), { type: 'paused', run: 1 }]);
const failure = { message: 'no query can be used', problems: [], total: 0 };

/** @param {Action[]} actions @returns {State} */
const after = (...actions) => actions.reduce(reduce, initialState(catalog, 'system'));

/** @type {[string, Action[], (state: State) => unknown, unknown][]} */
const cases = [
  ['loading data prepares a run', loaded, ({ run }) => [run?.id, run?.status], [1, 'preparing']],
  ['iteration 0 makes it ready', ready, ({ run, cursor }) => [run?.status, cursor.iteration], ['ready', 0]],
  ['a late load is dropped', [{ type: 'load', request }, { type: 'load', request }, { type: 'loaded', load: 1, summaries }], ({ data }) => data, null],
  ['a bad file leaves the old data', [...ready, { type: 'load', request: { ...request, name: 'bad.txt' } }, { type: 'load failed', load: 2, name: 'bad.txt', failure }],
    ({ data, run, alert, loading }) => [data?.request.name, run?.status, loading, alert?.title], ['mine.txt', 'ready', null, 'bad.txt could not be read. mine.txt stays in place.']],
  ['Train goes on with the same run', [...ready, { type: 'train' }], ({ run }) => [run?.id, run?.status], [1, 'running']],
  ['Train after a change of settings is another run', [...ready, { type: 'settings', change: { c: 1 } }, { type: 'train' }], ({ run }) => [run?.id, run?.settings.c], [2, 1]],
  ['going back to the old settings can resume', [...ready, { type: 'settings', change: { c: 1 } }, { type: 'settings', change: { c: 10 } }], canResume, true],
  ['the cursor follows the newest iteration', [...ready, { type: 'train' }, reports(1, 1, 2)], ({ cursor }) => cursor, { iteration: 2, follow: true }],
  ['a cursor moved back stays', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'cursor', iteration: 1 }, reports(1, 3)], ({ cursor }) => cursor, { iteration: 1, follow: false }],
  ['a cursor moved to the end follows again', [...ready, { type: 'train' }, reports(1, 1), { type: 'cursor', iteration: 0 }, { type: 'cursor', iteration: 9 }, reports(1, 2)], ({ cursor }) => cursor.iteration, 2],
  ['reports of another run are dropped', [...ready, { type: 'reset' }, reports(1, 1)], ({ run }) => [run?.id, newest(run)], [2, 0]],
  ['pause acts at once', [...ready, { type: 'train' }, reports(1, 1), { type: 'pause' }], ({ run }) => run?.status, 'paused'],
  ['the answer to a pause does not stop what was started again', [...ready, { type: 'train' }, { type: 'pause' }, { type: 'train' }, { type: 'paused', run: 1 }], ({ run }) => run?.status, 'running'],
  ['a stop ends the run', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'stopped', run: 1, stop }], ({ run }) => [run?.status, run?.stop?.reason], ['stopped', 'converged']],
  ['a run that cannot start gives its place back', [...ready, { type: 'train' }, reports(1, 1), { type: 'pause' }, { type: 'settings', change: { c: 1 } }, { type: 'train' }, { type: 'run failed', run: 2, failure }],
    ({ run, cursor, alert }) => [run?.id, cursor.iteration, alert?.detail], [1, 1, 'No query can be used. The run before stays in place.']],
  ['data that cannot be trained leave the old data and the old run', [...ready, { type: 'train' }, reports(1, 1), { type: 'load', request: { ...request, name: 'flat.txt' } }, { type: 'load failed', load: 2, name: 'flat.txt', failure: { ...failure, untrainable: true } }],
    ({ data, run, alert }) => [data?.request.name, run?.id, alert?.detail], ['mine.txt', 1, 'flat.txt: No query can be used. mine.txt stays in place.']],
  ['settings that the data refuse are remembered', [...loaded, { type: 'run failed', run: 1, failure }], ({ run, untrainable }) => [run?.refused, untrainable?.message], [true, 'No query can be used.']],
  ['a crash keeps the finished iterations', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'worker lost', message: 'unreachable' }], ({ run }) => [run?.status, newest(run)], ['lost', 2]],
];

for (const [name, actions, read, expected] of cases) test(name, () => assert.deepEqual(read(after(...actions)), expected));

test('what a listener dispatches comes after what it heard', () => {
  const store = createStore(initialState(catalog, 'system'));
  /** @type {string[]} */
  const heard = [];
  store.subscribe((_state, action) => { if (action.type === 'shown') store.dispatch({ type: 'theme', theme: 'dark' }); });
  store.subscribe((state, action) => heard.push(`${action.type} ${state.theme}`));
  store.dispatch({ type: 'shown', shown: 20 });
  assert.deepEqual(heard, ['shown system', 'theme dark']);
});
