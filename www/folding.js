// Which ranks of long rankings can be folded away. Pure.

const LEAST = 6; // ranks that are worth a fold

/**
 * Ranks `from` to `to`, both included. `stays`: every document there is at the same rank in all rankings; otherwise
 * they only shift together, each with its neighbours.
 * @typedef {{ from: number, to: number, stays: boolean }} Fold
 */

/** The rank of every document. @param {number[]} ranking */
export function placesOf(ranking) {
  /** @type {number[]} */
  const places = [];
  ranking.forEach((document, rank) => { places[document] = rank; });
  return places;
}

/**
 * Runs of ranks whose documents keep their neighbours from each ranking to the next.
 * @param {number[][]} rankings side by side
 * @param {number} rows ranks that are shown
 * @returns {Fold[]}
 */
export function foldsOf(rankings, rows) {
  const places = rankings.map(placesOf);
  /** How far the document at a rank of one ranking is moved in another. @param {number} at @param {number} other @param {number} rank */
  const shift = (at, other, rank) => places[other][rankings[at][rank]] - rank;
  const pairs = rankings.slice(1).flatMap((_, at) => [[at, at + 1], [at + 1, at]]);
  /** @param {number} rank */
  const isQuiet = (rank) => rank > 0 && pairs.every(([at, other]) => shift(at, other, rank) === shift(at, other, rank - 1));
  /** @param {number} rank */
  const isStill = (rank) => pairs.every(([at, other]) => shift(at, other, rank) === 0);
  /** @type {Fold[]} */
  const folds = [];
  for (let from = 0; from < rows; from += 1) {
    let to = from;
    let stays = true;
    while (to < rows && isQuiet(to)) {
      stays &&= isStill(to);
      to += 1;
    }
    if (to - from >= LEAST) folds.push({ from, to: to - 1, stays });
    from = Math.max(from, to);
  }
  return folds;
}

/**
 * The lines of a folded drawing: ranks, and folds in the place of theirs.
 * @param {Fold[]} folds
 * @param {number[]} unfolded ranks whose folds are open
 * @param {number} rows
 * @returns {(number | Fold)[]}
 */
export function linesOf(folds, unfolded, rows) {
  /** @type {(number | Fold)[]} */
  const lines = [];
  let rank = 0;
  for (const fold of folds) {
    if (unfolded.some((open) => open >= fold.from && open <= fold.to)) continue;
    while (rank < fold.from) lines.push(rank++);
    lines.push(fold);
    rank = fold.to + 1;
  }
  while (rank < rows) lines.push(rank++);
  return lines;
}
