// What becomes of a spare worker with the whole core: when the page goes over to it, and which data it reads. Fetched
// with the first spare worker.

import { RELOAD } from '../core/reload.js';
import { matrixBytes, muchMemory } from '../features/training/resource-limits.js';
import { isWorking } from '../features/training/run-state.js';
import { SpareWorker } from './spare-worker.js';

/** @typedef {import('../features/training/training-state.js').TrainingState} State */
/** @typedef {import('./load-requests.js').LoadRequests} LoadRequests */
/** @typedef {Extract<import('../core/protocol.js').ToWorker, { type: 'load' }>} Load */
/** @typedef {Extract<import('../core/protocol.js').ToWorker, { type: 'cancel' }>} Cancel */
/**
 * What it asks of the engine: whether the worker of the page is a small one, to go over to the spare worker (`run`: and
 * to make its run there), and to handle a message as one of its worker.
 * @typedef {{ isSmall: () => boolean, goOver: (run?: import('../features/training/run-state.js').Run) => void,
 *   receive: (message: import('../core/protocol.js').FromWorker) => void }} Engine
 */

/** Whether a second copy of the data may be held: large data are not held twice. @param {State} state */
export function canHold({ data }) {
  if (!data) return false;
  const { train, valid, test } = data.summaries;
  const size = [train, valid, test].reduce((sum, one) => sum + (one ? matrixBytes(one) : 0), 0);
  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
  return size <= muchMemory(deviceMemory) / 4;
}

export class Spare {
  #store;
  #loads;
  #engine;
  #gone;
  #worker;
  #begun = 0;

  /**
   * @param {import('../store/store.js').Store<State, any>} store
   * @param {LoadRequests} loads
   * @param {Engine} engine
   * @param {() => void} gone called when there is no spare worker any more
   */
  constructor(store, loads, engine, gone) {
    this.#store = store;
    this.#loads = loads;
    this.#engine = engine;
    this.#gone = gone;
    this.#worker = new SpareWorker({
      ready: () => this.#goOverUntrained(), heard: (message) => this.#heard(message), ended: (why) => this.#ended(why),
    });
  }

  /** Whether it has the present data, so that a run can start there at once. */
  get isReady() {
    return this.#worker.isReady;
  }

  /**
   * @param {boolean} hasNewData whether the worker of the page has other data now
   * @param {number} begun the newest run that was trained, which may have been paused inside its first iteration
   */
  follow(hasNewData, begun) {
    this.#begun = begun;
    if (hasNewData) this.#hold();
    this.#goOverUntrained();
  }

  /**
   * Has it read data, if it is ready. A run that is going on stays where it is, so its worker reads.
   * @param {Load} message
   * @returns {Load | Cancel} what the worker of the page is told: to read, or no longer to read what these data replace
   */
  route(message) {
    const { load } = message;
    if (load === RELOAD || !this.isReady || isWorking(this.#store.get().run)) return message;
    this.#worker.read(message);
    return { type: 'cancel', load };
  }

  /** Cancels reading. Returns whether it was reading this. @param {number} load */
  cancel(load) {
    if (this.#worker.load !== load) return false;
    this.#end();
    return true;
  }

  /** Hands over the worker, in whatever state it is. */
  take() {
    this.#gone();
    const { sources, load } = this.#worker;
    return { ...this.#worker.take(), sources, load };
  }

  #end() {
    this.#worker.end();
    this.#gone();
  }

  /** Gives it the present data. */
  #hold() {
    const { loaded } = this.#loads;
    if (loaded && canHold(this.#store.get())) this.#worker.hold(loaded);
    else this.#end();
  }

  /** Goes over to it while the run is at w = 0: making that again takes a moment and shows nothing. */
  #goOverUntrained() {
    const { run, loading } = this.#store.get();
    const isUntrained = run?.status === 'ready' && run.reports.length === 1 && run.id !== this.#begun;
    if (this.isReady && !loading && isUntrained) this.#engine.goOver(run);
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

  /** Ends it. What it was reading, if that is still wanted, the worker of the page reads. */
  #giveUp() {
    const { load } = this.#worker;
    this.#end();
    const { loading } = this.#store.get();
    if (loading && loading.load === load) this.#loads.send(loading);
  }

  /** @param {string} why */
  #ended(why) {
    this.#gone();
    const { load } = this.#worker;
    const { loading } = this.#store.get();
    if (load === null || loading?.load !== load) return;
    const failure = { message: why, problems: [], total: 0 };
    this.#engine.receive({ type: 'load failed', load, name: loading.name, failure });
  }
}
