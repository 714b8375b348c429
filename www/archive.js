// Keeps runs when they end or make room for others, and stores them on this device, where other tabs of the page see them, too.
// Goes on in memory where storage is denied. No DOM.
//
// Tabs tell each other which runs they have touched, never what became of them: that is what storage says, so tabs cannot disagree
// for long whoever was first.

import { messageOf } from './fault.js';
import { isKept } from './keeping.js';
import { newest } from './running.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./keeping.js').Kept} Kept */

const DATABASE = 'rankscope';
const RUNS = 'runs';
const CHANNEL = 'rankscope runs';

/** @param {Store} store */
export function startArchive(store) {
  /** @type {IDBDatabase | null} */
  let database = null;
  /** @type {Map<string, Kept>} What storage holds. */
  let stored = new Map();
  /** @type {BroadcastChannel | null} Where tabs tell the ids of the runs that they have written or deleted. */
  let others = null;
  let writes = 0;
  let over = false;

  /** @param {unknown} error */
  const fail = (error) => {
    if (over) return;
    over = true;
    database?.close();
    others?.close();
    database = others = null;
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
    writes += 1;
    try {
      const transaction = database.transaction(RUNS, 'readwrite');
      transaction.onabort = () => fail(transaction.error ?? new Error('Storage gave up.'));
      transaction.oncomplete = () => others?.postMessage([...gone, ...changed.map(({ id }) => id)]);
      const table = transaction.objectStore(RUNS);
      for (const id of gone) table.delete(id);
      // A number of this visit means nothing in the next.
      for (const run of changed) table.put({ ...run, run: null });
    } catch (error) {
      fail(error);
    }
  };

  /** Takes over what another tab did to some runs. @param {string[] | null} ids null: to any @returns {Promise<void>} */
  const follow = async (ids) => {
    if (!database) return;
    const before = writes;
    const found = new Map((await read(database, ids)).filter(isKept).map((run) => [run.id, run]));
    if (!database) return;
    // What was read is older than what this tab has done meanwhile.
    if (writes !== before) return follow(ids);
    const { runs } = store.get().archive;
    const touched = ids ?? [...new Set([...found.keys(), ...stored.keys()])];
    const changed = touched.flatMap((id) => {
      const run = found.get(id);
      // Its number in this visit is known here only.
      return run ? [{ ...run, run: runs.find((one) => one.id === id)?.run ?? null }] : [];
    });
    const gone = touched.filter((id) => !found.has(id));
    for (const run of changed) stored.set(run.id, run);
    for (const id of gone) stored.delete(id);
    store.dispatch({ type: 'archive followed', changed, gone });
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
    // Held open, it would keep a newer page from its storage for as long as this one is there.
    opened.onversionchange = () => {
      opened.close();
      fail(new Error('A newer version of Rankscope took it over in another tab. Reload this one to have it here too.'));
    };
    const runs = (await read(opened, null)).filter(isKept);
    if (over) return;
    database = opened;
    stored = new Map(runs.map((run) => [run.id, run]));
    others = new BroadcastChannel(CHANNEL);
    others.onmessage = ({ data }) => { follow(data).catch(fail); };
    // A page that comes back from the history has heard nothing in the meantime.
    addEventListener('pageshow', (event) => { if (event.persisted) follow(null).catch(fail); });
    store.dispatch({ type: 'archive opened', runs });
    write(store.get().archive.runs);
  }).catch(fail);
}

/**
 * @param {Store} store
 * @param {import('./reducer.js').Run} run
 * @param {import('./reducer.js').State} state the state that it belonged to
 */
function keep(store, run, { data }) {
  if (!data || newest(run) === 0) return;
  const at = Date.now();
  store.dispatch({ type: 'keep run', id: `${at.toString(36)}-${Math.random().toString(36).slice(2, 10)}`, at, run, data });
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(RUNS, { keyPath: 'id' });
    let late = false;
    request.onsuccess = () => {
      // It was given up already, and nobody would close it.
      if (late) request.result.close();
      else resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => {
      late = true;
      reject(new Error('Another tab holds the storage.'));
    };
  });
}

/** @param {IDBDatabase} database @param {string[] | null} ids null: all of them @returns {Promise<unknown[]>} what is there, in any order */
async function read(database, ids) {
  const table = database.transaction(RUNS).objectStore(RUNS);
  return ids ? Promise.all(ids.map((id) => answer(table.get(id)))) : answer(table.getAll());
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
