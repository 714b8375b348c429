// The groups of a query's documents, of which a diverse ranking shows one. Pure.

import { ON } from './inspector-state.js';

/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('../../../core/protocol.js').Pulls} Pulls */
/** @typedef {import('./inspector-state.js').OnePerGroup} OnePerGroup */

/**
 * The model's ranking: by score, or with one document per group where the data have groups and the switch is on.
 * @param {Pick<Inspection | Pulls, 'predicted' | 'diverse'>} query @param {OnePerGroup} onePerGroup
 */
export function modelRanking({ predicted, diverse }, onePerGroup) {
  return diverse && onePerGroup === ON ? diverse.order : predicted;
}

/**
 * For each of the first ranks that should show a group once: whether its group stands above it.
 * @param {Inspection['diverse']} diverse @param {number[]} ranking
 * @returns {boolean[]}
 */
export function repeatsOf(diverse, ranking) {
  if (!diverse) return [];
  const seen = new Set();
  return ranking.slice(0, diverse.ranks).map((document) => {
    const group = diverse.groups[document];
    return seen.has(group) || !seen.add(group);
  });
}

/** What a repeat says. */
export const REPEAT = 'a document of its group stands above it';
