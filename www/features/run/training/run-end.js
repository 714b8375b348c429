// The end of a run: which iteration became the model, and whether the bound taught anything. Pure.

import { newest } from './run-state.js';

/** @typedef {import('./run-state.js').Run} Run */
/** @typedef {Pick<Run, 'settings' | 'reports'> & { stop: Run['stop'] }} Ended a run, or a kept one */

/**
 * Returns the iteration that validation data kept instead of the optimum; null if they kept the optimum, or did not
 * choose.
 * @param {{ stop: Run['stop'] } | null} run
 */
export function keptIteration(run) {
  const chosen = run?.stop?.chosen;
  return chosen && chosen.iteration !== chosen.optimum ? chosen.iteration : null;
}

/** Returns the iteration whose scores are those of the model of an ended run. @param {{ stop: Run['stop'] }} run */
export function modelIteration({ stop }) {
  return stop?.chosen?.iteration ?? stop?.best_iteration ?? null;
}

/**
 * Returns the iteration that charts mark with a ring: that of the model where it is not the last one, or where
 * validation data kept it.
 * @param {Run | null} run
 */
export function markedIteration(run) {
  const model = run && modelIteration(run);
  return model !== null && model !== newest(run) ? model : keptIteration(run);
}

/**
 * Whether the numbers of an iteration are not those that a reader expects: the newest, and once the run has ended those
 * of its model.
 * @param {Run | null} run
 * @param {number} iteration
 */
export function needsName(run, iteration) {
  return iteration !== ((run && modelIteration(run)) ?? newest(run)) || iteration < newest(run);
}

/** Whether the optimum of a run is no better than w = 0, or hardly. @param {{ stop: Run['stop'] } | null} run */
export function isAtZero(run) {
  return run?.stop?.reason === 'converged' && run.stop.beats_zero === false;
}
