// Which ranks of long rankings can be folded away. Pure.

import { placesOf } from './places.js';

const LEAST = 6; // ranks that are worth a fold

/**
 * Ranks `from` to `to`, both included. `stays`: every document there is at the same rank in the model's and the
 * violating ranking; otherwise they only shift together, each with its neighbours. `grade` where all of them have the
 * same: then the reference may have them in another order, which makes no difference to the loss.
 * @typedef {{ from: number, to: number, stays: boolean, grade: number | null }} CollapsedRanks
 */

/**
 * Runs of ranks where nothing happens: documents keep their neighbours from each ranking to the next. Between reference
 * and model, documents of one grade count as one another.
 * @param {number[][]} rankings reference, model, violator
 * @param {number[]} grades by document
 * @param {number} rows ranks that are shown
 * @returns {CollapsedRanks[]}
 */
export function collapsedRanks(rankings, grades, rows) {
  const places = rankings.map(placesOf);
  /**
   * How far the document at a rank of one ranking is moved in another.
   * @param {number} at
   * @param {number} other
   * @param {number} rank
   */
  const shift = (at, other, rank) => places[other][rankings[at][rank]] - rank;
  /**
   * Whether two rankings move alike at a rank and the one before.
   * @param {number} one
   * @param {number} other
   * @param {number} rank
   */
  const isParallel = (one, other, rank) => shift(one, other, rank) === shift(one, other, rank - 1)
    && shift(other, one, rank) === shift(other, one, rank - 1);
  /** The grade that all rankings have at a rank, or null. @param {number} rank */
  const gradeAt = (rank) => {
    const [first, ...others] = rankings.map((ranking) => grades[ranking[rank]]);
    return others.every((grade) => grade === first) ? first : null;
  };
  /** @param {number} rank */
  const isQuiet = (rank) => rank > 0 && isParallel(1, 2, rank)
    && (isParallel(0, 1, rank) || (gradeAt(rank) !== null && gradeAt(rank) === gradeAt(rank - 1)));
  /** @type {CollapsedRanks[]} */
  const folds = [];
  for (let from = 0; from < rows; from += 1) {
    let to = from;
    let stays = true;
    let grade = gradeAt(from);
    while (to < rows && isQuiet(to)) {
      stays &&= shift(1, 2, to) === 0 && shift(2, 1, to) === 0;
      if (gradeAt(to) !== grade) grade = null;
      to += 1;
    }
    if (to - from >= LEAST) folds.push({ from, to: to - 1, stays, grade });
    from = Math.max(from, to);
  }
  return folds;
}

/**
 * The lines of a folded drawing: ranks, and folds in the place of theirs.
 * @param {CollapsedRanks[]} folds
 * @param {number[]} expanded ranks whose folds are open
 * @param {number} rows
 * @returns {(number | CollapsedRanks)[]}
 */
export function visibleLines(folds, expanded, rows) {
  /** @type {(number | CollapsedRanks)[]} */
  const lines = [];
  let rank = 0;
  for (const fold of folds) {
    if (expanded.some((open) => open >= fold.from && open <= fold.to)) continue;
    while (rank < fold.from) lines.push(rank++);
    lines.push(fold);
    rank = fold.to + 1;
  }
  while (rank < rows) lines.push(rank++);
  return lines;
}
