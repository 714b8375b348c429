// The cost of positions as a table that can be edited: rows are grades and kinds, columns are the first ranks. Pure.

/** @typedef {import('../../core/protocol.js').CostRow} CostRow */

/** Ranks of the table that a formula becomes; the last one holds for all later ranks. */
export const USUAL_RANKS = 5;

/** Tables of more ranks are not edited here. */
const MOST_RANKS = 30;

/** Whether a cost is a table and not a formula. @param {string} cost */
export const isTable = (cost) => /^\s*\[/.test(cost);

/**
 * The table as the text of the setting.
 * @param {CostRow[]} rows
 */
export function tableText(rows) {
  return `[${rows.map(({ grade, kind, costs }) =>
      JSON.stringify(kind === null ? { grade, cost: costs } : { grade, kind, cost: costs })).join(', ')}]`;
}

/**
 * The rows with another cost in one place.
 * @param {CostRow[]} rows
 * @param {number} row
 * @param {number} rank
 * @param {number} cost
 */
export function withCost(rows, row, rank, cost) {
  return rows.map((one, at) => (at === row ? { ...one, costs: one.costs.with(rank, cost) } : one));
}

/**
 * The rows with a kind that has costs of its own, at first those of the documents without one.
 * @param {CostRow[]} rows
 * @param {string} kind
 */
export function withKind(rows, kind) {
  if (kind === '' || rows.some((row) => row.kind === kind)) return rows;
  return rows.flatMap((row) => (row.kind === null ? [row, { ...row, kind }] : [row]))
    .toSorted((one, other) => one.grade - other.grade);
}

/** What a row is for. @param {CostRow} row @param {boolean} hasKinds */
export function rowName({ grade, kind }, hasKinds) {
  if (kind !== null) return `grade ${grade}, ${kind}`;
  return hasKinds ? `grade ${grade}, other` : `grade ${grade}`;
}

/**
 * How many ranks are shown, and the highest grade with a row: those of a table, else the usual ones. A table that is
 * too wide to edit has no ranks.
 * @param {string} cost
 * @param {number} highest the highest grade of the data
 */
export function sizeOf(cost, highest) {
  if (!isTable(cost)) return { ranks: USUAL_RANKS, highest };
  try {
    /** @type {{ grade: number, cost: number[] }[]} */
    const rows = JSON.parse(cost);
    const ranks = Math.max(...rows.map((row) => row.cost.length));
    return { ranks: ranks > MOST_RANKS ? 0 : ranks, highest: Math.max(highest, ...rows.map(({ grade }) => grade)) };
  } catch {
    // What is wrong with the text is said by the check of the settings.
    return { ranks: 0, highest };
  }
}
