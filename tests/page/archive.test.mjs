// Storage that another tab of another version wants, or holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startArchive } from '../../www/archive.js';
import { initialState } from '../../www/reducer.js';
import { createStore } from '../../www/store.js';

/** A database of the test's own, and the request that opens it. */
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
  const store = createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'));
  startArchive(store);
  return { database, request, store };
}

/** A request that is answered soon. @param {{ result: unknown, onsuccess?: () => void }} request */
function later(request) {
  setTimeout(() => request.onsuccess?.());
  return request;
}

const rested = () => new Promise((resolve) => { setTimeout(resolve, 5); });

test('a page of a newer version gets the storage, and this one says what that means', async () => {
  const { database, request, store } = pretend();
  request.onsuccess();
  await rested();
  assert.deepEqual([store.get().archive.storage.kept, database.closed], [true, false]);
  database.onversionchange();
  assert.equal(database.closed, true, 'it waits for nobody');
  assert.equal(store.get().archive.storage.kept, false);
  assert.match(store.get().archive.storage.problem ?? '', /newer version of Rankscope .* Reload/);
});

test('storage that comes after it was given up is closed', async () => {
  const { database, request, store } = pretend();
  request.onblocked();
  await rested();
  assert.match(store.get().archive.storage.problem ?? '', /Another tab/);
  request.onsuccess();
  await rested();
  assert.deepEqual([database.closed, store.get().archive.storage.kept], [true, false]);
});
