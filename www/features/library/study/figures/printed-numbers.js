// The numbers of a printed table as they are drawn: panels with an axis of their own, or lines. Pure.

/** @typedef {import('./figures.js').Cell} Cell */
/** @typedef {import('./figures.js').PrintedTable} PrintedTable */
/** `text`: as the paper prints it.
 * @typedef {{ name: string, value: number | null, spread: number, text: string }} Bar */
/** What has an axis of its own. @typedef {{ name: string, unit: string, bars: Bar[] }} Panel */
/** @typedef {{ name: string, points: [number, number][] }} Line */

const NONE = '–';

/** @param {Cell} cell @param {number} [digits] decimals of the mean */
export function textOf(cell, digits) {
  if (cell === null) return NONE;
  const [mean, spread] = Array.isArray(cell) ? cell : [cell, null];
  const text = digits === undefined ? String(mean) : mean.toFixed(digits);
  return spread === null ? text : `${text} ± ${spread}`;
}

/** @param {string} name @param {Cell} cell @param {number} [digits] @returns {Bar} */
function barOf(name, cell, digits) {
  const [value, spread] = Array.isArray(cell) ? cell : [cell, 0];
  return { name, value, spread, text: textOf(cell, digits) };
}

/**
 * What a table has for all its columns, or for each.
 * @template T @param {T | T[] | undefined} given @param {number} at
 */
const ofColumn = (given, at) => (Array.isArray(given) ? given[at] : given);

/** The texts of a row. @param {PrintedTable} table @param {Cell[]} cells */
export const textsOf = ({ digits }, cells) => cells.map((cell, at) => textOf(cell, ofColumn(digits, at)));

/** @param {PrintedTable} table @returns {Panel[]} */
export function panelsOf({ each, columns, rows, unit, digits }) {
  if (each === 'row') {
    return Object.entries(rows).map(([name, cells]) => ({ name, unit: ofColumn(unit, 0) ?? '',
      bars: cells.map((cell, at) => barOf(String(columns[at]), cell, ofColumn(digits, at))) }));
  }
  return columns.map((name, at) => ({ name: String(name), unit: ofColumn(unit, at) ?? '',
    bars: Object.entries(rows).map(([row, cells]) => barOf(row, cells[at], ofColumn(digits, at))) }));
}

/** The lines of a table whose columns are numbers. @param {PrintedTable} table @returns {Line[]} */
export function linesOf({ columns, rows }) {
  return Object.entries(rows).map(([name, cells]) => ({ name, points: cells.flatMap((cell, at) => {
    const value = Array.isArray(cell) ? cell[0] : cell;
    return value === null ? [] : [/** @type {[number, number]} */ ([Number(columns[at]), value])];
  }) }));
}
