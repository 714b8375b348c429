// The last deletion of kept runs, and the way back. Pure.

import { roomFor } from './run-identity.js';

/** @typedef {import('./kept-run.js').KeptRun} KeptRun */
/** @typedef {import('./run-identity.js').Limits} Limits */

/**
 * `before`: the runs as they were kept before. `by`: the run of this visit that took their room, null if a person
 * deleted them.
 * @typedef {{ before: KeptRun[], by: number | null }} Deletion
 */

/**
 * Returns the deletion to undo once runs had to make room. A run that takes room twice, first for its reports and then
 * for its model, is undone at once.
 * @param {Deletion | null} last
 * @param {KeptRun[]} before
 * @param {number | null} by
 * @returns {Deletion}
 */
export function deletion(last, before, by) {
  return last && by !== null && last.by === by ? last : { before, by };
}

/** The runs that an undo brings back. @param {{ list: KeptRun[], undo: Deletion | null }} runs */
export function deletedRuns({ list, undo }) {
  const ids = new Set(list.map(({ id }) => id));
  return undo?.before.filter(({ id }) => !ids.has(id)) ?? [];
}

/**
 * Returns the runs as they were before a deletion, and behind them those later runs for which there is room.
 * @param {KeptRun[]} list
 * @param {Deletion} undo
 * @param {Limits} limits
 */
export function restored(list, { before }, limits) {
  const present = new Map(list.map((run) => [run.id, run]));
  const known = new Set(before.map(({ id }) => id));
  // A run may have been renamed since.
  const back = before.map((run) => present.get(run.id) ?? run);
  return roomFor(back, list.filter(({ id }) => !known.has(id)), limits).list;
}

/**
 * Forgets the runs that another tab has deleted, because an undo here must not bring them back.
 * @param {Deletion | null} undo
 * @param {string[]} deleted
 * @returns {Deletion | null}
 */
export function without(undo, deleted) {
  return undo && deleted.length ? { ...undo, before: undo.before.filter(({ id }) => !deleted.includes(id)) } : undo;
}
