// The current phase of an iteration and how far training is, in words. Pure.

import { count, percent, significant } from '../../../lib/format.js';

/** @param {import('../../../core/protocol.js').Phase} phase */
export function phaseText({ phase, done, of }) {
  switch (phase) {
    case 'start': return `choosing the first reference: iteration ${count(done)}`;
    case 'again': return `making iteration ${count(done)} of ${count(of)} again`;
    case 'search': return `oracle: document ${count(done)} of ${count(of)}`;
    case 'oracle': return `oracle: query ${count(done)} of ${count(of)}`;
    case 'qp': return 'solving the QP';
    case 'learn': return of > 0 ? `learning: ${count(done)} of ${count(of)}` : 'learning';
    default: return 'taking the measures';
  }
}

/**
 * How far training is: its proved gap, or else its objective, if the method has one.
 * @param {{ gap?: number | null, best_objective?: number | null }} figures
 */
export function progressText({ gap, best_objective: best }) {
  if (typeof gap === 'number') return `gap ${percent(gap)}`;
  return typeof best === 'number' ? `objective ${significant(best)}` : '';
}
