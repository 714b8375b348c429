// A browser that blocks all storage: each kind of storage throws, and every error is caught.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedDone, saveDone } from '../../../www/features/learn/lessons/library.js';
import { startRunStorage } from '../../../www/features/library/runs/run-storage.js';
import { watchLifeline } from '../../../www/lib/worker-lifeline.js';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { createStore } from '../../../www/store/store.js';
import { applyTheme, savedTheme } from '../../../www/app/theme.js';

/** @type {unknown[]} */
const uncaught = [];
process.on('unhandledRejection', (error) => uncaught.push(error));

const denied = () => { throw new DOMException('', 'SecurityError'); };
const rejected = async () => denied();
for (const name of ['indexedDB', 'localStorage', 'caches', 'BroadcastChannel']) Object.defineProperty(globalThis, name, { get: denied, configurable: true });
Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine: true, locks: { request: rejected }, get serviceWorker() { return denied(); } } });
Object.assign(globalThis, { addEventListener() {}, document: { baseURI: 'https://example.org/', readyState: 'complete', documentElement: { dataset: {} } }, requestIdleCallback: setTimeout });

const settled = () => new Promise((resolve) => { setTimeout(resolve, 20); });
const aStore = () => /** @type {import('../../../www/app/reducer.js').AppStore} */ (createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce));

test('the page starts, names the reason and continues in memory', async () => {
  const { registerServiceWorker } = await import('../../../www/features/share/offline/registration.js');
  const store = aStore();
  startRunStorage(store);
  registerServiceWorker(store);
  applyTheme('dark');
  saveDone([]);
  assert.deepEqual([savedTheme(), savedDone()], ['system', []]);
  await settled();
  const { runs, offline } = store.get();
  assert.equal(runs.storage.kept, false);
  assert.match(runs.storage.problem ?? '', /blocks storage/);
  assert.equal(offline.stored, null, 'no file is held');
  assert.deepEqual(uncaught, []);
});

test('caches with rejected calls count as empty', async () => {
  Object.defineProperty(globalThis, 'caches', { value: { match: rejected }, configurable: true });
  const { registerServiceWorker } = await import('../../../www/features/share/offline/registration.js');
  const store = aStore();
  registerServiceWorker(store);
  await settled();
  assert.equal(store.get().offline.stored, null);
  assert.deepEqual(uncaught, []);
});

test('a denied lock does not mean that the worker has ended', async () => {
  let ended = false;
  await watchLifeline('a worker', () => { ended = true; });
  await watchLifeline(null, () => { ended = true; });
  assert.equal(ended, false);
  const { holdLifeline } = await import('../../../www/worker/lifeline.js');
  /** @type {(string | null)[]} */
  const held = [];
  await holdLifeline((lock) => held.push(lock));
  assert.deepEqual(held, [null], 'the page learns that there is no lock to watch');
});
