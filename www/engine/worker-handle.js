// Starts the training worker, posts to it, and notices when it crashes or does not reply. Knows no state of the page.

import { startWorker } from '../core/start-worker.js';
import { watchLifeline } from '../lib/worker-lifeline.js';

/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {import('../core/protocol.js').ToWorker} ToWorker */

const ANSWER = 150; // ms within which the worker must reply `alive`
const LATE = 30; // further ms for replies that wait behind other work of the page
const START = 10_000; // ms within which a replacement must start; its files are already on the device

export class WorkerHandle {
  /** @type {Worker | null} */
  #worker = null;
  /** The runs that the present worker has to prepare. @type {Set<number>} */
  #prepared = new Set();
  #awake = false; // a worker that is still being fetched and compiled need not reply
  #watched = false; // whether it holds its lock, so that its end would be noticed
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #overdue;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #starting;
  #receive;
  #lost;

  /**
   * @param {(message: import('../core/protocol.js').Reply) => void} receive
   * @param {(why: string, neverStarted?: boolean) => void} lost called when the worker ends unexpectedly;
   *   `neverStarted`: before its code was there
   */
  constructor(receive, lost) {
    this.#receive = receive;
    this.#lost = lost;
  }

  start() {
    const worker = startWorker('');
    this.#worker = worker;
    const isMine = () => this.#worker === worker;
    worker.onmessage = ({ data }) => { if (isMine()) this.#handle(data, isMine); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (isMine()) this.#lost(event.message || 'The worker could not be started.', !this.#awake);
    };
    this.#prepared = new Set();
    this.#awake = this.#watched = false;
  }

  /** Replaces the worker. */
  restart() {
    clearTimeout(this.#overdue);
    clearTimeout(this.#starting);
    const hadBegun = this.#awake;
    this.#worker?.terminate();
    this.start();
    // If the worker ends before it holds its lock, only this timer notices. It is set once, so that a worker that never
    // starts is not restarted forever.
    if (!hadBegun || !navigator.locks) return;
    this.#starting = setTimeout(() => { if (!this.#watched) this.#lost('The new worker did not start.'); }, START);
  }

  /** @param {ToWorker} message */
  post(message) {
    if (message.type === 'prepare') this.#prepared.add(message.run);
    this.#worker?.postMessage(message);
  }

  /**
   * Posts a message. If the worker does not reply in time, `otherwise` is called.
   * @param {ToWorker} message
   * @param {() => void} otherwise
   */
  postOrElse(message, otherwise) {
    clearTimeout(this.#overdue);
    // A reply that the busy page handles late is not a late reply.
    if (this.#awake) this.#overdue = setTimeout(() => { this.#overdue = setTimeout(otherwise, LATE); }, ANSWER);
    this.post(message);
  }

  /** Whether the present worker has to prepare a run. @param {number} run */
  hasPrepared(run) {
    return this.#prepared.has(run);
  }

  /**
   * @param {FromWorker} message
   * @param {() => boolean} isMine whether the worker that said it is still the present one
   */
  #handle(message, isMine) {
    this.#awake = true;
    if (message.type === 'alive') return clearTimeout(this.#overdue);
    if (message.type !== 'awake') return this.#receive(message);
    this.#watched = true;
    return void watchLifeline(message.lock, () => {
      if (isMine()) this.#lost('The browser ended it, perhaps because memory is short.');
    });
  }
}
