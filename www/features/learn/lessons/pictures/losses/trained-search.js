// A search trained with each of the two losses, at the prices that were asked for. Every number comes from the core. No
// DOM.

import { trainSmall } from '../../figures/small-run.js';
import { KINDS, pullsOf } from './pair-loss.js';

/** @typedef {import('./draw-trained.js').Trained} Trained */

/** Returns what trains a search, and remembers it. */
export function trainedSearches() {
  /** @type {Map<string, Trained>} */
  const known = new Map();
  return (/** @type {import('./pair-loss.js').PairLoss} */ loss, /** @type {readonly string[]} */ lines,
    /** @type {number} */ c) => {
    const key = JSON.stringify([loss.kind, c, lines]);
    const found = known.get(key);
    if (found) return found;
    const run = trainSmall(lines, { method: KINDS[loss.kind], c, steps: 'full' });
    const { documents, pull } = run.training.pulls(run.iterations, 0);
    const pages = documents.map(({ comment, grade, score }) => ({ title: comment, grade, score }));
    /** @type {Trained} */
    const made = { kind: loss.kind, pages, pull: [...pull ?? []], pairs: pullsOf(loss, pages).pairs,
      norm: Math.hypot(...run.training.weights(run.iterations)) };
    run.end();
    known.set(key, made);
    return made;
  };
}
