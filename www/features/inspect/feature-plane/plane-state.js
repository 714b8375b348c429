// State of the picture over two features: the newest reply of the worker, and the request for it. Pure.

import { isOpen } from '../../../store/panels.js';

/** @typedef {import('../../../core/protocol.js').Plane} Plane */
/** @typedef {{ run: number, iteration: number, plane: Plane | null, problem: string }} PlaneReply */
/** @typedef {{ reply: PlaneReply | null }} PlaneView */
/** @typedef {{ type: 'plane/scored' } & PlaneReply} PlaneAction */
/**
 * What the panel of this feature sees of the state.
 * @typedef {{ plane: PlaneView, theme: string } & import('../../../store/panels.js').PanelsState
 *   & import('../model/model-state.js').ModelState} PlaneState
 */
/** @typedef {import('../../../store/store.js').Store<PlaneState, PlaneAction>} PlaneStore */

/** @type {PlaneView} */
export const NO_PLANE = { reply: null };

/**
 * @param {PlaneView} old
 * @param {PlaneAction} action
 * @param {{ run: { id: number } | null }} state
 * @returns {PlaneView}
 */
export function reducePlane(old, { run: of, iteration, plane, problem }, { run }) {
  return of === run?.id ? { reply: { run: of, iteration, plane, problem } } : old;
}

/** @type {import('../../../core/protocol.js').RequestKind<PlaneState>} */
export const PLANE_REQUEST = {
  type: 'plane', answer: 'plane/scored',
  wanted: (state, { run, iteration }) => {
    const { run: present } = state;
    if (!isOpen(state, 'plane') || present?.id !== run.id || present.overview?.features !== 2) return null;
    return { type: 'plane', run: run.id, iteration };
  },
};
