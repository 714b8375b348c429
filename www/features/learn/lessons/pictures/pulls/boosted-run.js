// A boosted run on the pages of a step: the scores of one search after every round, and the weight of all pairs. Every
// number comes from the core. No DOM.

import { trainSmall } from '../../figures/small-run.js';

export const ROUNDS = 8;

/** @typedef {{ scores: number[], order: number[], all: number | null }} Round `all`: the weight of all pairs */
/** @typedef {{ pages: import('./draw-rows.js').Page[], rounds: Round[], pairs: number }} BoostedRun */

/** The number of pairs of different grades. @param {readonly { grade: number }[]} pages */
const pairsIn = (pages) => pages.reduce((sum, one, at) =>
  sum + pages.slice(0, at).filter(({ grade }) => grade !== one.grade).length, 0);

/**
 * @param {readonly string[]} lines @param {'rankboost' | 'frank'} method @param {number} query
 * @returns {BoostedRun}
 */
function boostedRun(lines, method, query) {
  const { data, training, reports, end } = trainSmall(lines, { method, rounds: ROUNDS });
  const pairs = Array.from({ length: data.summary().queries }, (_, at) => pairsIn(training.pulls(0, at).documents))
    .reduce((sum, one) => sum + one, 0);
  const rounds = reports.map(({ objective }, at) => {
    const { documents, predicted } = training.pulls(at, query);
    // The objective of RankBoost is the mean weight of a pair.
    return { scores: documents.map(({ score }) => score), order: Array.from(predicted),
      all: method === 'rankboost' ? (objective ?? NaN) * pairs : null };
  });
  const pages = training.pulls(0, query).documents.map(({ comment, grade }) => ({ title: comment, grade }));
  end();
  return { pages, rounds, pairs };
}

/** Returns what trains a run, and remembers the last one. */
export function boostedRuns() {
  let [known, run] = ['', /** @type {BoostedRun | null} */ (null)];
  return (/** @type {readonly string[]} */ lines, /** @type {'rankboost' | 'frank'} */ method,
    /** @type {number} */ query) => {
    const key = JSON.stringify([lines, method, query]);
    if (!run || key !== known) [known, run] = [key, boostedRun(lines, method, query)];
    return run;
  };
}
