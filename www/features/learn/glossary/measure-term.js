// The glossary entry of a measure. Pure.

import { MEASURES } from '../../../lib/measures.js';

/** Returns the id of the entry, that of measures in general for an unknown one. @param {string} name such as NDCG@10 */
export function measureTerm(name) {
  const [word] = name.toLowerCase().split(/[@:+ ]/);
  return MEASURES[word]?.term ?? 'measure';
}
