// The page's state: every action and every reply, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TABLES } from '../../../www/features/share/export/export-data.js';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { canResume, canRevive, newest, sameSettings } from '../../../www/features/run/training/run-state.js';
import { createStore } from '../../../www/store/store.js';

/** @typedef {import('../../../www/app/reducer.js').State} State */
/** @typedef {import('../../../www/app/reducer.js').Action} Action */

const settings = /** @type {import('../../../www/core/protocol.js').TrainingSettings} */ ({ method: 'dorm', measure: 'ndcg@10', c: 10, gap: 0.001 });
const catalog = /** @type {import('../../../www/core/protocol.js').Catalog} */ ({ defaults: settings });
const request = /** @type {import('../../../www/features/data/data-state.js').DataRequest} */ ({ sample: null, name: 'mine.txt', settings: {} });
const summaries = /** @type {import('../../../www/core/protocol.js').Summaries} */ ({ train: {}, valid: null, test: null });
const overview = /** @type {import('../../../www/core/protocol.js').Overview} */ ({ queries_used: 3 });
const stop = /** @type {import('../../../www/core/protocol.js').Stop} */ ({ reason: 'converged', iterations: 2 });

/** @param {number} run @param {number[]} iterations @returns {Action} */
const reports = (run, ...iterations) => ({
  type: 'reports', run, phase: null, seconds: iterations.map((iteration) => iteration / 10),
  reports: iterations.map((iteration) => /** @type {import('../../../www/core/protocol.js').StepReport} */ ({ iteration })),
});
const loaded = /** @type {Action[]} */ ([{ type: 'load', request }, { type: 'loaded', load: 1, summaries }]);
const ready = /** @type {Action[]} */ ([...loaded, { type: 'prepared', run: 1, overview }, reports(1, 0), { type: 'paused', run: 1 }]);
const failure = { message: 'no query can be used', problems: [], total: 0 };

/** @param {Action[]} actions @returns {State} */
const after = (...actions) => actions.reduce(reduce, initialState(catalog, 'system'));

const crashed = /** @type {Action[]} */ ([...ready, { type: 'train' }, reports(1, 1, 2), { type: 'worker lost', message: 'unreachable' }]);
const held = { name: 'mine.txt', bytes: 2e9, documents: 1e6, features: 100, tooLarge: false,
  refused: false, fits: 2e6 };

