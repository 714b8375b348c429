// Stores kept runs on this device. Other tabs of the page see them too. If storage is denied, runs are kept in memory.
// No DOM.
//
// Tabs post only the ids of changed runs and read the runs from storage. Therefore all tabs soon have the same runs.

import { showAlert } from '../../../store/alert-state.js';
import { allRuns, openDatabase, runsById, writeRuns } from './run-database.js';
import { keptRuns } from './kept-run.js';
import { isFull, storageProblem } from './storage-problem.js';

/** @typedef {import('./runs-state.js').RunsStore} Store */
/** @typedef {import('./runs-state.js').KeptRun} KeptRun */

const CHANNEL = 'rankscope runs';

const FULL = showAlert('Some runs could not be stored on this device.',
  'The storage of this page in the browser is full. Runs that are not stored are lost when the page is closed. '
    + 'Save them to a file in the Runs panel, or delete some.');

/** @param {Store} store */
export function startRunStorage(store) {
  const storage = new RunStorage(store);
  store.subscribe((state, _, previous) => {
    if (state.runs.list !== previous.runs.list) storage.write(state.runs.list);
  });
  void storage.open();
}

class RunStorage {
  #store;
  /** @type {IDBDatabase | null} */
  #database = null;
  /**
   * The records that storage holds or will hold after running transactions; null: perhaps an earlier state.
   * @type {Map<string, KeptRun | null>}
   */
  #stored = new Map();
  /** Tabs post the ids of the runs that they have written or deleted. @type {BroadcastChannel | null} */
  #others = null;
  #writes = 0;
  #underWay = 0; // transactions in progress
  #over = false;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  async open() {
    try {
      const database = await openDatabase(() => {
        this.#fail(
          new Error('a newer version of Rankscope in another tab took it over; reload this tab to use it here too'));
      });
      const runs = keptRuns(await allRuns(database));
      if (this.#over) return;
      this.#database = database;
      this.#stored = byId(runs);
      this.#others = new BroadcastChannel(CHANNEL);
      this.#others.onmessage = ({ data }) => void this.#follow(data);
      // A page that returns from the history has missed messages.
      addEventListener('pageshow', (event) => { if (event.persisted) void this.#follow(null); });
      this.#store.dispatch({ type: 'runs/opened', runs });
      this.write(this.#store.get().runs.list);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Brings storage in line with what is kept. @param {KeptRun[]} runs */
  write(runs) {
    if (!this.#database) return;
    const now = byId(runs);
    const changed = runs.filter((run) => this.#stored.get(run.id) !== run);
    const deleted = [...this.#stored.keys()].filter((id) => !now.has(id));
    if (!changed.length && !deleted.length) return;
    this.#stored = now;
    this.#writes += 1;
    try {
      // Deleted runs make room for new ones.
      if (deleted.length) this.#transact([], deleted);
      for (const run of changed) this.#transact([run], []);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Uses one transaction per run, so that a small run is stored even if a large one does not fit.
   * @param {KeptRun[]} changed
   * @param {string[]} deleted
   */
  #transact(changed, deleted) {
    if (!this.#database) return;
    this.#underWay += 1;
    const done = () => {
      this.#underWay -= 1;
      this.#others?.postMessage([...deleted, ...changed.map(({ id }) => id)]);
      if (this.#isWholeAgain()) this.#store.dispatch({ type: 'runs/stored' });
    };
    const failed = (/** @type {unknown} */ error) => {
      this.#underWay -= 1;
      this.#refuse(error, changed);
    };
    // The id of this visit is meaningless in the next.
    writeRuns(this.#database, changed.map((run) => ({ ...run, run: null })), deleted, done, failed);
  }

  /** Dispatches that all runs are stored again after a failure. */
  #isWholeAgain() {
    const { list, storage } = this.#store.get().runs;
    return this.#underWay === 0 && storage.problem !== null && list.every((run) => this.#stored.get(run.id) === run);
  }

  /**
   * Handles a failed transaction. If storage is full, the runs are stored again at the next change.
   * @param {unknown} error
   * @param {KeptRun[]} runs
   */
  #refuse(error, runs) {
    if (!isFull(error)) return this.#fail(error);
    for (const run of runs) if (this.#stored.get(run.id) === run) this.#stored.set(run.id, null);
    const { problem } = this.#store.get().runs.storage;
    this.#store.dispatch({ type: 'runs/storage failed', message: storageProblem(error) });
    if (problem === null) this.#store.dispatch(FULL);
  }

  /**
   * Takes over changes of another tab.
   * @param {string[] | null} ids null: to any
   * @returns {Promise<void>}
   */
  async #follow(ids) {
    if (!this.#database) return;
    const before = this.#writes;
    try {
      const read = await (ids ? runsById(this.#database, ids) : allRuns(this.#database));
      if (!this.#database) return;
      // This tab has changed the run since it was read.
      if (this.#writes !== before) return this.#follow(ids);
      this.#takeOver(byId(keptRuns(read)), ids);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Map<string, KeptRun>} storedRuns @param {string[] | null} ids */
  #takeOver(storedRuns, ids) {
    const { list } = this.#store.get().runs;
    // A run that did not fit was not deleted by another tab.
    const known = [...this.#stored.keys()].filter((id) => this.#stored.get(id) !== null);
    const touched = ids ?? [...new Set([...storedRuns.keys(), ...known])];
    const changed = touched.flatMap((id) => {
      const run = storedRuns.get(id);
      // Only this tab knows the id of the run in this visit.
      return run ? [{ ...run, run: list.find((one) => one.id === id)?.run ?? null }] : [];
    });
    const deleted = touched.filter((id) => !storedRuns.has(id));
    for (const run of changed) this.#stored.set(run.id, run);
    for (const id of deleted) this.#stored.delete(id);
    this.#store.dispatch({ type: 'runs/synced', changed, deleted });
  }

  /** Goes on in memory. @param {unknown} error */
  #fail(error) {
    if (this.#over) return;
    this.#over = true;
    this.#database?.close();
    this.#others?.close();
    this.#database = this.#others = null;
    this.#store.dispatch({ type: 'runs/storage failed', message: storageProblem(error) });
  }
}

/** @param {KeptRun[]} runs @returns {Map<string, KeptRun>} */
function byId(runs) {
  return new Map(runs.map((run) => [run.id, run]));
}
