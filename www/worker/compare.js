// A worker of the comparison's pool: reads the data once, then trains one job after the other.
// Is ended from outside, at any moment.

import { Training } from '../wasm/rankscope.js';
import { breakdownOf, faultOf, messageOf } from '../fault.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panics.js';
import { Unreadable, readAll } from './reading.js';

/** @typedef {import('../comparing.js').ToPool} ToPool */
/** @typedef {import('../comparing.js').FromPool} FromPool */
/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */

const POST = 200; // ms between two signs of life of a job

/** @type {import('./reading.js').Sets | null} */
let data = null;
/** @type {Extract<ToPool, { type: 'open' }>['folds']} */
let folds = null;
/** @type {Map<number, Dataset[]>} Training and validation part of the folds that were asked for. */
const parts = new Map();

/** Listens to the pool. @param {Promise<unknown>} ready when the module is there */
export function serveThePool(ready) {
  self.onmessage = (/** @type {MessageEvent<ToPool>} */ { data: message }) => {
    if (message.type === 'open') void open(message, ready);
    else train(message);
  };
  holdLifeline((lock) => post({ type: 'awake', lock }));
}

/** @param {Extract<ToPool, { type: 'open' }>} message @param {Promise<unknown>} ready */
async function open(message, ready) {
  let { name } = message.sources.train;
  try {
    await ready;
    data = await readAll(message.sources, (source) => { name = source.name; }, async () => {});
    folds = message.folds;
    post({ type: 'ready' });
  } catch (error) {
    const known = faultOf(error) ?? error instanceof Unreadable;
    post({ type: 'unusable', message: `${name}: ${known ? messageOf(error) : breakdownOf(error, takePanic())}` });
  }
}

/** @param {Extract<ToPool, { type: 'train' }>} message */
function train({ job }) {
  try {
    post({ type: 'done', job: job.job, result: resultOf(job) });
  } catch (error) {
    if (!faultOf(error)) return post({ type: 'crashed', message: breakdownOf(error, takePanic()) });
    post({ type: 'done', job: job.job, result: { valid: [], test: [], failure: messageOf(error) } });
  }
}

/**
 * Trains the job and takes the measures of its best model.
 * @param {import('../comparing.js').Job} job
 * @returns {import('../comparing.js').JobResult}
 */
function resultOf(job) {
  if (!data) throw new Error('a job came before the data');
  const [train, valid] = job.fold === undefined ? [data.train, data.valid] : partsOf(data.train, job.fold);
  const training = new Training(train, job.settings);
  try {
    training.leave_out_ledger();
    if (valid) training.watch_validation(valid);
    if (job.fold === undefined && data.test) training.watch_test(data.test);
    /** @type {{ valid: (number | undefined)[], test: (number | undefined)[] }[]} By iteration. */
    const measured = [];
    let budget = 16;
    let posted = 0;
    for (;;) {
      const before = performance.now();
      const progress = training.advance(budget);
      const now = performance.now();
      if (now - before < 4) budget = Math.min(budget * 2, 1 << 20);
      else if (now - before > 16) budget = Math.max(1, budget >> 1);
      if (progress.state === 'stopped') return { ...measured[progress.stop.best_iteration], stop: progress.stop.reason, failure: undefined };
      if (progress.state !== 'stepped') continue;
      const { report } = progress;
      measured.push({ valid: report.valid.map(({ value }) => value), test: report.test.map(({ value }) => value) });
      if (now - posted < POST) continue;
      posted = now;
      post({ type: 'step', job: job.job, iteration: report.iteration, gap: report.gap });
    }
  } finally {
    training.free();
  }
}

/**
 * @param {Dataset} whole
 * @param {number} fold
 */
function partsOf(whole, fold) {
  if (!folds) throw new Error('a fold was asked for without folds');
  const made = parts.get(fold) ?? whole.fold(folds.count, fold, folds.seed);
  parts.set(fold, made);
  return made;
}

/** @param {FromPool} message */
function post(message) {
  self.postMessage(message);
}
