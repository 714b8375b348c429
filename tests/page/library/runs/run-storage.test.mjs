// Storage that a tab with another version requests or uses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRunStorage } from '../../../../www/features/library/runs/run-storage.js';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { createStore } from '../../../../www/store/store.js';

/** A stub database, and the request that opens it. */
function pretend() {
  const database = {
    closed: false,
    onversionchange: () => {},
    close() { this.closed = true; },
    transaction: () => ({ objectStore: () => ({ getAll: () => later({ result: [] }) }) }),
  };
  const request = { result: database, error: null, onsuccess: () => {}, onblocked: () => {} };
  Object.assign(globalThis, {
    indexedDB: { open: () => request }, addEventListener: () => {},
    BroadcastChannel: class { onmessage = null; close() {} postMessage() {} },
  });
  const store = /** @type {import('../../../../www/app/reducer.js').AppStore} */ (createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce));
  startRunStorage(store);
  return { database, request, store };
}

/** A request that is answered soon. @param {{ result: unknown, onsuccess?: () => void }} request */
function later(request) {
  setTimeout(() => request.onsuccess?.());
  return request;
}

/** Waits for more turns than there are consecutive requests. Timers of equal length end in order, even on a busy machine. */
async function rested() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => { setTimeout(resolve); });
}

test('a page of a newer version gets the storage, and this page explains the consequence', async () => {
  const { database, request, store } = pretend();
  request.onsuccess();
  await rested();
  assert.deepEqual([store.get().runs.storage.kept, database.closed], [true, false]);
  database.onversionchange();
  assert.equal(database.closed, true, 'it waits for nobody');
  assert.equal(store.get().runs.storage.kept, false);
  assert.match(store.get().runs.storage.problem ?? '', /newer version of Rankscope .* reload/);
});

test('storage that opens too late is closed', async () => {
  const { database, request, store } = pretend();
  request.onblocked();
  await rested();
  assert.match(store.get().runs.storage.problem ?? '', /another tab/);
  request.onsuccess();
  await rested();
  assert.deepEqual([database.closed, store.get().runs.storage.kept], [true, false]);
});

/** Storage with room for runs of at most so many characters each, on a device that already has some. @param {{ room: number }} disk */
function limited(disk) {
  /** @type {Map<string, any>} */
  const records = new Map();
  const database = {
    close() {},
    transaction() {
      /** @type {(() => void)[]} */
      const work = [];
      const transaction = { error: /** @type {unknown} */ (null), onabort: () => {}, oncomplete: () => {}, commit: () => {}, objectStore: () => ({
        getAll: () => later({ result: [...records.values()] }),
        /** @param {any} run */
        put: (run) => work.push(() => {
          // Chromium reports it without a message.
          if (JSON.stringify(run).length > disk.room) throw new DOMException('', 'QuotaExceededError');
          records.set(run.id, run);
        }),
        /** @param {string} id */
        delete: (id) => work.push(() => records.delete(id)),
      }) };
      setTimeout(() => {
        try {
          for (const step of work) step();
          transaction.oncomplete();
        } catch (error) {
          transaction.error = error;
          transaction.onabort();
        }
      });
      return transaction;
    },
  };
  const request = { result: database, error: null, onsuccess: () => {} };
  Object.assign(globalThis, {
    indexedDB: { open: () => request }, addEventListener: () => {},
    BroadcastChannel: class { onmessage = null; close() {} postMessage() {} },
  });
  const store = /** @type {import('../../../../www/app/reducer.js').AppStore} */ (createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce));
  startRunStorage(store);
  request.onsuccess();
  return { records, store };
}

/** @param {number} id @param {number} [length] of its model */
const kept = (id, length = 0) => /** @type {any} */ ({
  version: 1, id: `id-${id}`, run: null, number: id, name: `Run ${id}`, at: id, data: { name: 'x', sample: null, checksums: null, seed: null },
  settings: { method: 'dorm', measure: 'ndcg@10', c: id }, overview: null, reports: [{ iteration: 0 }, { iteration: 1 }], seconds: [], stop: null, model: 'm'.repeat(length), size: 1,
});

test('full storage is explained; the runs stay and are stored once there is room', async () => {
  const disk = { room: 1_000 };
  const { records, store } = limited(disk);
  await rested();
  store.dispatch({ type: 'runs/add', runs: [kept(1), kept(2, 5_000), kept(3)] });
  await rested();
  const { runs, alert } = store.get();
  assert.deepEqual([...records.keys()], ['id-1', 'id-3'], 'the runs for which there is room are stored');
  assert.deepEqual([runs.list.length, runs.storage.kept], [3, false]);
  assert.match(runs.storage.problem ?? '', /storage .* is full/);
  assert.match(`${alert?.title} ${alert?.detail}`, /could not be stored.*full.*Save them to a file/);

  store.dispatch({ type: 'dismiss' });
  store.dispatch({ type: 'runs/rename', id: 'id-1', name: 'mine' });
  await rested();
  assert.deepEqual([records.get('id-1').name, store.get().runs.storage.kept, store.get().alert], ['mine', false, null], 'it is announced once');
  store.dispatch({ type: 'runs/delete', id: 'id-2' });
  store.dispatch({ type: 'runs/overlay', id: 'id-1', on: true });
  await rested();
  assert.deepEqual([[...records.keys()], store.get().runs.storage], [['id-1', 'id-3'], { kept: true, problem: null }]);
});

test('a change without room is dropped when its run is deleted', async () => {
  const disk = { room: 1_000 };
  const { records, store } = limited(disk);
  await rested();
  store.dispatch({ type: 'runs/add', runs: [kept(1)] });
  await rested();
  disk.room = 10;
  store.dispatch({ type: 'runs/rename', id: 'id-1', name: 'a longer name' });
  await rested();
  assert.deepEqual([records.get('id-1').name, store.get().runs.storage.kept], ['Run 1', false]);
  store.dispatch({ type: 'runs/delete', id: 'id-1' });
  await rested();
  assert.equal(records.size, 0);
});
