// One search trained with OWPC: its list, its pairs from the most violated one on, and their weights. Every number
// comes from the core. No DOM.

import { trainSmall } from '../../figures/small-run.js';

/**
 * A pair of the good page with a useless one. `hinge`: what its margin misses to 1. `weight`: of its place in the order
 * of the violations.
 * @typedef {{ page: number, margin: number, hinge: number, weight: number }} WeighedPair
 */

/**
 * @param {readonly string[]} lines of a search with one good page @param {string} generator of the weights
 * @param {number} c @param {import('../losses/pair-loss.js').PairLoss} loss the hinge of a pair
 */
export function owpcRun(lines, generator, c, loss) {
  const run = trainSmall(lines, { method: 'owpc', generator, c, steps: 'full', measures: ['ndcg', 'auc'] });
  // At w = 0 all scores are equal, every pair misses 1, and a cell of the table is the weight itself.
  const weights = run.training.search_table(0, 0)?.values ?? [];
  const turns = run.reports.map(({ primal }, at) => {
    const { documents, predicted } = run.training.pulls(at, 0);
    const columns = run.training.search_table(at, 0)?.columns ?? [];
    const good = documents.findIndex(({ grade }) => grade > 0);
    /** @type {WeighedPair[]} */
    const pairs = Array.from(columns, (page, place) => {
      const margin = documents[good].score - documents[page].score;
      return { page, margin, hinge: loss.loss(margin), weight: weights[place] };
    });
    return { ranking: Array.from(predicted), pairs, good, price: primal ?? NaN,
      norm: Math.hypot(...run.training.weights(at)),
      loss: pairs.reduce((sum, { hinge, weight }) => sum + hinge * weight, 0) };
  });
  const pages = run.training.pulls(0, 0).documents.map(({ comment, grade }, page) =>
    ({ title: comment, grade, features: Array.from(run.data.features(0, page)) }));
  run.end();
  return { pages, turns };
}

/** @typedef {ReturnType<typeof owpcRun>} OwpcRun */
