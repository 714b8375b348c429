// The grid over the plane of w: its frame and the points of its rows. A coarse grid comes first. Pure.

/** A square in the plane. @typedef {{ left: number, bottom: number, side: number }} Frame */

/** Points of the grid in each direction. */
export const SIZE = 45;
/** Points of the coarse grid in each direction: every fourth one. */
export const COARSE = 12;
/** Rows of both grids, and their points. */
export const ROWS = COARSE + SIZE;
export const POINTS = COARSE ** 2 + SIZE ** 2;

const ROOM = 0.35; // around the path, of its extent

/** Returns a square around 0 and the path. @param {{ x: number, y: number }[]} path @returns {Frame} */
export function frameOf(path) {
  let [left, right, bottom, top] = [0, 0, 0, 0];
  for (const { x, y } of path) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  const side = (1 + 2 * ROOM) * Math.max(right - left, top - bottom) || 2;
  return { left: (left + right - side) / 2, bottom: (bottom + top - side) / 2, side };
}

/** The coordinate of a grid line. @param {number} low @param {number} side @param {number} step */
export const coordinate = (low, side, step) => low + (side * step) / (SIZE - 1);

/** The place of the first point of a row, the coarse rows first. @param {number} row */
export const placeOf = (row) => (row < COARSE ? row * COARSE : COARSE ** 2 + (row - COARSE) * SIZE);

/**
 * Returns a and b of each point of some rows, all of the coarse grid or all of the fine one.
 * @param {Frame} frame @param {number} first @param {number} rows
 */
export function rowPoints({ left, bottom, side }, first, rows) {
  const [size, step, from] = first < COARSE ? [COARSE, 4, first] : [SIZE, 1, first - COARSE];
  return Float64Array.from({ length: 2 * rows * size }, (_, at) => (at % 2
    ? coordinate(bottom, side, step * (from + Math.floor(at / (2 * size))))
    : coordinate(left, side, step * ((at / 2) % size))));
}
