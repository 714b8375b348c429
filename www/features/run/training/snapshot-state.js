// What the page shows of the run: the iteration of the cursor, the query that is chosen, and the worker's snapshot of
// both. Pure.

import { newest } from './run-state.js';

/** @typedef {import('../../../core/protocol.js').Snapshot} Snapshot */
/** @typedef {import('./run-state.js').RunSlice} RunSlice */

/**
 * `query` null: the one with the greatest slack.
 * @typedef {{ query: number | null, snapshot: Snapshot | null }} SnapshotSlice
 */

/**
 * @typedef {{ type: 'cursor', iteration: number } | { type: 'query', query: number | null }
 *   | { type: 'snapshot', snapshot: Snapshot }} SnapshotAction
 */

/**
 * @template {RunSlice & SnapshotSlice} S
 * @param {S} state
 * @param {SnapshotAction} action
 * @returns {S}
 */
export function reduceSnapshot(state, action) {
  switch (action.type) {
    case 'cursor': {
      const last = newest(state.run);
      const iteration = Math.min(last, Math.max(0, Math.round(action.iteration)));
      return { ...state, cursor: { iteration, follow: iteration === last } };
    }
    case 'query': return { ...state, query: action.query };
    case 'snapshot': return state.run?.id === action.snapshot.run
      ? { ...state, snapshot: joined(state.snapshot, action.snapshot) } : state;
    default: return state;
  }
}

/**
 * Whether panels keep what they show: the data are there, and their first snapshot is on its way.
 * @param {SnapshotSlice & Pick<RunSlice, 'run'> & { data: unknown }} state
 */
export function awaitsSnapshot({ snapshot, data, run }) {
  return !snapshot && Boolean(data) && run?.status !== 'lost';
}

/**
 * A snapshot without rows keeps those of the same iteration.
 * @param {Snapshot | null} old
 * @param {Snapshot} snapshot
 * @returns {Snapshot}
 */
function joined(old, snapshot) {
  const same = old && old.run === snapshot.run && old.iteration === snapshot.iteration;
  return snapshot.rows ? snapshot : { ...snapshot, rows: same ? old.rows : null };
}

/** The query that the page shows. @param {SnapshotSlice['snapshot']} snapshot */
export function shownQuery(snapshot) {
  return snapshot?.inspection ?? snapshot?.pulls ?? null;
}
