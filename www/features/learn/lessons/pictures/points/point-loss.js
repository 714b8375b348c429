// What the core says of single pages: the loss of a page by its score, and a search fitted by least squares or by
// pairs. No DOM.

import { measures_of_order } from '../../../../../wasm/rankscope.js';
import { trainSmall } from '../../figures/small-run.js';

const AXES = { features: /** @type {[number, number]} */ ([0, 1]), origin: [0, 0], x: [1, 0], y: [0, 1] };
const NONE = new Uint32Array(0);
const MIRROR = 3; // the sum of a grade and that of its mirror image

/**
 * Loss of one page. The methods have a free constant, which fits the mean; the mirror image of the page, with the
 * opposite grade and score, keeps this constant at 0.
 * @param {readonly string[]} lines @param {string} method @param {number} second weight
 */
function ofPage(lines, method, second) {
  const { training, end } = trainSmall(lines, { method, c: 1 });
  return { at: (/** @type {number} */ score) => training.probe_weights(0, AXES, Float64Array.of(score, second),
    NONE).loss, end };
}

/** Returns the squared loss, half of the square, of a page with a grade from 0 to 3. */
export function squaredLoss() {
  const grades = Array.from({ length: MIRROR + 1 }, (_, grade) => ofPage([`${grade} qid:page 1:1 2:0`,
    `${MIRROR - grade} qid:mirror 1:-1 2:1`], 'regression', MIRROR));
  return { of: (/** @type {number} */ grade, /** @type {number} */ score) => grades[grade].at(score),
    end: () => grades.forEach((one) => one.end()) };
}

/** Returns the logistic loss of a page of two classes: good from grade 1 on, or useless. */
export function classLoss() {
  const good = ofPage(['1 qid:page 1:1 2:0', '0 qid:mirror 1:-1 2:0'], 'logistic', 0);
  return { of: (/** @type {number} */ grade, /** @type {number} */ score) => good.at(grade > 0 ? score : -score),
    end: good.end };
}

/** NDCG of pages by scores. @param {readonly number[]} grades @param {readonly number[]} scores */
export function listOf(grades, scores) {
  const ranking = grades.map((_, page) => page).sort((a, b) => scores[b] - scores[a] || a - b);
  const [ndcg] = measures_of_order(Uint8Array.from(ranking, (page) => grades[page]), ['ndcg']);
  return { ranking, ndcg };
}

/**
 * A search with two features, fitted by least squares, and by pairs with a w of the same length. Both are seen with the
 * constant that fits the grades best: it gives scores the mean of the grades.
 * @param {readonly string[]} lines @param {number} c
 */
export function fits(lines, c) {
  const runs = ['regression', 'ranknet-linear'].map((method) => trainSmall(lines, { method, c }));
  const [squares, pairs] = runs.map(({ training, iterations }) => Array.from(training.weights(iterations)));
  const length = Math.hypot(...squares) / Math.hypot(...pairs);
  const { training } = runs[0];
  const { documents } = training.pulls(0, 0);
  const grades = documents.map(({ grade }) => grade);
  const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    pages: documents.map(({ comment, grade }) => ({ title: comment, grade })),
    squares, pairs: pairs.map((weight) => weight * length),
    /** @param {readonly number[]} w */
    at(w) {
      const { loss, ranking } = training.probe_weights(0, AXES, Float64Array.from(w), Uint32Array.of(0));
      const scores = grades.map(() => 0);
      for (const { document, score } of ranking?.places ?? []) scores[document] = score;
      const shift = mean(grades) - mean(scores);
      return { loss, scores: scores.map((score) => score + shift) };
    },
    end: () => runs.forEach((run) => run.end()),
  };
}
