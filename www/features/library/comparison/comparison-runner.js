// Runs a comparison: passes the core's plan to a pool of workers, and their results to the core's table. No DOM.

import { obstacle, planOf, poolSize } from './comparison-plan.js';
import { messageOf, problemOf } from '../../../core/errors.js';
import { Comparison } from '../../../wasm/rankscope.js';
import { startWorkerPool } from './worker-pool.js';
import { isOpen } from '../../../store/panels.js';
import { sourcesOf } from '../../data/data-request.js';
import { fileChecksums } from '../../data/data-state.js';

/** @typedef {import('./comparison-state.js').ComparisonState} State */

/** @param {import('./comparison-state.js').ComparisonStore} store */
export function startComparisonRunner(store) {
  /** @type {{ stop: () => void, free: () => void } | null} */
  let active = null;

  const stop = () => {
    active?.stop();
    active?.free();
    active = null;
  };

  /** @param {State} state */
  const begin = (state) => {
    const { data, settings, comparison: { id } } = state;
    const plan = planOf(state);
    if (!data) return;
    stop();
    try {
      const comparison = new Comparison(plan);
      const jobs = comparison.jobs();
      const workers = poolSize(navigator.hardwareConcurrency, jobs.length);
      const folds = plan.folds === undefined ? null : { count: plan.folds, seed: settings.seed };
      const { train = '', valid = '', test = '' } = fileChecksums(data) ?? {};
      const checksums = [train, valid ?? '', test ?? ''];
      const filled = () => ({ table: comparison.table(), csv: comparison.csv(checksums), curves: comparison.curves() });
      store.dispatch({ type: 'comparison/planned', id, jobs: jobs.length, workers, ...filled() });
      const sources = sourcesOf(data.request, data.seed);
      const pool = startWorkerPool(workers, { sources, folds, bytes: bytesOf(data.summaries) }, jobs, {
        done(job, result) {
          comparison.record(job.job, result);
          store.dispatch({ type: 'comparison/table', id, ...filled() });
        },
        working: (working) => store.dispatch({ type: 'comparison/working', id, working }),
        failed: (message) =>
          store.dispatch({ type: 'comparison/failed', id, message: `The comparison cannot go on. ${message}` }),
      });
      active = { stop: pool.stop, free: () => comparison.free() };
    } catch (error) {
      store.dispatch({ type: 'comparison/failed', id, message: messageOf(error) });
    }
  };

  store.subscribe((state, action, previous) => {
    const { comparison } = state;
    if (action.type === 'comparison/start') begin(state);
    else if (comparison.status !== 'running' && previous.comparison.status === 'running') stop();
  });

  // The plan is checked only while the panel is open.
  store.watch((state) => [
    isOpen(state, 'comparison'), state.comparison.choices, state.settings, state.data,
  ], ([open]) => {
    if (open) store.dispatch({ type: 'comparison/problem', problem: whyNot(store.get()) });
  });
  // The start of a comparison may have had this file fetched.
  if (store.get().comparison.status === 'running') begin(store.get());
}

/** Bytes of all values that are not 0. @param {import('../../../core/protocol.js').Summaries} summaries */
function bytesOf({ train, valid, test }) {
  return [train, valid, test].reduce((sum, one) =>
    sum + (one ? 8 * one.documents * one.features * (1 - one.zero_share) : 0), 0);
}

/** Why nothing can be compared, or null. @param {State} state */
function whyNot(state) {
  const problem = obstacle(state);
  if (problem) return problem;
  try {
    new Comparison(planOf(state)).free();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
