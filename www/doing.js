// What a run is doing inside an iteration, in words. Pure.

import { count } from './format.js';

/** @param {import('./protocol.js').Phase} phase */
export function doing({ phase, done, of }) {
  switch (phase) {
    case 'again': return `making iteration ${count(done)} of ${count(of)} again`;
    case 'search': return `oracle: document ${count(done)} of ${count(of)}`;
    case 'oracle': return `oracle: query ${count(done)} of ${count(of)}`;
    case 'qp': return 'solving the QP';
    default: return 'taking the measures';
  }
}
