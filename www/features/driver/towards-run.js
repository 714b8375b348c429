// The next action towards the data and the run of a target. Pure.

import { ofRun } from '../../lib/of-run.js';
import { allSettings, setAll } from '../settings/settings-state.js';
import { problemText } from '../settings/labels.js';
import { TO_THE_END, isWorking, newest, sameSettings } from '../run/training/run-state.js';

/** @typedef {import('./target.js').DriverAction} Action */
/** @typedef {import('./target.js').DriverState} State */
/** @typedef {import('./target.js').Next} Next */
/** @typedef {import('./target.js').Target} Target */
/** @typedef {import('../run/training/run-state.js').Run} Run */

/** @param {Target} target @param {State} state @returns {Next} */
export function towardsData({ request }, { data, loading }) {
  if (!request || data?.request === request) return undefined;
  return loading?.request === request ? null : { type: 'load', request };
}

/**
 * Returns why the target's run cannot be trained, else undefined. A lesson waits for a run whose worker was lost.
 * Another target does not, because its data may be the reason.
 * @param {Target} target @param {State} state @param {import('../settings/settings-state.js').Check} check
 * @returns {Next}
 */
export function troubleOfRun({ settings, trained, train, query, yieldsTo }, { run, catalog }, check) {
  if (!settings && !train && trained === undefined && query === undefined) return undefined;
  const problem = settings && check(settings);
  if (problem) return { problem: problemText(catalog, problem) };
  const isLost = !run || run.refused || run.status === 'lost' || (run.workerLost && yieldsTo !== 'controls');
  return isLost ? { problem: '', why: 'run' } : undefined;
}

/** @param {Target} target @param {State} state @returns {Next} */
export function towardsTraining({ settings, trained }, state) {
  const { run } = state;
  if (!run || (!settings && trained === undefined)) return undefined;
  if (run.status === 'preparing' || run.workerLost) return null;
  // The settings of the target replace all settings.
  const wanted = { ...state.settings, ...(settings && allSettings(settings)) };
  if (!sameSettings(state.settings, wanted)) return setAll(wanted);
  const isOther = settings && !sameSettings(run.settings, wanted);
  if (trained === undefined) return isOther ? { type: 'reset' } : undefined;
  const last = newest(run);
  const goesOn = run.status === 'running' && trained !== Infinity;
  if (isOther || last > trained || goesOn) return { type: 'reset' };
  if (isWorking(run)) return null;
  if (last < trained && run.status !== 'stopped') return stepOf(trained - last);
  return run.reports.at(last) ? undefined : null;
}

/** The action that presses Train. @param {Target} target @param {State} state @returns {Next} */
export function pressOf({ train }, { run }) {
  // The user may have pressed it while the data were read.
  if (!train || isWorking(run)) return undefined;
  return train === 'paced' ? { type: 'train' } : stepOf(Infinity);
}

/** The action that trains whole iterations. @param {number} steps @returns {Action} */
const stepOf = (steps) => ({ type: 'step', steps: steps === Infinity ? TO_THE_END : steps, whole: true });

/**
 * Whether the run uses the query of the target; null before the page has the rows of the run.
 * @param {Target} target @param {State} state
 */
export function usesQuery({ query }, { run, snapshot }) {
  if (typeof query !== 'number') return true;
  return ofRun(snapshot, run)?.rows?.some((row) => row.query === query) ?? null;
}

/**
 * Returns the actions that choose the query of the target, and then what belongs to the query.
 * @param {Target} target @param {State} state @returns {Action[]}
 */
export function actionsOfQuery({ query = null, ranking, pair }, { query: chosen }) {
  /** @type {Action[]} */
  const actions = chosen === query ? [] : [{ type: 'query', query }];
  if (query !== null && ranking) actions.push({ type: 'inspector/arrange', query, ranking });
  if (query !== null && pair) actions.push({ type: 'model/pair', pair: { query, first: pair[0], second: pair[1] } });
  return actions;
}

/** @param {Target} target @param {State} state @returns {Next} */
export function towardsCursor({ iteration }, { run, cursor }) {
  if (iteration === undefined) return undefined;
  const wanted = Math.min(iteration ?? Infinity, newest(run));
  return cursor.iteration === wanted ? undefined : { type: 'cursor', iteration: wanted };
}

/** Waits for the snapshot of the target. @param {Target} target @param {State} state @returns {Next} */
export function towardsSnapshot(target, state) {
  if (!target.isShown) return undefined;
  const { run, cursor, inspectorTab } = state;
  const snapshot = ofRun(state.snapshot, run);
  if (snapshot?.iteration !== cursor.iteration || !snapshot.rows || snapshot.tab !== inspectorTab) return null;
  const about = snapshot.inspection ?? snapshot.pulls;
  const isOther = typeof target.query === 'number' && usesQuery(target, state) && about && about.query !== target.query;
  return isOther ? null : undefined;
}
