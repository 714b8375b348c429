// What the picture of the pair weights says: captions, and the result in a sentence. Pure.

import { fixed } from '../../../../../lib/format.js';
import { IN_ORDER, hasRules } from './stops.js';

/** The name of the handle. @param {readonly string[]} show */
export const handleName = (show) => (show.includes('iterations') ? 'Iteration of training' : 'Weights');

/** @param {readonly string[]} show @param {string} name of a stop */
export function handleWords(show, name) {
  if (name === IN_ORDER) return 'Another w, all pairs in order';
  if (show.includes('iterations')) return `Iteration ${name}`;
  if (hasRules(show)) return `Weights: ${name}`;
  return `${name} ${name === '1' ? 'pair counts' : 'pairs count'}`;
}

/** @param {readonly string[]} show @param {import('./stops.js').Stop} stop */
export function resultOf(show, { name, pages, turn }) {
  const margin = Math.max(...turn.pairs.map((pair) => pair.margin));
  const first = turn.norm < 1e-6 ? 'all scores are equal' : `${pages[turn.ranking[0]].title} first`;
  const price = show.includes('iterations') ? `, price ${fixed(turn.price, 2)}` : '';
  return `${handleWords(show, name)}: ${first}, loss ${fixed(turn.loss, 2)}${price}, margin over the last page `
    + fixed(margin, 2);
}

/** @param {readonly string[]} show @returns {[string, string]} */
export function trackWords(show) {
  if (show.includes('iterations')) return ['Iteration', '0 is before training'];
  return hasRules(show) ? ['Weights', 'from the mean to the maximum']
    : ['How many pairs count', 'the worst ones, alike'];
}

/**
 * How many pairs a w has right. @param {readonly { hinge: number }[]} pairs the worst first
 * @param {number | null} degrees @param {(pairs: any) => number} rightOf
 */
export function turnWords(pairs, degrees, rightOf) {
  if (degrees === null) return 'w = 0: all scores are equal, each pair falls short by 1';
  return `w at ${degrees}°: ${rightOf(pairs)} of ${pairs.length} pairs right, the worst falls short by `
    + fixed(pairs[0].hinge, 2);
}

/** @param {readonly string[]} show @param {boolean} isZero whether w is 0 */
export function captionOf(show, isZero) {
  if (show.includes('arrows') && isZero) return 'Here w = 0. Turn the handle: w has length 1 again.';
  if (show.includes('arrows')) return 'Turn w, which has length 1 here. A pair is right on the shaded side.';
  if (show.includes('iterations')) return 'A pair is the good page and a useless one. Slide through training.';
  return hasRules(show) ? 'Slide from one rule of weights to another: the list is trained anew.'
    : 'Slide from the mean to the maximum: the list is trained anew.';
}
