// The weak learners of a scorer with the words for their place. Pure.

import { count } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').Term} Term */
/**
 * A term with the words for its place. `place`: its ensemble and its round, from 0. `sum`: what its value is added to.
 * @typedef {{ term: Term, name: string, place: [ensemble: number, round: number], sum: string }} NamedTerm
 */

/**
 * The terms in the order of the rounds. Scorers of classes have one for every class in a round.
 * @param {import('../../../core/protocol.js').Scorer} scorer
 * @returns {NamedTerm[]}
 */
export function namedTerms(scorer) {
  const round = (/** @type {number} */ at, /** @type {number} */ of) => `round ${count(at + 1)} of ${count(of)}`;
  if (scorer.kind === 'additive') {
    return scorer.terms.map((term, at) =>
      ({ term, name: round(at, scorer.terms.length), place: [0, at], sum: 'the score' }));
  }
  if (scorer.kind !== 'classes') return [];
  const { ensembles, link } = scorer;
  const rounds = ensembles[0]?.length ?? 0;
  /** @param {number} place */
  const grade = (place) => (link === 'softmax' ? `grade ${place}` : `grade above ${place}`);
  return Array.from({ length: rounds }, (_, at) => ensembles.map((terms, place) => (/** @type {NamedTerm} */ ({
    term: terms[at], name: `${round(at, rounds)}, ${grade(place)}`, place: [place, at],
    sum: `the sum of ${grade(place)}`,
  })))).flat();
}
