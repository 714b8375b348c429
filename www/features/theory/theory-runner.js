// Has the laboratories computed by a worker of their own, one at a time and only the newest. No DOM.

import { startWorker } from '../../core/start-worker.js';
import { watchLifeline } from '../../lib/worker-lifeline.js';
import { sourcesOf } from '../data/data-request.js';
import { isSame, wantedOf } from './theory-state.js';

/** @typedef {import('./theory-state.js').TheoryStore} Store */
/** @typedef {import('./theory-state.js').Asked} Asked */
/** @typedef {import('../../core/theory-protocol.js').ToTheory} ToTheory */
/** @typedef {import('../../core/theory-protocol.js').FromTheory} FromTheory */

/** ms that a computation may go on although its values have changed: most end sooner, and a new worker costs more. */
const PATIENCE = 500;

/** @param {Store} store @param {(name: string) => Worker} [start] */
export function startTheoryRunner(store, start = startWorker) {
  const runner = new TheoryRunner(store, start);
  store.subscribe((state, _action, previous) => {
    if (state.theory !== previous.theory || state.data !== previous.data || state.panels !== previous.panels) {
      runner.consider();
    }
  });
  runner.consider();
}

class TheoryRunner {
  #store;
  #start;
  /** @type {Worker | null} */
  #worker = null;
  /** What the worker computes, and since when. @type {Asked & { task: number, began: number } | null} */
  #now = null;
  #task = 0;
  /** Numbers of data sets. @type {WeakMap<object, number>} */
  #ids = new WeakMap();
  #lastId = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /** @param {Store} store @param {(name: string) => Worker} start */
  constructor(store, start) {
    this.#store = store;
    this.#start = start;
  }

  /** Begins what is wanted now, and ends what is wanted no more. */
  consider() {
    clearTimeout(this.#later);
    const wanted = wantedOf(this.#store.get());
    if (this.#now) {
      if (wanted && isSame(this.#now, wanted)) return;
      const left = PATIENCE - (performance.now() - this.#now.began);
      if (wanted && left > 0) {
        // The newest values follow as soon as the worker is free.
        this.#later = setTimeout(() => this.consider(), left);
        return;
      }
      this.#end();
    }
    if (wanted) this.#begin(wanted);
    else this.#store.dispatch({ type: 'theory/task', task: null });
  }

  /** @param {Asked & { lab: string, options: string[] }} wanted */
  #begin({ key, of, lab, options }) {
    this.#worker ??= this.#spawn();
    this.#task += 1;
    this.#now = { key, of, task: this.#task, began: performance.now() };
    const data = of && { id: this.#idOf(of), sources: sourcesOf(of.request, of.seed) };
    /** @type {ToTheory} */
    const message = { type: 'compute', task: this.#task, lab, options, data };
    this.#worker.postMessage(message);
    this.#store.dispatch({ type: 'theory/task', task: { key, of } });
  }

  /** Ends the worker with what it computes. */
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#now = null;
  }

  /** @param {object} data */
  #idOf(data) {
    const known = this.#ids.get(data);
    if (known) return known;
    this.#lastId += 1;
    this.#ids.set(data, this.#lastId);
    return this.#lastId;
  }

  #spawn() {
    const worker = this.#start('theory');
    worker.onmessage = ({ data }) => { if (this.#worker === worker) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#lose(event.message || 'it could not be started.');
    };
    return worker;
  }

  /** @param {Worker} worker @param {FromTheory} message */
  #receive(worker, message) {
    if (message.type === 'crashed') return this.#lose(message.message);
    if (message.type === 'lock') {
      return void watchLifeline(message.lock, () => {
        if (this.#worker === worker) this.#lose('the browser ended it.');
      });
    }
    const now = this.#now;
    if (message.task !== now?.task) return;
    this.#now = null;
    const { key, of } = now;
    const { result, problem } = message;
    if (isSame(now, wantedOf(this.#store.get()))) {
      this.#store.dispatch({ type: 'theory/told', told: { key, of, result, problem } });
    } else this.consider();
  }

  /** @param {string} why */
  #lose(why) {
    const now = this.#now;
    this.#end();
    if (!now) return;
    const problem = `The worker of the laboratories ended: ${why} Change a value to start it again.`;
    this.#store.dispatch({ type: 'theory/told', told: { key: now.key, of: now.of, result: null, problem } });
  }
}
