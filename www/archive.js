// Keeps runs when they end or make room for others, and stores them on this device. Goes on in memory where storage is denied. No DOM.

import { messageOf } from './fault.js';
import { isKept } from './keeping.js';
import { newest } from './reducer.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./keeping.js').Kept} Kept */

const DATABASE = 'rankscope';
const RUNS = 'runs';

/** @param {Store} store */
export function startArchive(store) {
  /** @type {IDBDatabase | null} */
  let database = null;
  /** @type {Map<string, Kept>} What storage holds. */
  let stored = new Map();

  /** @param {unknown} error */
  const fail = (error) => {
    database?.close();
    database = null;
    store.dispatch({ type: 'archive failed', message: messageOf(error) });
  };

  /** Brings storage in line with what is kept. @param {Kept[]} runs */
  const write = (runs) => {
    if (!database) return;
    const now = new Map(runs.map((run) => [run.id, run]));
    const changed = runs.filter((run) => stored.get(run.id) !== run);
    const gone = [...stored.keys()].filter((id) => !now.has(id));
    if (!changed.length && !gone.length) return;
    stored = now;
    try {
      const transaction = database.transaction(RUNS, 'readwrite');
      transaction.onabort = () => fail(transaction.error ?? new Error('Storage gave up.'));
      const table = transaction.objectStore(RUNS);
      for (const id of gone) table.delete(id);
      // A number of this visit means nothing in the next.
      for (const run of changed) table.put({ ...run, run: null });
    } catch (error) {
      fail(error);
    }
  };

  store.subscribe((state, action, previous) => {
    const { run } = state;
    if (action.type === 'stopped' && run?.id === action.run) keep(store, run, state);
    else if (action.type === 'worker lost' && run && !run.stop) keep(store, run, state);
    else if (previous.run && previous.run.id !== run?.id && newest(previous.run) > 0 && !previous.run.stop) keep(store, previous.run, previous);
    // Two models compared over data that are gone are compared over the new ones.
    if (state.data !== previous.data) store.dispatch({ type: 'compare runs', change: { part: state.data?.summaries[state.archive.pair.part] ? state.archive.pair.part : 'train' } });
    if (state.archive.runs !== previous.archive.runs) write(state.archive.runs);
  });

  open().then(async (opened) => {
    const runs = (await all(opened)).filter(isKept);
    database = opened;
    stored = new Map(runs.map((run) => [run.id, run]));
    store.dispatch({ type: 'archive opened', runs });
    write(store.get().archive.runs);
  }).catch(fail);
}

/**
 * @param {Store} store
 * @param {import('./reducer.js').Run} run
 * @param {import('./reducer.js').State} state the state that it belonged to
 */
function keep(store, run, { data, seed }) {
  if (!data || newest(run) === 0) return;
  const at = Date.now();
  store.dispatch({ type: 'keep run', id: `${at.toString(36)}-${Math.random().toString(36).slice(2, 10)}`, at, run, data, seed });
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(RUNS, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('Another tab holds the storage.'));
  });
}

/** @param {IDBDatabase} database @returns {Promise<unknown[]>} */
function all(database) {
  return new Promise((resolve, reject) => {
    const request = database.transaction(RUNS).objectStore(RUNS).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
