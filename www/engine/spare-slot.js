// Decides when a spare worker with the whole core is made, and what becomes of it. Nothing of it is fetched before the
// page answers or before the first run has ended, unless the user opens other data.

import { RELOAD } from '../core/reload.js';
import { matrixBytes, muchMemory } from '../features/training/resource-limits.js';
import { isWorking, newest } from '../features/training/run-state.js';

/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {Extract<import('../core/protocol.js').ToWorker, { type: 'load' }>} Load */
/** @typedef {Extract<import('../core/protocol.js').ToWorker, { type: 'cancel' }>} Cancel */
/** @typedef {import('../features/training/training-state.js').TrainingState} State */
/** @typedef {import('./load-requests.js').LoadRequests} LoadRequests */
/** @typedef {import('./spare-worker.js').SpareWorker} SpareWorker */
/**
 * What it asks of the engine: whether the worker still is a small one, to go over to the spare worker (`run`: and to
 * make its run there), and to handle a message as one of its worker.
 * @typedef {{ isSmall: () => boolean, goOver: (run?: import('../features/training/run-state.js').Run) => void,
 *   receive: (message: FromWorker) => void }} Engine
 */

const REST = 1_000; // ms after a run: what the page fetches and draws at its end comes first
const IDLE = 4_000; // ms after which a page without rest counts as idle

export class SpareSlot {
  /** @type {SpareWorker | null} */
  #spare = null;
  #isMaking = false;
  #store;
  #loads;
  #engine;

  /** @param {import('../store/store.js').Store<State, any>} store @param {LoadRequests} loads @param {Engine} engine */
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
  follow({ run, data, loading }, previous) {
    if (!this.#engine.isSmall()) return;
    if (data !== previous.data) this.#hold();
    // The first data are those of the visit.
    else if (data && loading && loading.load !== previous.loading?.load) void this.#make(Promise.resolve());
    else if (newest(run) > 0 && isWorking(previous.run) && !isWorking(run)) void this.#make(rest());
    this.#goOverUntrained();
  }

  /**
   * Has the spare worker read data, if it is ready. A run that is going on stays where it is, so its worker reads.
   * @param {Load} message
   * @returns {Load | Cancel} what the page's worker is told: to read, or no longer to read what these data replace
   */
  route(message) {
    const { load } = message;
    if (load === RELOAD || !this.#spare?.isReady || isWorking(this.#store.get().run)) return message;
    this.#spare.read(message);
    return { type: 'cancel', load };
  }

  /** Cancels reading. Returns whether the spare worker was reading this. @param {number} load */
  cancel(load) {
    if (this.#spare?.load !== load) return false;
    this.#drop();
    return true;
  }

  /** Hands over the spare worker, in whatever state it is. */
  take() {
    const spare = this.#spare;
    this.#spare = null;
    return spare && { ...spare.take(), sources: spare.sources, load: spare.load };
  }

  /** Ends the spare worker. What it read and what is still wanted, the worker of the page reads. */
  #giveUp() {
    const load = this.#spare?.load;
    this.#drop();
    const { loading } = this.#store.get();
    if (loading && loading.load === load) this.#loads.send(loading);
  }

  #drop() {
    this.#spare?.end();
    this.#spare = null;
  }

  /** Gives the spare worker the present data. Large data are not held twice. */
  #hold() {
    const { loaded } = this.#loads;
    const { data } = this.#store.get();
    if (!this.#spare || !loaded || !data) return;
    const { train, valid, test } = data.summaries;
    const size = [train, valid, test].reduce((sum, one) => sum + (one ? matrixBytes(one) : 0), 0);
    const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
    if (size > muchMemory(deviceMemory) / 4) this.#drop();
    else this.#spare.hold(loaded);
  }

  /** @param {Promise<unknown>} rested */
  async #make(rested) {
    if (this.#spare || this.#isMaking || isSparing()) return;
    this.#isMaking = true;
    try {
      await rested;
      const { SpareWorker } = await import('./spare-worker.js');
      if (!this.#engine.isSmall()) return;
      this.#spare = new SpareWorker({
        ready: () => this.#goOverUntrained(), heard: (message) => this.#heard(message), ended: (why) => this.#ended(why),
      });
      this.#hold();
    } catch {
      // Without it, a view that needs the whole core fetches that when it is opened, and reports the fault.
    } finally {
      this.#isMaking = false;
    }
  }

  /** Goes over to the spare worker while the run is at w = 0: making that again takes a moment and shows nothing. */
  #goOverUntrained() {
    const { run, loading } = this.#store.get();
    if (this.isReady && !loading && run?.status === 'ready' && run.reports.length === 1) this.#engine.goOver(run);
  }

  /** @param {import('./spare-worker.js').LoadReply} message */
  #heard(message) {
    if (message.type !== 'loaded') return this.#engine.receive(message);
    const { run, loading } = this.#store.get();
    // Either the data are no longer wanted, or a run has begun in the worker of the page. That run gives its model when
    // its own worker gets the data.
    if (loading?.load !== message.load || isWorking(run)) return this.#giveUp();
    this.#engine.goOver();
    this.#engine.receive(message);
  }

  /** @param {string} why */
  #ended(why) {
    const load = this.#spare?.load ?? null;
    this.#spare = null;
    const { loading } = this.#store.get();
    if (!loading || loading.load !== load) return;
    const failure = { message: why, problems: [], total: 0 };
    this.#engine.receive({ type: 'load failed', load, name: loading.name, failure });
  }
}

/** Whether the connection is to be spared. */
const isSparing = () => Boolean(/** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData);

/** Resolves when the page is at rest. */
const rest = () => new Promise((/** @type {(value: unknown) => void} */ resolve) => {
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: IDLE });
    else resolve(null);
  }, REST);
});
