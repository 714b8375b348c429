// State of the bounds along a line of w: the newest reply of the worker, and the request for it. Pure.

import { isOpen } from '../../../store/panels.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';
import { factorsOf } from './line-points.js';

/** @typedef {import('../../../wasm/rankscope.js').BoundsAlong} BoundsAlong */
/** @typedef {import('../../run/training/run-state.js').Run} Run */

/**
 * `along` is null at w = 0, and where the core refuses with a `problem`.
 * @typedef {{ run: number, iteration: number, along: BoundsAlong | null, problem: string }} BoundsReply
 */
/** @typedef {{ reply: BoundsReply | null }} Bounds */
/** @typedef {{ type: 'bounds/along' } & BoundsReply} BoundsAction */
/**
 * What the panel of this feature sees of the state.
 * @typedef {{ bounds: Bounds } & import('../../../store/panels.js').PanelsState
 *   & import('../../run/training/training-state.js').TrainingState} BoundsState
 */
/** @typedef {import('../../../store/store.js').Store<BoundsState, BoundsAction>} BoundsStore */

/** @type {Bounds} */
export const NO_BOUNDS = { reply: null };

/**
 * @param {Bounds} old
 * @param {BoundsAction} action
 * @param {{ run: { id: number } | null }} state
 * @returns {Bounds}
 */
export function reduceBounds(old, { run: of, iteration, along, problem }, { run }) {
  return of === run?.id ? { reply: { run: of, iteration, along, problem } } : old;
}

/** @type {import('../../../core/protocol.js').RequestKind<BoundsState>} */
export const BOUNDS_REQUEST = {
  type: 'bounds along', answer: 'bounds/along',
  wanted: (state, { run, iteration }) => {
    const { run: present } = state;
    if (!isOpen(state, 'bounds') || !hasPlanes(methodOf(state.catalog, run.settings)) || present?.id !== run.id) {
      return null;
    }
    const norm = present.reports.at(iteration)?.norm ?? 0;
    const factors = norm > 0 ? factorsOf(norm, longestOf(present)) : [];
    return { type: 'bounds along', run: run.id, iteration, factors };
  },
};

/** The norm of the longest w so far. @param {Run} run */
function longestOf({ reports }) {
  return reports.reduce((longest, report) => Math.max(longest, report?.norm ?? 0), 0);
}
