// Where the list of pages of sites stands, on a wide stage and on a phone. Pure.

/**
 * `rows`: the ranks that count; `rest`: the pages below them; `tile`: a page. `bar`: what a rank brings, and the end of
 * its number. `foot`: the height of the sums. `track`: of the handle, with its ends.
 * @typedef {{ isPhone: boolean, tile: { width: number, height: number, badge: number },
 *   rows: { rank: number, x: number, y: number, step: number, mark: number },
 *   bar: { x: number, width: number, height: number, end: number }, head: number, foot: number,
 *   rest: { head: number, x: number, y: number, across: number, down: number, columns: number },
 *   side: { x: number, y: number, step: number, badge: number, count: number },
 *   track: { y: number, left: number, right: number, names: number } }} Layout
 */

/** @type {Layout} */
const WIDE = {
  isPhone: false, tile: { width: 184, height: 40, badge: 28 },
  rows: { rank: 36, x: 60, y: 82, step: 50, mark: 262 }, bar: { x: 344, width: 360, height: 22, end: 812 },
  head: 68, foot: 362,
  rest: { head: 400, x: 36, y: 412, across: 197, down: 46, columns: 4 },
  side: { x: 400, y: 112, step: 62, badge: 50, count: 290 },
  track: { y: 588, left: 112, right: 740, names: 630 },
};

/** @type {Layout} */
const PHONE = {
  isPhone: true, tile: { width: 84, height: 26, badge: 20 },
  rows: { rank: 8, x: 24, y: 10, step: 30, mark: 114 }, bar: { x: 178, width: 142, height: 14, end: 382 },
  head: 0, foot: 178,
  rest: { head: 0, x: 10, y: 190, across: 95, down: 29, columns: 4 },
  side: { x: 176, y: 24, step: 36, badge: 30, count: 140 },
  track: { y: 304, left: 40, right: 350, names: 338 },
};

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);

/** Where the handle stands. @param {Layout} layout @param {number} stop @param {number} last */
export const stopAt = ({ track: { left, right } }, stop, last) => left + ((right - left) * stop) / last;

/** The upper left corner of a page. @param {Layout} layout @param {number} rank @param {number} ranks that count
 * @returns {[number, number]} */
export function placeOf({ rows, rest }, rank, ranks) {
  if (rank < ranks) return [rows.x, rows.y + rank * rows.step];
  const at = rank - ranks;
  return [rest.x + (at % rest.columns) * rest.across, rest.y + Math.floor(at / rest.columns) * rest.down];
}
