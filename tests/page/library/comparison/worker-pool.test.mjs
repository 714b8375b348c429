// The pool of workers, with stub workers.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { startWorkerPool } from '../../../../www/features/library/comparison/worker-pool.js';

/** @typedef {import('../../../../www/core/comparison-protocol.js').FromPool} FromPool */
/** @typedef {import('../../../../www/core/comparison-protocol.js').ToPool} ToPool */
/** @typedef {import('../../../../www/features/library/comparison/comparison-state.js').Job} Job */
/** @typedef {import('../../../../www/core/comparison-protocol.js').PackedSets} PackedSets */

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
const READY = /** @type {const} */ ({ type: 'ready', packed: null });
/** Of data below and above the size from which one worker reads for all. */
const [SMALL, LARGE] = [1e6, 1e8].map((bytes) => /** @type {Parameters<typeof startWorkerPool>[1]} */ (/** @type {unknown} */ ({ sources: {}, folds: null, bytes })));

/** Starts a pool whose workers open on their own. @param {number} size @param {Job[]} wanted */
function start(size, wanted, data = SMALL) {
  /** @type {[number, string | undefined][]} */
  const results = [];
  /** @type {string[]} */
  const failures = [];
  const pool = startWorkerPool(size, data, wanted, { done: ({ job }, { failure }) => results.push([job, failure]), working: () => {}, failed: (message) => failures.push(message) });
  if (data === SMALL) for (const worker of Pretended.all) worker.says(READY);
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
  next.says(READY);
  assert.equal(next.job, 2);
  next.says({ type: 'done', job: 2, result: fine });
  assert.deepEqual(results[2], [2, undefined]);
});

test('unreadable data end the comparison', () => {
  /** @type {string[]} */
  const failures = [];
  startWorkerPool(2, SMALL, jobs(0), { done: () => {}, working: () => {}, failed: (message) => failures.push(message) });
  Pretended.all[0].says({ type: 'unusable', message: 'mine.txt: gone' });
  Pretended.all[1].says(READY);
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
  next.says(READY);
  next.says({ type: 'done', job: 1, result: fine });
  assert.deepEqual(results[1], [1, undefined], 'another took its place');
  // The lock is also released when the pool ends the worker, which is not a fault.
  waiting.get('second')?.();
  pool.stop();
  assert.equal(results.length, 2);
});

/** @type {PackedSets} */
const packed = { train: new Blob(['x']), valid: null, test: null };
/** What a worker was told to open. @param {Pretended} worker */
const opening = ({ told: [first] }) => (first?.type === 'open' ? { packed: first.packed, share: first.share } : null);

test('of large data, one worker reads the files and the others get what it has packed', () => {
  const { results } = start(3, jobs(0, 0, 1, 1), LARGE);
  const [one, two, three] = Pretended.all;
  assert.deepEqual([one, two, three].map(opening), [{ packed: null, share: true }, null, null]);
  one.says({ type: 'ready', packed });
  assert.equal(one.job, 0, 'the reader does not wait for the others');
  assert.deepEqual([two, three].map(opening), [{ packed, share: false }, { packed, share: false }]);
  three.says(READY);
  assert.deepEqual([two.job, three.job], [-1, 1]);
  // A worker that takes the place of a lost one does not read the files either.
  three.says({ type: 'crashed', message: 'unreachable' });
  const next = Pretended.all[3];
  assert.deepEqual(opening(next), { packed, share: false });
  next.says(READY);
  two.says(READY);
  assert.deepEqual([next.job, two.job], [2, 3]);
  for (const [worker, job] of /** @type {const} */ ([[one, 0], [next, 2], [two, 3]])) worker.says({ type: 'done', job, result: fine });
  assert.deepEqual(results.map(([job]) => job), [1, 0, 2, 3]);
  assert.ok(Pretended.all.every(({ ended }) => ended));
});

test('where nothing could be packed, every worker reads the files', () => {
  start(3, jobs(0, 0, 1), LARGE);
  const [one, ...others] = Pretended.all;
  one.says(READY);
  assert.deepEqual(others.map(opening), [{ packed: null, share: false }, { packed: null, share: false }]);
});

test('small data and a single worker pack nothing', () => {
  start(2, jobs(0, 0));
  assert.deepEqual(Pretended.all.map(opening), [{ packed: null, share: false }, { packed: null, share: false }]);
  Pretended.all = [];
  start(1, jobs(0), LARGE);
  assert.deepEqual(Pretended.all.map(opening), [{ packed: null, share: false }]);
});

test('files that cannot be read end the comparison while the others wait', () => {
  const { failures } = start(3, jobs(0, 0, 1), LARGE);
  Pretended.all[0].says({ type: 'unusable', message: 'mine.txt: gone' });
  assert.deepEqual([failures, Pretended.all.map(({ ended, told }) => [ended, told.length])],
    [['mine.txt: gone'], [[true, 1], [true, 0], [true, 0]]]);
});
