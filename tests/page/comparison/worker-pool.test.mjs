// The pool of workers, with stub workers.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { startWorkerPool } from '../../../www/features/comparison/worker-pool.js';

/** @typedef {import('../../../www/core/comparison-protocol.js').FromPool} FromPool */
/** @typedef {import('../../../www/core/comparison-protocol.js').ToPool} ToPool */
/** @typedef {import('../../../www/features/comparison/comparison-state.js').Job} Job */

class Pretended {
  /** @type {Pretended[]} */
  static all = [];
  /** @type {ToPool[]} */
  told = [];
  ended = false;
  /** @type {(event: { data: FromPool }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string, preventDefault: () => void }) => void} */
  onerror = () => {};
  constructor() { Pretended.all.push(this); }
  /** @param {ToPool} message */
  postMessage(message) { this.told.push(message); }
  terminate() { this.ended = true; }
  /** @param {FromPool} data */
  says(data) { this.onmessage({ data }); }
  /** The number of its latest job. */
  get job() {
    const last = this.told.at(-1);
    return last?.type === 'train' ? last.job.job : -1;
  }
}
Object.assign(globalThis, { Worker: Pretended });
afterEach(() => { Pretended.all = []; });

/** @param {number[]} rows the row of each job */
const jobs = (...rows) => rows.map((row, job) => /** @type {Job} */ ({ job, row, fold: undefined }));
const fine = { valid: [1], test: [1], failure: undefined };

/** @param {number} size @param {Job[]} wanted */
function start(size, wanted) {
  /** @type {[number, string | undefined][]} */
  const results = [];
  /** @type {string[]} */
  const failures = [];
  const opening = /** @type {Extract<ToPool, { type: 'open' }>} */ (/** @type {unknown} */ ({ type: 'open', sources: {}, folds: null }));
  const pool = startWorkerPool(size, opening, wanted, { done: ({ job }, { failure }) => results.push([job, failure]), working: () => {}, failed: (message) => failures.push(message) });
  for (const worker of Pretended.all) worker.says({ type: 'ready' });
  return { pool, results, failures };
}

test('every job runs once, and then the workers end', () => {
  const { results } = start(2, jobs(0, 0, 1));
  const [one, two] = Pretended.all;
  assert.deepEqual([one.told[0].type, one.job, two.job], ['open', 0, 1]);
  two.says({ type: 'done', job: 1, result: fine });
  two.says({ type: 'done', job: 2, result: fine });
  assert.equal(one.ended, false);
  one.says({ type: 'done', job: 0, result: fine });
  assert.deepEqual(results, [[1, undefined], [2, undefined], [0, undefined]]);
  assert.ok(Pretended.all.every(({ ended }) => ended));
});

test('a worker that throws fails its method and is replaced', () => {
  const { results } = start(1, jobs(0, 0, 1));
  Pretended.all[0].says({ type: 'crashed', message: 'unreachable' });
  assert.deepEqual(results, [[0, 'unreachable'], [1, 'unreachable']], 'the rest of the row need not be tried');
  assert.equal(Pretended.all[0].ended, true);
  const next = Pretended.all[1];
  next.says({ type: 'ready' });
  assert.equal(next.job, 2);
  next.says({ type: 'done', job: 2, result: fine });
  assert.deepEqual(results[2], [2, undefined]);
});

test('unreadable data end the comparison', () => {
  /** @type {string[]} */
  const failures = [];
  startWorkerPool(2, /** @type {any} */ ({ type: 'open' }), jobs(0), { done: () => {}, working: () => {}, failed: (message) => failures.push(message) });
  Pretended.all[0].says({ type: 'unusable', message: 'mine.txt: gone' });
  Pretended.all[1].says({ type: 'ready' });
  assert.deepEqual([failures, Pretended.all.map(({ ended }) => ended), Pretended.all[1].told.length], [['mine.txt: gone'], [true, true], 1]);
});

test('messages of a worker after Cancel are ignored', () => {
  const { pool, results } = start(1, jobs(0, 0));
  pool.stop();
  Pretended.all[0].says({ type: 'done', job: 0, result: fine });
  assert.deepEqual([results, Pretended.all[0].ended], [[], true]);
});

test('the lock shows that the browser has ended a worker', () => {
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  const locks = { request: (/** @type {string} */ name, /** @type {unknown} */ _options, /** @type {() => void} */ granted) => waiting.set(name, granted) };
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
  const { pool, results } = start(1, jobs(0, 1));
  Pretended.all[0].says({ type: 'awake', lock: 'first' });
  waiting.get('first')?.();
  assert.deepEqual(results, [[0, 'The browser ended its worker.']]);
  const next = Pretended.all[1];
  next.says({ type: 'awake', lock: 'second' });
  next.says({ type: 'ready' });
  next.says({ type: 'done', job: 1, result: fine });
  assert.deepEqual(results[1], [1, undefined], 'another took its place');
  // The lock is also released when the pool ends the worker, which is not a fault.
  waiting.get('second')?.();
  pool.stop();
  assert.equal(results.length, 2);
});
