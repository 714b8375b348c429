// The request for the explanation of two documents. Pure.

import { isOpen } from '../../../store/panels.js';
import { pairOf } from './model-state.js';

/** @type {import('../../../core/protocol.js').RequestKind<import('./model-state.js').ModelState>} */
export const EXPLANATION_REQUEST = {
  type: 'explain', answer: 'model/explained',
  wanted(state, { run, iteration, inspection }) {
    const pair = isOpen(state, 'explanation') ? pairOf(state.model, inspection ?? pullsOf(state, run)) : null;
    return pair && { type: 'explain', run: run.id, iteration, ...pair };
  },
};

/**
 * The query that is shown without cutting planes.
 * @param {import('./model-state.js').ModelState} state @param {{ id: number }} run
 */
function pullsOf({ snapshot }, run) {
  return snapshot?.run === run.id ? snapshot.pulls : null;
}
