// What the core says of the scores of one search and of the weights of the ranks, in the words of the picture. No DOM.

import { profiles } from '../../../../../wasm/rankscope.js';
import { trainSmall } from '../../figures/small-run.js';

/** @typedef {import('../../../../../wasm/rankscope.js').TrainingSettings} TrainingSettings */
/** @typedef {{ name: string, score: number }} Page */

/** The positions of the slider of the shape of c, from steep to flat, and the last one before the reveal. */
export const SHAPES = { steep: 0, usual: 25, closed: 41, flat: 50 };
const STEEPEST = 2;
/** The profile under which the scores of the picture are trained. */
const USUAL = 'power:0.5';

/** The exponent of c at a position of the slider. @param {number} position */
export const exponentAt = (position) => Number((STEEPEST * (1 - position / SHAPES.flat) ** 2).toFixed(3));

/**
 * Scores of the pages of one search at the end of training, the highest first. @param {readonly string[]} lines
 * @param {TrainingSettings} settings @returns {Page[]}
 */
export function trainedPages(lines, settings) {
  const { training, iterations, end } = trainSmall(lines, { ...settings, decay: USUAL });
  const { documents, predicted } = training.inspect(iterations, 0);
  const pages = predicted.map((document) => ({ name: documents[document].comment.split(',')[0],
    score: documents[document].score }));
  end();
  return pages;
}

/** The weights of the first ranks. @param {TrainingSettings} settings @param {string} decay @param {number} ranks */
export const weightsOf = (settings, decay, ranks) => profiles({ ...settings, decay }, ranks).c;

/** Weight times score at each rank. @param {readonly number[]} weights @param {readonly number[]} scores */
export const productsOf = (weights, scores) => scores.map((score, rank) => score * weights[rank]);

/** @param {readonly number[]} values */
export const sumOf = (values) => values.reduce((total, one) => total + one, 0);

/**
 * The order after two ranks have changed places. @param {readonly number[]} order @param {number} from
 * @param {number} to
 */
export const swapped = (order, from, to) =>
  order.map((page, rank) => (rank === from ? order[to] : rank === to ? order[from] : page));
