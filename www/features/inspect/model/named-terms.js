// The weak learners of a scorer with the words for their place. Pure.

import { count } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').Term} Term */
/** A term with the words for its place. @typedef {{ term: Term, name: string }} NamedTerm */

/**
 * The terms in the order of the rounds. Scorers of classes have one for every class in a round.
 * @param {import('../../../core/protocol.js').Scorer} scorer
 * @returns {NamedTerm[]}
 */
export function namedTerms(scorer) {
  const round = (/** @type {number} */ at, /** @type {number} */ of) => `round ${count(at + 1)} of ${count(of)}`;
  if (scorer.kind === 'additive') {
    return scorer.terms.map((term, at) => ({ term, name: round(at, scorer.terms.length) }));
  }
  if (scorer.kind !== 'classes') return [];
  const { ensembles, link } = scorer;
  const rounds = ensembles[0]?.length ?? 0;
  return Array.from({ length: rounds }, (_, at) => ensembles.map((terms, place) => ({
    term: terms[at],
    name: `${round(at, rounds)}, ${link === 'softmax' ? `grade ${place}` : `grade above ${place}`}`,
  }))).flat();
}
