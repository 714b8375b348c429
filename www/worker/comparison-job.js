// A worker of the comparison's pool: gets the data once, then trains one job after the other. It reads the files, or
// unpacks what another worker has read. The page may end it at any moment.

import { Training } from '../wasm/rankscope.js';
import { breakdownOf, faultOf, messageOf } from '../core/errors.js';
import { holdLifeline } from './lifeline.js';
import { packSets, unpackSets } from './packed-sets.js';
import { takePanic } from './panic-log.js';
import { Unreadable, readAll } from './read-data.js';
import { SliceBudget } from './slice-budget.js';

/** @typedef {import('../core/comparison-protocol.js').ToPool} ToPool */
/** @typedef {import('../core/comparison-protocol.js').FromPool} FromPool */
/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */

const POST = 200; // ms between two progress messages of a job

/** @type {import('./read-data.js').Sets | null} */
let data = null;
/** @type {Extract<ToPool, { type: 'open' }>['folds']} */
let folds = null;
/** @type {Map<number, Dataset[]>} Training and validation parts of the folds used so far. */
const parts = new Map();

/** Listens to the pool. */
export function serveThePool() {
  self.onmessage = (/** @type {MessageEvent<ToPool>} */ { data: message }) => {
    if (message.type === 'open') void open(message);
    else train(message);
  };
  void holdLifeline((lock) => post({ type: 'awake', lock }));
}

/** @param {Extract<ToPool, { type: 'open' }>} message */
async function open(message) {
  let { name } = message.sources.train;
  try {
    // A blob that the browser has lost is no reason to stop: the files are still there.
    data = message.packed && await unpackSets(message.packed);
    data ??= await readAll(message.sources, (source) => { name = source.name; }, async () => {});
    folds = message.folds;
    post({ type: 'ready', packed: message.share ? packSets(data) : null });
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
    post({ type: 'done', job: job.job, result: { valid: [], test: [], test_queries: [], failure: messageOf(error) } });
  }
}

/**
 * Trains the job and computes the measures of its model.
 * @param {import('../core/comparison-protocol.js').Job} job
 * @returns {import('../core/comparison-protocol.js').JobResult}
 */
function resultOf(job) {
  if (!data) throw new Error('a job came before the data');
  const [train, valid] = job.fold === undefined ? [data.train, data.valid] : partsOf(data.train, job.fold);
  const training = new Training(train, job.settings);
  try {
    training.leave_out_ledger();
    if (valid) training.watch_validation(valid);
    if (job.fold === undefined && data.test) training.watch_test(data.test);
    let posted = 0;
    const budget = new SliceBudget();
    for (;;) {
      const before = performance.now();
      const progress = training.advance(budget.size);
      const now = performance.now();
      budget.adapt(now - before);
      if (progress.state === 'stopped') return training.job_result();
      if (progress.state !== 'stepped') continue;
      const { report } = progress;
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
  if (!folds) throw new Error('a fold was requested without folds');
  const made = parts.get(fold) ?? whole.fold(folds.count, fold, folds.seed);
  parts.set(fold, made);
  return made;
}

/** @param {FromPool} message */
function post(message) {
  self.postMessage(message);
}
