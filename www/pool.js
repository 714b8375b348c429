// Workers that train jobs side by side. Replaces a worker that breaks. No DOM, no state of the page.

import { watchLifeline } from './lifeline.js';

/** @typedef {import('./comparing.js').FromPool} FromPool */
/** @typedef {import('./comparing.js').ToPool} ToPool */
/** @typedef {import('./comparing.js').Job} Job */
/** @typedef {import('./comparing.js').JobResult} JobResult */
/** @typedef {import('./comparing.js').Working} Working */

/**
 * @param {number} size
 * @param {Extract<ToPool, { type: 'open' }>} opening what every worker is told first
 * @param {Job[]} jobs
 * @param {{ done: (job: Job, result: JobResult) => void, working: (working: Working[]) => void, failed: (message: string) => void }} report
 *   `failed`: no worker can do anything with these data
 */
export function startPool(size, opening, jobs, report) {
  let waiting = [...jobs];
  /** @type {Map<Worker, Working | null>} What each worker is at; null: it reads data or has nothing left to do. */
  const workers = new Map();

  const tell = () => report.working([...workers.values()].filter((one) => one !== null).sort((a, b) => a.job.job - b.job.job));

  const spawn = () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'compare' });
    workers.set(worker, null);
    worker.onmessage = ({ data }) => { if (workers.has(worker)) receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (workers.has(worker)) lose(worker, event.message || 'A worker of the comparison could not be started.');
    };
    worker.postMessage(/** @type {ToPool} */ (opening));
  };

  const stop = () => {
    for (const worker of workers.keys()) worker.terminate();
    workers.clear();
  };

  /** @param {Worker} worker */
  const next = (worker) => {
    const job = waiting.shift();
    workers.set(worker, job ? { job, iteration: 0, gap: null } : null);
    if (job) worker.postMessage(/** @type {ToPool} */ ({ type: 'train', job }));
    tell();
    if ([...workers.values()].every((one) => one === null) && !waiting.length) stop();
  };

  /**
   * A method that cannot be trained has no row, so the rest of its jobs need not be tried.
   * @param {Job} job
   * @param {JobResult} result
   */
  const finish = (job, result) => {
    const spared = result.failure === undefined ? [] : waiting.filter(({ row }) => row === job.row);
    waiting = waiting.filter((one) => !spared.includes(one));
    for (const one of [job, ...spared]) report.done(one, result);
  };

  /** @param {Worker} worker @param {string} message */
  const lose = (worker, message) => {
    const at = workers.get(worker);
    workers.delete(worker);
    worker.terminate();
    if (!at) {
      stop();
      return report.failed(message);
    }
    finish(at.job, { valid: [], test: [], failure: message });
    if (waiting.length) spawn();
    tell();
  };

  /** @param {Worker} worker @param {FromPool} message */
  const receive = (worker, message) => {
    const at = workers.get(worker);
    switch (message.type) {
      case 'awake': return watchLifeline(message.lock, () => { if (workers.has(worker)) lose(worker, 'The browser ended its worker.'); });
      case 'ready': return next(worker);
      case 'unusable': return lose(worker, message.message);
      case 'crashed': return lose(worker, message.message);
      case 'step':
        if (at?.job.job !== message.job) return;
        workers.set(worker, { ...at, iteration: message.iteration, gap: message.gap });
        return tell();
      case 'done':
        if (at?.job.job !== message.job) return;
        finish(at.job, message.result);
        // The last result may have ended the pool.
        return workers.has(worker) ? next(worker) : undefined;
      default:
    }
  };

  for (let at = 0; at < size; at += 1) spawn();
  return { stop };
}
