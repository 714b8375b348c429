// What one's own permutation asks the worker for: its value, and that of all permutations. Pure.

import { ownRanking } from './inspector-state.js';

/** @typedef {import('../../../core/protocol.js').RequestKind<import('./inspector-state.js').InspectorState>} Kind */

/** @type {Kind} */
export const VALUE_REQUEST = {
  type: 'value', answer: 'inspector/valued',
  wanted(state, { run, iteration, inspection }) {
    const ranking = ownRanking(state);
    return state.inspectorTab === 'own' && inspection && ranking
      ? { type: 'value', run: run.id, iteration, query: inspection.query, ranking } : null;
  },
};

/** @type {Kind} */
export const ALL_RANKINGS_REQUEST = {
  type: 'try all', answer: 'inspector/tried all',
  wanted: ({ inspector: { own } }, { run, iteration, inspection }) =>
    (own.trying && inspection ? { type: 'try all', run: run.id, iteration, query: inspection.query } : null),
};
