// The worker of the laboratories: one computation at a time, the newest values only, and an end that cancels.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../../www/store/store.js';
import { startTheoryRunner } from '../../../www/features/theory/theory-runner.js';
import { FIRST_LAB, reduceTheory } from '../../../www/features/theory/theory-state.js';

const DATA = { request: { train: { kind: 'generated' }, valid: null, test: null, holdOut: true }, seed: 7 };

/** A page with the laboratory of steps, and the workers that it has started. */
function page() {
  /** @type {{ posted: any[], ended: boolean, onmessage?: (event: any) => void, onerror?: (event: any) => void }[]} */
  const workers = [];
  const start = () => {
    const worker = { posted: /** @type {any[]} */ ([]), ended: false,
      postMessage(/** @type {any} */ message) { worker.posted.push(message); }, terminate() { worker.ended = true; } };
    workers.push(worker);
    return /** @type {any} */ (worker);
  };
  const first = /** @type {any} */ ({ theory: { ...FIRST_LAB, lab: 'steps' }, panels: { theory: true }, data: DATA });
  const store = createStore(first, (/** @type {any} */ state, /** @type {any} */ action) => {
    if (action.type === 'page') return { ...state, ...action.change };
    const theory = reduceTheory(state.theory, action, state);
    return theory === state.theory ? state : { ...state, theory };
  });
  startTheoryRunner(/** @type {any} */ (store), start);
  /** @param {any} worker @param {string} problem */
  const answer = (worker, problem) => worker.onmessage({ data: { type: 'told', task: worker.posted.at(-1).task, result: null, problem } });
  const c = (/** @type {string} */ value) => store.dispatch({ type: 'theory/values', values: { c: value } });
  return { store, workers, answer, c };
}

test('the worker gets the laboratory with its data, and its answer is shown', () => {
  const { store, workers, answer } = page();
  assert.equal(workers.length, 1);
  assert.deepEqual(workers[0].posted, [{ type: 'compute', task: 1, lab: 'steps', options: ['c=10', 'decay=power:0.5', 'scale=query'],
    data: { id: 1, sources: { train: DATA.request.train, valid: null, test: null, holdOut: { shares: [0.6, 0.2, 0.2], seed: 7 }, without: undefined } } }]);
  assert.ok(store.get().theory.task);
  answer(workers[0], 'why');
  assert.deepEqual([store.get().theory.told?.problem, store.get().theory.task], ['why', null]);
});

test('while one is computed, only the newest values wait', () => {
  const { store, workers, answer, c } = page();
  c('1');
  c('0.1');
  c('100');
  assert.equal(workers[0].posted.length, 1, 'nothing queues in the worker');
  answer(workers[0], 'stale');
  assert.equal(store.get().theory.told, null, 'a stale answer is not shown');
  assert.deepEqual(workers[0].posted.map(({ options }) => options[0]), ['c=10', 'c=100']);
  assert.equal(workers[0].posted[1].data.id, 1, 'the worker has these data');
});

test('long work that is stale is ended, and the newest values begin in another worker', async () => {
  const { workers, c } = page();
  c('1');
  await new Promise((resolve) => { setTimeout(resolve, 650); });
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
  assert.equal(workers[1].posted[0].options[0], 'c=1');
});

test('Cancel ends the worker, and Compute starts another', () => {
  const { store, workers } = page();
  store.dispatch({ type: 'theory/cancel' });
  assert.deepEqual([workers.length, workers[0].ended, store.get().theory.task], [1, true, null]);
  store.dispatch({ type: 'theory/again' });
  assert.deepEqual([workers.length, workers[1].posted.length], [2, 1]);
});

test('a closed panel, and data that are gone, end the work', () => {
  for (const change of [{ panels: {} }, { data: null }]) {
    const { store, workers } = page();
    store.dispatch({ type: 'page', change });
    assert.deepEqual([workers[0].ended, store.get().theory.task], [true, null]);
  }
});

test('other data have another number', () => {
  const { store, workers, answer } = page();
  answer(workers[0], '');
  store.dispatch({ type: 'page', change: { data: { ...DATA, seed: 8 } } });
  assert.deepEqual(workers[0].posted.map(({ data }) => data.id), [1, 2]);
});

test('a worker that ends is told, and the next value starts another', () => {
  const { store, workers, c } = page();
  workers[0].onmessage?.({ data: { type: 'crashed', message: 'out of memory.' } });
  assert.match(store.get().theory.told?.problem ?? '', /ended: out of memory\. Change a value/);
  assert.equal(workers.length, 1, 'it does not try again by itself');
  c('1');
  assert.equal(workers.length, 2);
});
