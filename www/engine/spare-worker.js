// A worker with the whole core beside the small one that trains. It holds the same data, so that a later run starts
// there, and it reads the next data for the page. Knows no state of the page. Fetched with the first spare worker.

import { RELOAD } from '../core/reload.js';
import { startWorker } from '../core/start-worker.js';
import { watchLifeline } from '../lib/worker-lifeline.js';

/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {import('../core/protocol.js').Sources} Sources */
/** @typedef {import('../core/protocol.js').ToWorker} ToWorker */
/** @typedef {Extract<FromWorker, { type: 'progress' | 'loaded' | 'load failed' }>} LoadReply */
/**
 * `ready`: it has read its copy of the data · `heard`: what it says about data that it reads for the page ·
 * `ended`: it could not be started or was lost. It is then of no more use.
 * @typedef {{ ready: () => void, heard: (message: LoadReply) => void, ended: (why: string) => void }} Listener
 */

export class SpareWorker {
  #worker = startWorker('whole');
  #listener;
  /** What it said of its lock, for who takes it. @type {MessageEvent | null} */
  #awake = null;
  #unread = 0; // copies that it is still to read
  #isMine = true;
  /** The data of which it holds a copy, or will. @type {Sources | null} */
  sources = null;
  /** The load that it reads for the page. @type {number | null} */
  load = null;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
    this.#worker.onmessage = (event) => this.#handle(event);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message);
    };
  }

  /** Whether its copy of the data is read. */
  get isReady() {
    return this.sources !== null && this.#unread === 0;
  }

  /** Has it read a copy of the data, in the place of the previous ones. @param {Sources} sources */
  hold(sources) {
    this.sources = sources;
    this.#unread += 1;
    this.#worker.postMessage(
      /** @satisfies {ToWorker} */ ({ type: 'load', load: RELOAD, sources, settings: null }));
  }

  /** Has it read data for the page. @param {Extract<ToWorker, { type: 'load' }>} message */
  read(message) {
    // It already reads them if the other worker was replaced meanwhile.
    if (message.load === this.load) return;
    this.load = message.load;
    this.#worker.postMessage(message);
  }

  /** Hands the worker over. @returns {{ worker: Worker, replay: () => void }} as of the early worker */
  take() {
    this.#isMine = false;
    const [worker, awake] = [this.#worker, this.#awake];
    return { worker, replay: () => { if (awake) worker.onmessage?.(awake); } };
  }

  end() {
    this.#isMine = false;
    this.#worker.terminate();
  }

  /** @param {MessageEvent<FromWorker>} event */
  #handle(event) {
    const { data: message } = event;
    switch (message.type) {
      case 'awake':
        this.#awake = event;
        return void watchLifeline(message.lock, () => this.#fail('The browser ended the worker.'));
      case 'crashed': case 'not started': return this.#fail(message.message);
      case 'progress': case 'loaded': case 'load failed': return this.#follow(message);
      default:
    }
  }

  /** @param {LoadReply} message */
  #follow(message) {
    if (message.load !== RELOAD) {
      if (message.type === 'load failed') this.load = null;
      return this.#listener.heard(message);
    }
    if (message.type === 'load failed') return this.#fail(message.failure.message);
    if (message.type !== 'loaded') return;
    this.#unread -= 1;
    if (this.isReady) this.#listener.ready();
  }

  /** @param {string} why */
  #fail(why) {
    if (!this.#isMine) return;
    this.end();
    this.#listener.ended(why);
  }
}