/** @type {[string, Action[], (state: State) => unknown, unknown][]} */
const cases = [
  ['loading data prepares a run', loaded, ({ run }) => [run?.id, run?.status], [1, 'preparing']],
  ['other data forget the user’s own permutation', [...ready, { type: 'inspector/arrange', query: 1, ranking: [2, 0, 1] }, { type: 'load', request }, { type: 'loaded', load: 2, summaries }], ({ inspector }) => inspector, initialState(catalog, 'system').inspector],
  ['features that are switched off change nothing at first', [...ready, { type: 'leave out', without: [3, 1] }], ({ run, loading, without }) => [run?.status, loading, without], ['ready', null, [1, 3]]],
  ['Train has the data read again without them', [...ready, { type: 'leave out', without: [1] }, { type: 'train' }], ({ loading, run }) => [loading?.request.without, loading?.thenTrain, run?.id], [[1], true, 1]],
  ['and begins when they are there', [...ready, { type: 'leave out', without: [1] }, { type: 'train' }, { type: 'loaded', load: 2, summaries }], ({ run, without }) => [run?.id, run?.status, without], [2, 'running', [1]]],
  ['Step makes its iterations then', [...ready, { type: 'leave out', without: [1] }, { type: 'step', steps: 4 }, { type: 'loaded', load: 2, summaries }], ({ run }) => [run?.status, run?.steps], ['stepping', 4]],
  ['Reset prepares the run then', [...ready, { type: 'leave out', without: [1] }, { type: 'reset' }, { type: 'loaded', load: 2, summaries }], ({ run }) => [run?.id, run?.status], [2, 'preparing']],
  ['features that are switched on again need no reading', [...ready, { type: 'leave out', without: [1] }, { type: 'leave out', without: [] }, { type: 'train' }], ({ loading, run }) => [loading, run?.status], [null, 'running']],
  ['other data have all features on', [...ready, { type: 'leave out', without: [1] }, { type: 'load', request }, { type: 'loaded', load: 2, summaries }], ({ without }) => without, []],
  ['Train that is pressed while data are read begins when they are there', [{ type: 'load', request }, { type: 'train' }, loaded[1]], ({ run }) => [run?.id, run?.status], [1, 'running']],
  ['Pause forgets it', [{ type: 'load', request }, { type: 'train' }, { type: 'pause' }, loaded[1]], ({ run }) => run?.status, 'preparing'],
  ['it leaves the run of the old data', [...ready, { type: 'load', request }, { type: 'train' }], ({ run, loading }) => [run?.status, loading?.thenTrain], ['ready', true]],
  ['cancelled loading forgets it', [...ready, { type: 'load', request }, { type: 'train' }, { type: 'cancel load' }], ({ run, loading }) => [run?.status, loading], ['ready', null]],
  ['data that wait for a confirmation do not remember it', [{ type: 'load', request }, { type: 'load held', load: 1, held }, { type: 'train' }], ({ loading }) => loading?.thenTrain, false],
  ['iteration 0 makes it ready', ready, ({ run, cursor }) => [run?.status, cursor.iteration], ['ready', 0]],
  ['a late load is dropped', [{ type: 'load', request }, { type: 'load', request }, { type: 'loaded', load: 1, summaries }], ({ data }) => data, null],
  ['a bad file leaves the old data', [...ready, { type: 'load', request: { ...request, name: 'bad.txt' } }, { type: 'load failed', load: 2, name: 'bad.txt', failure }],
    ({ data, run, alert, loading }) => [data?.request.name, run?.status, loading, alert?.title], ['mine.txt', 'ready', null, 'bad.txt could not be read. mine.txt stays in place.']],
  ['Train goes on with the same run', [...ready, { type: 'train' }], ({ run }) => [run?.id, run?.status], [1, 'running']],
  ['Train after a change of settings is another run', [...ready, { type: 'settings', change: { c: 1 } }, { type: 'train' }], ({ run }) => [run?.id, run?.settings.c], [2, 1]],
  ['going back to the old settings can resume', [...ready, { type: 'settings', change: { c: 1 } }, { type: 'settings', change: { c: 10 } }], canResume, true],
  ['the cursor follows the newest iteration', [...ready, { type: 'train' }, reports(1, 1, 2)], ({ cursor }) => cursor, { iteration: 2, follow: true }],
  ['a step moves a cursor that was moved back', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'cursor', iteration: 1 }, { type: 'pause' }, { type: 'step' }, reports(1, 3)], ({ cursor }) => cursor, { iteration: 3, follow: true }],
  ['a cursor moved back stays', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'cursor', iteration: 1 }, reports(1, 3)], ({ cursor }) => cursor, { iteration: 1, follow: false }],
  ['a cursor moved to the end follows again', [...ready, { type: 'train' }, reports(1, 1), { type: 'cursor', iteration: 0 }, { type: 'cursor', iteration: 9 }, reports(1, 2)], ({ cursor }) => cursor.iteration, 2],
  ['reports of another run are dropped', [...ready, { type: 'reset' }, reports(1, 1)], ({ run }) => [run?.id, newest(run)], [2, 0]],
  ['pause acts at once', [...ready, { type: 'train' }, reports(1, 1), { type: 'pause' }], ({ run }) => run?.status, 'paused'],
  ['the end of iteration 0 does not end a Step that was pressed meanwhile', [...loaded, { type: 'prepared', run: 1, overview }, { type: 'step' }, reports(1, 0), { type: 'paused', run: 1 }], ({ run }) => run?.status, 'stepping'],
  ['a Step ends with its iteration', [...ready, { type: 'step' }, reports(1, 1), { type: 'paused', run: 1 }], ({ run }) => run?.status, 'paused'],
  ['the answer to a pause does not stop what was started again', [...ready, { type: 'train' }, { type: 'pause' }, { type: 'train' }, { type: 'paused', run: 1 }], ({ run }) => run?.status, 'running'],
  ['a stop ends the run', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'stopped', run: 1, stop }], ({ run }) => [run?.status, run?.stop?.reason], ['stopped', 'converged']],
  ['a run that cannot start gives its place back', [...ready, { type: 'train' }, reports(1, 1), { type: 'pause' }, { type: 'settings', change: { c: 1 } }, { type: 'train' }, { type: 'run failed', run: 2, failure }],
    ({ run, cursor, alert }) => [run?.id, cursor.iteration, alert?.detail], [1, 1, 'No query can be used. The run before stays in place.']],
  ['a run that gets its place back has what came meanwhile', [...ready, { type: 'train' }, reports(1, 1), { type: 'settings', change: { c: 1 } }, { type: 'reset' }, reports(1, 2), { type: 'stopped', run: 1, stop }, { type: 'run failed', run: 2, failure }],
    ({ run, cursor }) => [run?.id, run?.status, [...run?.reports ?? []].map(({ iteration }) => iteration), cursor.iteration], [1, 'stopped', [0, 1, 2], 2]],
  ['data that cannot be trained leave the old data and the old run', [...ready, { type: 'train' }, reports(1, 1), { type: 'load', request: { ...request, name: 'flat.txt' } }, { type: 'load failed', load: 2, name: 'flat.txt', failure: { ...failure, untrainable: true } }],
    ({ data, run, alert }) => [data?.request.name, run?.id, alert?.detail], ['mine.txt', 1, 'flat.txt: No query can be used. mine.txt stays in place.']],
  ['what was seen of the run before is not the refused run’s', [...ready, { type: 'snapshot', snapshot: /** @type {import('../../../www/core/protocol.js').Snapshot} */ ({ run: 1, iteration: 0, rows: null }) }, { type: 'settings', change: { c: 1 } }, { type: 'reset' }, { type: 'run failed', run: 2, failure }],
    (state) => [state.run?.refused, state.snapshot, ...TABLES.map(({ table }) => table(state))], [true, null, null, null, null, null]],
  ['settings that the data refuse are remembered', [...loaded, { type: 'run failed', run: 1, failure }], ({ run, untrainable }) => [run?.refused, untrainable?.message], [true, 'No query can be used.']],
  ['a crash keeps the finished iterations, which are made again', crashed, ({ run }) => [run?.status, run?.workerLost, newest(run)], ['restoring', true, 2]],
  ['a run that was made again waits for Train', [...crashed, { type: 'restored', run: 1 }], ({ run }) => [run?.status, run?.workerLost, newest(run)], ['paused', false, 2]],
  ['a run that had ended is ended again', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'stopped', run: 1, stop }, { type: 'worker lost', message: '' }, { type: 'restored', run: 1 }], ({ run }) => [run?.status, run?.stop?.reason], ['stopped', 'converged']],
  ['Train goes on with a run that is made again', [...crashed, { type: 'train' }, { type: 'restored', run: 1 }], ({ run }) => [run?.id, run?.status], [1, 'running']],
  ['Pause stops the making, and Train begins it again', [...crashed, { type: 'pause' }, { type: 'paused', run: 1 }], (state) => [state.run?.status, canResume(state)], ['lost', true]],
  ['a worker that the page replaced goes on with what it was at', [...ready, { type: 'train' }, reports(1, 1), { type: 'worker replaced' }], ({ run }) => [run?.status, run?.workerLost], ['running', true]],
  ['a second crash on the way is not followed by a third', [...crashed, { type: 'worker lost', message: 'unreachable' }], ({ run, alert }) => [run?.status, newest(run), alert?.detail], ['lost', 2, 'Unreachable. The finished iterations are kept; Train tries them again, Reset begins anew.']],
  ['a crash before the first iteration leaves nothing to make again', [...loaded, { type: 'worker lost', message: 'unreachable' }, { type: 'train' }], ({ run }) => [run?.id, run?.status], [2, 'running']],
  ['a crash while data are read names them, and keeps the old', [...ready, { type: 'load', request: { ...request, name: 'large.txt' } }, { type: 'worker lost', message: 'Memory ran out.' }],
    ({ data, run, loading, alert }) => [data?.request.name, run?.status, loading, alert?.title], ['mine.txt', 'restoring', null, 'large.txt could not be read. mine.txt stays in place.']],
  ['a page whose worker cannot start says what to do', [{ type: 'load', request }, { type: 'worker lost', message: 'no file', neverStarted: true }],
    ({ loading, alert }) => [loading, alert?.detail], [null, 'No file. Reload the page when there is a connection.']],
  ['without a worker the data and the iterations stay', [...ready, { type: 'train' }, reports(1, 1, 2), { type: 'worker lost', message: 'no file', neverStarted: true }],
    ({ data, run, alert }) => [data?.request.name, run?.status, run && newest(run), run && canRevive(run), alert?.detail], ['mine.txt', 'lost', 2, true, 'No file. Try it again when there is a connection.']],
  ['a run whose iterations are dear waits for a second Train', [...loaded, { type: 'train' }, { type: 'prepared', run: 1, overview: { ...overview, search_steps: 1e10 } }], ({ run }) => run?.status, 'preparing'],
  ['reading can be cancelled', [...ready, { type: 'load', request: { ...request, name: 'large.txt' } }, { type: 'cancel load' }, { type: 'loaded', load: 2, summaries }], ({ data, loading, run }) => [data?.request.name, loading, run?.id], ['mine.txt', null, 1]],
  ['what takes much memory waits for an answer', [{ type: 'load', request }, { type: 'load held', load: 1, held }, { type: 'load anyway' }], ({ loading }) => [loading?.load, loading?.held], [1, null]],
  ['an estimate that comes late is dropped', [{ type: 'load', request }, { type: 'load', request }, { type: 'load held', load: 1, held }], ({ loading }) => loading?.held, null],
];

