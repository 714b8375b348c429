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

/** Where the handle stands. @param {Pick<Layout, 'track'>} layout @param {number} stop @param {number} last */
export const stopAt = ({ track: { left, right } }, stop, last) => left + ((right - left) * stop) / last;

/** The upper left corner of a page. @param {Layout} layout @param {number} rank @param {number} ranks that count
 * @returns {[number, number]} */
export function placeOf({ rows, rest }, rank, ranks) {
  if (rank < ranks) return [rows.x, rows.y + rank * rows.step];
  const at = rank - ranks;
  return [rest.x + (at % rest.columns) * rest.across, rest.y + Math.floor(at / rest.columns) * rest.down];
}

/**
 * Two lists side by side. `columns`: their left ends. `rows`: the first `count` ranks; `split`: the room below the
 * ranks that count. `bars`: the features of a page. `foot`: from line to line below the lists.
 * @typedef {{ isPhone: boolean, columns: readonly [number, number], width: number, head: number, foot: number,
 *   tile: { x: number, width: number, height: number, badge: number },
 *   rows: { y: number, step: number, count: number, split: number },
 *   bars: { x: number, width: number, gap: number }, track: Layout['track'] }} PairLayout
 */

/** @type {PairLayout} */
const WIDE_PAIR = {
  isPhone: false, columns: [36, 448], width: 364, head: 76, foot: 27,
  tile: { x: 24, width: 150, height: 36, badge: 26 },
  rows: { y: 108, step: 41, count: 9, split: 14 }, bars: { x: 194, width: 46, gap: 16 }, track: WIDE.track,
};

/** @type {PairLayout} */
const PHONE_PAIR = {
  isPhone: true, columns: [8, 202], width: 180, head: 13, foot: 17, tile: { x: 18, width: 72, height: 23, badge: 18 },
  rows: { y: 41, step: 26, count: 7, split: 8 }, bars: { x: 96, width: 24, gap: 6 },
  track: { y: 312, left: 40, right: 350, names: 344 },
};

/** The same with the ranks that count alone, and one feature. @type {PairLayout} */
const WIDE_FEW = {
  ...WIDE_PAIR, foot: 32, tile: { x: 24, width: 176, height: 54, badge: 36 },
  rows: { y: 118, step: 68, count: 5, split: 0 }, bars: { x: 220, width: 130, gap: 0 },
};

/** @type {PairLayout} */
const PHONE_FEW = {
  ...PHONE_PAIR, tile: { x: 18, width: 82, height: 32, badge: 24 }, rows: { y: 41, step: 38, count: 5, split: 0 },
  bars: { x: 108, width: 64, gap: 0 }, foot: 19,
};

/** @param {boolean} isPhone @param {boolean} isFew whether a feature stands beside the pages */
export const pairLayoutOf = (isPhone, isFew) =>
  (isFew ? isPhone ? PHONE_FEW : WIDE_FEW : isPhone ? PHONE_PAIR : WIDE_PAIR);

/**
 * One demand. `strips`: its best list and violator. `rows`: the heights of two of their pages and of the difference.
 * `columns`: the left ends of the features, whose bars are `width` long.
 * @typedef {{ isPhone: boolean, head: number, x: number, tile: { width: number, height: number, badge: number },
 *   rows: readonly [number, number, number], words: number, columns: readonly number[], width: number, bar: number,
 *   names: number, asked: { head: number, tops: readonly [number, number], height: number },
 *   strips: { left: number, step: number, tops: readonly [number, number], width: number,
 *     height: number, badge: number } }} DemandLayout
 */

/** @type {DemandLayout} */
const WIDE_DEMAND = {
  isPhone: false, head: 254, x: 36, tile: { width: 210, height: 60, badge: 40 }, rows: [276, 392, 510], words: 370,
  columns: [302, 486, 670], width: 136, bar: 22, names: 254, asked: { head: 580, tops: [594, 626], height: 22 },
  strips: { left: 196, step: 124, tops: [76, 158], width: 104, height: 42, badge: 30 },
};

/** @type {DemandLayout} */
const PHONE_DEMAND = {
  isPhone: true, head: 114, x: 10, tile: { width: 92, height: 36, badge: 26 }, rows: [124, 204, 284], words: 186,
  columns: [122, 214, 306], width: 66, bar: 12, names: 114, asked: { head: 316, tops: [322, 338], height: 11 },
  strips: { left: 76, step: 62, tops: [10, 62], width: 56, height: 28, badge: 20 },
};

/** @param {boolean} isPhone */
export const demandLayoutOf = (isPhone) => (isPhone ? PHONE_DEMAND : WIDE_DEMAND);

/** The upper edge of a rank. @param {PairLayout} layout @param {number} rank @param {number} ranks that count */
export const rowOf = ({ rows: { y, step, split } }, rank, ranks) => y + rank * step + (rank < ranks ? 0 : split);
