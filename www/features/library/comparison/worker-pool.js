// Workers that train jobs in parallel. The first one reads large data and packs them for the others. Replaces a worker
// that crashes. No DOM, no state of the page.

import { startWorker } from '../../../core/start-worker.js';
import { SharedReading, isWorthSharing } from '../../../lib/shared-reading.js';
import { watchLifeline } from '../../../lib/worker-lifeline.js';

/** @typedef {import('../../../core/comparison-protocol.js').FromPool} FromPool */
/** @typedef {import('../../../core/comparison-protocol.js').ToPool} ToPool */
/** @typedef {import('../../../core/comparison-protocol.js').Job} Job */
/** @typedef {import('../../../core/comparison-protocol.js').JobResult} JobResult */
/** @typedef {import('../../../core/comparison-protocol.js').PackedSets} PackedSets */
/** @typedef {import('../../../core/comparison-protocol.js').PoolData} PoolData */
/** @typedef {import('./comparison-state.js').Working} Working */

/**
 * `failed`: no worker can use these data.
 * @typedef {object} Report
 * @property {(job: Job, result: JobResult) => void} done
 * @property {(working: Working[]) => void} working
 * @property {(message: string) => void} failed
 */

/**
 * @param {number} size
 * @param {PoolData & { bytes: number }} data `bytes`: of the values
 * @param {Job[]} jobs
 * @param {Report} report
 */
export function startWorkerPool(size, data, jobs, report) {
  const pool = new WorkerPool(size, data, jobs, report);
  for (let at = 0; at < size; at += 1) pool.spawn();
  return { stop: () => pool.stop() };
}

class WorkerPool {
  /** @type {SharedReading<PackedSets | null> | null} */
  #reading;
  #waiting;
  #report;
  /** The job of each worker; null while it reads data or has no job. @type {Map<Worker, Working | null>} */
  #workers = new Map();

  /** @param {number} size @param {PoolData & { bytes: number }} data @param {Job[]} jobs @param {Report} report */
  constructor(size, { bytes, ...data }, jobs, report) {
    this.#reading = new SharedReading(/** @type {PackedSets | null} */ (null), isWorthSharing(size, bytes),
      (worker, packed, share) => post(worker, { type: 'open', ...data, packed, share }));
    this.#waiting = [...jobs];
    this.#report = report;
  }

  spawn() {
    const worker = startWorker('compare');
    this.#workers.set(worker, null);
    worker.onmessage = ({ data }) => { if (this.#workers.has(worker)) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#workers.has(worker)) {
        this.#lose(worker, event.message || 'A worker of the comparison could not be started.');
      }
    };
    this.#reading?.add(worker);
  }

  stop() {
    for (const worker of this.#workers.keys()) worker.terminate();
    this.#workers.clear();
    // Frees the packed sets.
    this.#reading = null;
  }

  #reportWorking() {
    const working = [...this.#workers.values()].filter((one) => one !== null);
    this.#report.working(working.sort((a, b) => a.job.job - b.job.job));
  }

  /** @param {Worker} worker */
  #next(worker) {
    const job = this.#waiting.shift();
    this.#workers.set(worker, job ? { job, iteration: 0, gap: null } : null);
    if (job) post(worker, { type: 'train', job });
    this.#reportWorking();
    if (!this.#waiting.length && [...this.#workers.values()].every((one) => one === null)) this.stop();
  }

  /**
   * Drops the other jobs of a method that cannot be trained, because its row stays empty.
   * @param {Job} job
   * @param {JobResult} result
   */
  #finish(job, result) {
    const spared = result.failure === undefined ? [] : this.#waiting.filter(({ row }) => row === job.row);
    this.#waiting = this.#waiting.filter((one) => !spared.includes(one));
    for (const one of [job, ...spared]) this.#report.done(one, result);
  }

  /** @param {Worker} worker @param {string} message */
  #lose(worker, message) {
    const at = this.#workers.get(worker);
    this.#workers.delete(worker);
    worker.terminate();
    if (!at) {
      this.stop();
      return this.#report.failed(message);
    }
    this.#finish(at.job, { valid: [], test: [], test_queries: [], failure: message });
    if (this.#waiting.length) this.spawn();
    this.#reportWorking();
  }

  /** @param {Worker} worker @param {FromPool} message */
  #receive(worker, message) {
    const at = this.#workers.get(worker);
    switch (message.type) {
      case 'awake': return void watchLifeline(message.lock, () => {
        if (this.#workers.has(worker)) this.#lose(worker, 'The browser ended its worker.');
      });
      case 'ready':
        this.#reading?.opened(worker, message.packed);
        return this.#next(worker);
      case 'unusable': return this.#lose(worker, message.message);
      case 'crashed': return this.#lose(worker, message.message);
      case 'step':
        if (at?.job.job !== message.job) return;
        this.#workers.set(worker, { ...at, iteration: message.iteration, gap: message.gap ?? null });
        return this.#reportWorking();
      case 'done':
        if (at?.job.job !== message.job) return;
        this.#finish(at.job, message.result);
        // The last result may have ended the pool.
        if (this.#workers.has(worker)) this.#next(worker);
        return;
      default:
    }
  }
}

/** @param {Worker} worker @param {ToPool} message */
function post(worker, message) {
  worker.postMessage(message);
}