for (const [name, actions, read, expected] of cases) test(name, () => assert.deepEqual(read(after(...actions)), expected));

test('an action that a listener dispatches is handled after the current action', () => {
  const store = createStore(initialState(catalog, 'system'), reduce);
  /** @type {string[]} */
  const heard = [];
  store.subscribe((_state, action) => { if (action.type === 'inspector/shown') store.dispatch({ type: 'theme', theme: 'dark' }); });
  store.subscribe((state, action) => heard.push(`${action.type} ${state.theme}`));
  store.dispatch({ type: 'inspector/shown', shown: 20 });
  assert.deepEqual(heard, ['inspector/shown system', 'theme dark']);
});

test('an error in a listener or in the reducer does not stop the others', () => {
  /** @type {unknown[]} */
  const reported = [];
  const store = createStore(initialState(catalog, 'system'), reduce, (error) => reported.push(error));
  /** @type {string[]} */
  const heard = [];
  const broken = new Error('this listener is broken');
  store.subscribe((_state, { type }) => {
    if (type === 'inspector/shown') store.dispatch({ type: 'theme', theme: 'dark' });
    if (type === 'inspector/shown') throw broken;
  });
  store.subscribe((state, action) => heard.push(`${action.type} ${state.theme}`));
  store.dispatch({ type: 'inspector/shown', shown: 20 });
  assert.deepEqual([heard, reported], [['inspector/shown system', 'theme dark'], [broken]], 'the others hear it, and what comes after it');
  store.dispatch(/** @type {any} */ ({ type: 'snapshot' }));
  assert.equal(reported.length, 2, 'an action that cannot be worked out is told');
  store.dispatch({ type: 'theme', theme: 'light' });
  assert.deepEqual([store.get().theme, heard.at(-1)], ['light', 'theme light'], 'and the next one is heard');
});

test('settings are equal in any order, and without undefined values', () => {
  assert.ok(sameSettings(settings, /** @type {any} */ ({ gap: 0.001, c: 10, measure: 'ndcg@10', method: 'dorm', cut_off: undefined })));
  assert.ok(!sameSettings(settings, { ...settings, cut_off: 5 }));
});
