// The place of a spare worker with the whole core, and when one is made: nothing of it is fetched before the first run
// has ended, unless the user opens other data.

import { isWorking, newest } from '../features/training/run-state.js';

/** @typedef {import('./spare.js').State} State */
/** @typedef {import('./spare.js').Load} Load */

const REST = 1_000; // ms after a run: what the page fetches and draws at its end comes first
const IDLE = 4_000; // ms after which a page without rest counts as idle

export class SpareSlot {
  /** @type {import('./spare.js').Spare | null} */
  #spare = null;
  #isMaking = false;
  #begun = 0; // the newest run that was trained
  #store;
  #loads;
  #engine;

  /**
   * @param {import('../store/store.js').Store<State, any>} store
   * @param {import('./load-requests.js').LoadRequests} loads
   * @param {import('./spare.js').Engine} engine
   */
  constructor(store, loads, engine) {
    this.#store = store;
    this.#loads = loads;
    this.#engine = engine;
  }

  /** Whether a spare worker has the present data, so that a run can start there at once. */
  get isReady() {
    return this.#spare?.isReady ?? false;
  }

  /** @param {State} state @param {State} previous */
  follow(state, previous) {
    if (!this.#engine.isSmall()) return;
    const { run, data, loading } = state;
    if (run && isWorking(run)) this.#begun = run.id;
    if (this.#spare) this.#spare.follow(data !== previous.data, this.#begun);
    // The first data are those of the visit.
    else if (data && loading && loading.load !== previous.loading?.load) void this.#make(Promise.resolve());
    else if (newest(run) > 0 && isWorking(previous.run) && !isWorking(run)) void this.#make(rest());
  }

  /**
   * @param {Load} message
   * @returns {ReturnType<import('./spare.js').Spare['route']>} what the worker of the page is told
   */
  route(message) {
    return this.#spare?.route(message) ?? message;
  }

  /** Cancels reading. Returns whether the spare worker was reading this. @param {number} load */
  cancel(load) {
    return this.#spare?.cancel(load) ?? false;
  }

  /** Hands over the spare worker, in whatever state it is. */
  take() {
    return this.#spare?.take() ?? null;
  }

  /** @param {Promise<unknown>} rested */
  async #make(rested) {
    if (this.#isMaking || isSparing()) return;
    this.#isMaking = true;
    try {
      await rested;
      const { Spare, canHold } = await import('./spare.js');
      if (!this.#engine.isSmall() || !canHold(this.#store.get())) return;
      this.#spare = new Spare(this.#store, this.#loads, this.#engine, () => { this.#spare = null; });
      this.#spare.follow(true, this.#begun);
    } catch {
      // Without it, a view that needs the whole core fetches that when it is opened, and reports the fault.
    } finally {
      this.#isMaking = false;
    }
  }
}

/** Whether the connection is to be spared. */
function isSparing() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  return Boolean(connection?.saveData);
}

/** Resolves when the page is at rest. */
const rest = () => new Promise((/** @type {(value: unknown) => void} */ resolve) => {
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: IDLE });
    else resolve(null);
  }, REST);
});
