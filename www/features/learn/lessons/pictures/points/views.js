// The views of single pages: scores that the reader moves, a fit that grows, a blend of two fits, and two classes. Each
// says what the pages score and cost at a place of the handle.

import { fixed } from '../../../../../lib/format.js';
import { listOf } from './point-loss.js';

/** @typedef {{ title: string, grade: number }} Page */
/** @typedef {ReturnType<typeof import('./point-loss.js').fits>} Fits */
/** @typedef {{ of: (grade: number, score: number) => number }} Loss */
/**
 * `moves`: the page that the handle moves, else the handle stands on a track. `first`, `open`, `told`: where the handle
 * starts, how far it goes before the answer, and where Reveal leads; `range` after it.
 * @typedef {{ part: string, name: string, moves: number | null, range: [number, number], open: [number, number],
 *   first: number, told: number, step: number, hidesList: boolean, ends: [string, string], caption: string }} View
 */

/** @type {View[]} */
export const VIEWS = [
  { part: 'scores', name: 'Score of the best page', moves: 0, range: [1.4, 3.4], open: [1.4, 2.4], first: 2.4,
    told: 3.4, step: 0.1, hidesList: false, ends: ['', ''],
    caption: 'A mark is a grade; half the area of a square is the loss. Slide the best page.' },
  { part: 'fit', name: 'Way of training', moves: null, range: [0, 1], open: [0, 0.3], first: 0, told: 1, step: 0.05,
    hidesList: true, ends: ['before training', 'trained'],
    caption: 'Slide from the start of training to its end.' },
  { part: 'blend', name: 'From squares to pairs', moves: null, range: [0, 1], open: [0, 0.4], first: 0, told: 1,
    step: 0.05, hidesList: false, ends: ['least squares', 'pairs'], caption: 'Slide from one model to the other.' },
  { part: 'classes', name: 'Score of the page with grade 1', moves: 1, range: [0.2, 2.4], open: [0.2, 1.8], first: 1,
    told: 2, step: 0.1, hidesList: false, ends: ['', ''],
    caption: 'Above 0 the method says good. Slide the page with grade 1.' },
];

/** The scores of the pages that the reader's hand does not move, in the order of the lesson's lines. */
const STILL = { scores: [2.4, 1.2, 0.4, 0.1, -0.3], classes: [2, 1, -0.3, -0.6, -0.8] };

/**
 * @param {View} view @param {Fits} fits @param {{ squared: Loss, classed: Loss }} losses
 * @param {number} place of the handle
 * @param {number} exchange share of the way on which the best page goes down to where the moved one was
 */
export function seen(view, fits, { squared, classed }, place, exchange) {
  const grades = fits.pages.map(({ grade }) => grade);
  const loss = view.part === 'classes' ? classed : squared;
  const still = view.part === 'scores' || view.part === 'classes' ? STILL[view.part] : null;
  let scores = still ? still.map((score, page) => (page === view.moves ? place : score)) : [];
  if (still && view.part === 'classes') scores[0] = still[0] + exchange * (still[1] - still[0]);
  let mean = Number.NaN;
  if (!still) {
    const w = view.part === 'fit' ? fits.squares.map((weight) => place * weight)
      : fits.squares.map((weight, feature) => (1 - place) * weight + place * fits.pairs[feature]);
    ({ scores, loss: mean } = fits.at(w));
  }
  const each = scores.map((score, page) => loss.of(grades[page], score));
  if (still) mean = each.reduce((sum, value) => sum + value, 0) / each.length;
  return { scores, losses: each, mean, isTied: view.part === 'fit' && place === 0, ...listOf(grades, scores) };
}

/**
 * What is seen, in a sentence; nothing of a hidden list.
 * @param {ReturnType<typeof seen> & { isHidden: boolean }} here @param {readonly Page[]} pages
 */
export const wordsOf = ({ mean, ranking, ndcg, isHidden }, pages) => `Loss ${fixed(mean, 3)}${isHidden ? ''
  : `, ${pages[ranking[0]].title} first, NDCG ${fixed(ndcg, 3)}`}`;
