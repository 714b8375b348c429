// Results of cells on this device, by their keys, and pictures of whole studies, by their names. Without storage, as in
// some private windows, nothing is kept. Knows no state of the page.

import { isPicture } from './figures/kept-picture.js';

/** @typedef {import('../../../core/study-protocol.js').StudyResult} StudyResult */
/** @typedef {import('./figures/kept-picture.js').KeptPicture} KeptPicture */

const DATABASE = 'rankscope-studies';
const RESULTS = 'results';
const PICTURES = 'pictures'; // since version 2
const MOST = 20_000; // results; the oldest are deleted first

export class ResultStorage {
  /** @type {Promise<IDBDatabase | null>} */
  #database = open();

  /** Whether results can be kept. */
  async isThere() {
    return await this.#database !== null;
  }

  /** @param {string[]} keys @returns {Promise<Map<string, StudyResult>>} those that are kept */
  async read(keys) {
    const database = await this.#database;
    /** @type {Map<string, StudyResult>} */
    const byKey = new Map();
    if (!database) return byKey;
    try {
      const results = database.transaction(RESULTS).objectStore(RESULTS);
      const records = await Promise.all(keys.map((key) => answer(results.get(key))));
      for (const record of records) {
        if (isRecord(record)) byKey.set(record.key, { cell: 0, failure: null, ...record });
      }
    } catch {
      // The storage was taken away; the cells are trained again.
    }
    return byKey;
  }

  /** @param {string} key @param {StudyResult} result */
  async write(key, { text, isComplete }) {
    const database = await this.#database;
    try {
      database?.transaction(RESULTS, 'readwrite').objectStore(RESULTS).put({ key, text, isComplete, at: Date.now() });
    } catch {
      // The result stays while the tab is open.
    }
  }

  /** @returns {Promise<KeptPicture[]>} */
  async readPictures() {
    const database = await this.#database;
    try {
      if (!database) return [];
      const all = await answer(database.transaction(PICTURES).objectStore(PICTURES).getAll());
      return all.filter(isPicture);
    } catch {
      return []; // The gallery has no results until studies run again.
    }
  }

  /** @param {KeptPicture} picture */
  async writePicture(picture) {
    const database = await this.#database;
    try {
      database?.transaction(PICTURES, 'readwrite').objectStore(PICTURES).put(picture);
    } catch {
      // The picture stays while the tab is open.
    }
  }

  /** Deletes all results and pictures. */
  async clear() {
    const database = await this.#database;
    try {
      if (!database) return;
      const both = database.transaction([RESULTS, PICTURES], 'readwrite');
      await Promise.all([RESULTS, PICTURES].map((store) => answer(both.objectStore(store).clear())));
    } catch {
      // There is nothing to delete.
    }
  }
}

/** @returns {Promise<IDBDatabase | null>} */
function open() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, 2);
      request.onupgradeneeded = ({ oldVersion }) => {
        if (oldVersion < 1) request.result.createObjectStore(RESULTS, { keyPath: 'key' }).createIndex('at', 'at');
        request.result.createObjectStore(PICTURES, { keyPath: 'name' });
      };
      request.onsuccess = () => {
        // An open connection would block the storage of a newer page.
        request.result.onversionchange = () => request.result.close();
        prune(request.result);
        resolve(request.result);
      };
      request.onerror = request.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** Deletes the oldest results beyond the limit. @param {IDBDatabase} database */
function prune(database) {
  const results = database.transaction(RESULTS, 'readwrite').objectStore(RESULTS);
  const counting = results.count();
  counting.onsuccess = () => {
    let surplus = counting.result - MOST;
    if (surplus <= 0) return;
    const walk = results.index('at').openCursor();
    walk.onsuccess = () => {
      if (!walk.result || surplus <= 0) return;
      surplus -= 1;
      walk.result.delete();
      walk.result.continue();
    };
  };
}

/** @param {any} record @returns {record is { key: string, text: string, isComplete: boolean }} */
function isRecord(record) {
  return typeof record?.key === 'string' && typeof record.text === 'string' && typeof record.isComplete === 'boolean';
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
