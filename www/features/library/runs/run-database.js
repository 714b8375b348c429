// The table of runs in IndexedDB. Knows no state of the page.

/** @typedef {import('./runs-state.js').KeptRun} KeptRun */

const DATABASE = 'rankscope';
const RUNS = 'runs';

/**
 * @param {() => void} taken called when a newer version of the page wants to change the database: it is closed by then
 * @returns {Promise<IDBDatabase>}
 */
export function openDatabase(taken) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(RUNS, { keyPath: 'id' });
    let late = false;
    request.onsuccess = () => {
      const database = request.result;
      // The promise was already rejected, so the connection must be closed here.
      if (late) return database.close();
      // An open connection would block the storage of a newer page.
      database.onversionchange = () => {
        database.close();
        taken();
      };
      return resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => {
      late = true;
      reject(new Error('another tab holds it'));
    };
  });
}

/**
 * Returns all records, in any order. They may be of another version.
 * @param {IDBDatabase} database
 * @returns {Promise<unknown[]>}
 */
export async function allRuns(database) {
  return answer(table(database).getAll());
}

/** @param {IDBDatabase} database @param {string[]} ids @returns {Promise<unknown[]>} undefined for what is not there */
export async function runsById(database, ids) {
  const runs = table(database);
  return Promise.all(ids.map((id) => answer(runs.get(id))));
}

/**
 * Writes in one transaction. Throws if it cannot be started.
 * @param {IDBDatabase} database
 * @param {KeptRun[]} changed
 * @param {string[]} deleted
 * @param {() => void} done
 * @param {(error: unknown) => void} failed called once, with the reason
 */
export function writeRuns(database, changed, deleted, done, failed) {
  const transaction = database.transaction(RUNS, 'readwrite');
  transaction.onabort = () => failed(transaction.error ?? new Error('the browser cancelled the transaction'));
  transaction.oncomplete = done;
  const runs = transaction.objectStore(RUNS);
  try {
    for (const id of deleted) runs.delete(id);
    for (const run of changed) runs.put(run);
    // Without this, a page that is reloaded before the puts succeed would abort the transaction.
    transaction.commit();
  } catch (error) {
    // An aborted transaction writes nothing; this error is its reason.
    transaction.onabort = transaction.oncomplete = null;
    transaction.abort();
    failed(error);
  }
}

/** @param {IDBDatabase} database */
function table(database) {
  return database.transaction(RUNS).objectStore(RUNS);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
