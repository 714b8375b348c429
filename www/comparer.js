// Compares methods: hands the core's plan to a pool of workers and what comes back to the core's table. No DOM.

import { obstacle, planOf, poolSize } from './comparing.js';
import { comparisonOf } from './core.js';
import { messageOf, problemOf } from './fault.js';
import { startPool } from './pool.js';
import { isOpen } from './reducer.js';
import { sourcesOf } from './requests.js';

/** @typedef {import('./reducer.js').State} State */

/** @param {import('./store.js').Store} store */
export function startComparer(store) {
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
      const comparison = comparisonOf(plan);
      const jobs = comparison.jobs();
      const workers = poolSize(navigator.hardwareConcurrency, jobs.length);
      const folds = plan.folds === undefined ? null : { count: plan.folds, seed: settings.seed };
      store.dispatch({ type: 'comparison planned', id, jobs: jobs.length, workers, table: comparison.table(), csv: comparison.csv() });
      const pool = startPool(workers, { type: 'open', sources: sourcesOf(data.request, data.seed), folds }, jobs, {
        done(job, result) {
          comparison.record(job.job, result);
          store.dispatch({ type: 'comparison table', id, table: comparison.table(), csv: comparison.csv() });
        },
        working: (working) => store.dispatch({ type: 'comparison working', id, working }),
        failed: (message) => store.dispatch({ type: 'comparison failed', id, message: `The comparison cannot go on. ${message}` }),
      });
      active = { stop: pool.stop, free: () => comparison.free() };
    } catch (error) {
      store.dispatch({ type: 'comparison failed', id, message: messageOf(error) });
    }
  };

  store.subscribe((state, action, previous) => {
    const { comparison } = state;
    if (action.type === 'compare') begin(state);
    else if (comparison.status !== 'running' && previous.comparison.status === 'running') stop();
  });

  // Checked only while somebody looks at it.
  store.watch((state) => [isOpen(state, 'comparison'), state.comparison.choices, state.settings, state.data], ([open]) => {
    if (open) store.dispatch({ type: 'comparison problem', problem: problemWith(store.get()) });
  });
}

/** Why nothing can be compared, or null. @param {State} state */
function problemWith(state) {
  const problem = obstacle(state);
  if (problem) return problem;
  try {
    comparisonOf(planOf(state)).free();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
