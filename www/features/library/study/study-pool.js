// Workers that train cells of a study in parallel. Each of them reads the data files. Replaces a worker that is lost.
// No DOM, no state of the page.
//
// Two workers that read 200 MB at the same time finish before the second of two that wait for each other.

import { startWorker } from '../../../core/start-worker.js';
import { watchLifeline } from '../../../lib/worker-lifeline.js';

/** @typedef {import('../../../core/study-protocol.js').FromStudy} FromStudy */
/** @typedef {import('../../../core/study-protocol.js').Opening} Opening */
/** @typedef {import('../../../core/study-protocol.js').StudyResult} StudyResult */

/**
 * `failed`: no worker can use the study.
 * @typedef {object} Report
 * @property {(cell: number) => void} begun
 * @property {(cell: number) => void} trained
 * @property {(result: StudyResult) => void} done
 * @property {(cell: number, message: string) => void} lost
 * @property {(message: string) => void} failed
 */

export class StudyPool {
  #opening;
  #waiting;
  #report;
  /** The cell of each worker; null while it has none. @type {Map<Worker, number | null>} */
  #workers = new Map();

  /** @param {number} size @param {Opening} opening @param {number[]} cells @param {Report} report */
  constructor(size, opening, cells, report) {
    this.#opening = opening;
    this.#waiting = [...cells];
    this.#report = report;
    for (let at = 0; at < size; at += 1) this.#spawn();
  }

  /** Ends all workers at once. */
  stop() {
    for (const worker of this.#workers.keys()) worker.terminate();
    this.#workers.clear();
  }

  #spawn() {
    const worker = startWorker('study-cells');
    this.#workers.set(worker, null);
    worker.onmessage = ({ data }) => { if (this.#workers.has(worker)) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#workers.has(worker)) this.#lose(worker, event.message || 'A worker could not be started.');
    };
  }

  /** @param {Worker} worker */
  #next(worker) {
    const cell = this.#waiting.shift();
    this.#workers.set(worker, cell ?? null);
    if (cell === undefined) return;
    worker.postMessage({ type: 'train', cell });
    this.#report.begun(cell);
  }

  /** @param {Worker} worker @param {string} message */
  #lose(worker, message) {
    const cell = this.#workers.get(worker) ?? null;
    this.#workers.delete(worker);
    worker.terminate();
    if (cell === null) {
      this.stop();
      return this.#report.failed(message);
    }
    if (this.#waiting.length) this.#spawn();
    this.#report.lost(cell, message);
  }

  /** @param {Worker} worker @param {FromStudy} message */
  #receive(worker, message) {
    switch (message.type) {
      case 'awake': return worker.postMessage({ type: 'open', ...this.#opening });
      case 'lock': return void watchLifeline(message.lock, () => {
        if (this.#workers.has(worker)) this.#lose(worker, 'The browser ended a worker of the study.');
      });
      case 'opened': return this.#next(worker);
      case 'trained': return this.#report.trained(message.cell);
      case 'unusable':
        return this.#lose(worker, `${message.file ? `${message.file}: ` : ''}${message.failure.message}`);
      case 'crashed': return this.#lose(worker, message.message);
      case 'done':
        this.#report.done(message.result);
        // The last result may have ended the pool.
        if (this.#workers.has(worker)) this.#next(worker);
        return;
      default:
    }
  }
}
