// What the core says of one query's search for the violator, in the words of the picture. No DOM.

import { countBefore } from '../../../../inspect/inspector/places.js';
import { trainSmall } from '../../figures/small-run.js';

/** @typedef {{ name: string, initial: string, isGood: boolean }} Soup */
/** Loss − margin = H of a list. @typedef {{ loss: number, margin: number, hinge: number }} Worth */

/**
 * `cells`: what a good document adds to H, by row and by the number of bad documents before it. `greedy`, `exact`: the
 * chosen column of each row. `rows`: the good documents by score. `bad`: the bad ones by score.
 * @typedef {{ cells: number[][], rows: number[], bad: number[], greedy: number[], exact: number[] }} Search
 */

/** @param {readonly string[]} lines @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings */
export function searchRun(lines, settings) {
  const { training, iterations, end } = trainSmall(lines, settings);
  const { documents } = training.inspect(0, 0);
  const isBinary = documents.every(({ grade }) => grade <= 1);
  if (!isBinary) throw new Error('the table of the search needs grades 0 and 1');
  /** @type {Soup[]} */
  const soups = documents.map(({ comment, grade }) => ({ name: comment, initial: grade ? comment.charAt(0) : '–',
    isGood: grade > 0 }));
  /** @type {Map<number, Search>} */
  const known = new Map();

  /** @param {number} iteration @returns {Search} */
  function searchAt(iteration) {
    const before = known.get(iteration);
    if (before) return before;
    const table = training.search_table(iteration, 0);
    const greedy = training.greedy(iteration, 0);
    if (!table || !greedy) throw new Error('this method has no table of cells');
    const { rows, columns, width, values, violator } = table;
    const search = { rows, bad: columns, exact: violator,
      cells: rows.map((_row, at) => values.slice(at * width, (at + 1) * width)),
      greedy: countBefore(greedy.ranking, columns, rows) };
    known.set(iteration, search);
    return search;
  }

  return {
    soups, iterations, end, searchAt,
    /** The list that a path of cells stands for. @param {number} iteration @param {readonly number[]} path */
    listOf(iteration, path) {
      const { rows, bad } = searchAt(iteration);
      return listOfPath(rows, bad, path);
    },
    /** @param {number} iteration @param {readonly number[]} path @returns {Worth} */
    worthOf(iteration, path) {
      const { rows, bad } = searchAt(iteration);
      return training.value(iteration, 0, Uint32Array.from(listOfPath(rows, bad, path)));
    },
  };
}

/** @typedef {ReturnType<typeof searchRun>} SearchRun */

/**
 * The good documents in their places among the bad ones.
 * @param {readonly number[]} rows @param {readonly number[]} bad @param {readonly number[]} path
 */
export function listOfPath(rows, bad, path) {
  return [...bad, -1].flatMap((document, before) =>
    [...rows.filter((_row, at) => path[at] === before), ...(document < 0 ? [] : [document])]);
}

/**
 * The path after a row has moved to a column: no row stands further to the left than the row above it. A row pushes
 * those below it to the right; those above it stop it on its way to the left.
 * @param {readonly number[]} path @param {number} row @param {number} column @param {number} width
 */
export function movedPath(path, row, column, width) {
  const least = row > 0 ? path[row - 1] : 0;
  const to = Math.min(width - 1, Math.max(least, column));
  return path.map((old, at) => (at === row ? to : at > row ? Math.max(old, to) : old));
}

/**
 * The cells of a path as printed, so that they add up to the printed sum: the last one takes the rounding.
 * @param {readonly number[]} cells of the path @param {number} sum @param {number} decimals
 */
export function addingUp(cells, sum, decimals) {
  const rounded = (/** @type {number} */ value) => Number(value.toFixed(decimals));
  const before = cells.slice(0, -1).map(rounded);
  return [...before, rounded(rounded(sum) - before.reduce((total, one) => total + one, 0))];
}
