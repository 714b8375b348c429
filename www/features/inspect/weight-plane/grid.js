// The grids over the plane of w, from coarse to fine: their frame and the points of their rows. Pure.

/** @typedef {import('../../../pictures/plane-geometry.js').Frame} Frame */
/** @typedef {import('../../../pictures/plane-geometry.js').Point} Point */

/** Points of the finest grid in each direction. */
export const SIZE = 45;
/** Points of each grid in each direction, and the steps of the finest between them. */
export const GRIDS = [{ size: 5, step: 11 }, { size: 12, step: 4 }, { size: SIZE, step: 1 }];
/** Rows of all grids, and their points. */
export const ROWS = 5 + 12 + SIZE;
export const POINTS = 5 ** 2 + 12 ** 2 + SIZE ** 2;

const ROOM = 0.35; // around the path, of its extent

/**
 * Returns the edges of a square around 0 and the path.
 * @param {{ x: number, y: number }[]} path @returns {{ x: Point, y: Point }}
 */
export function edgesOf(path) {
  const [across, up] = /** @type {const} */ (['x', 'y']).map((axis) => path.reduce(([low, high], { [axis]: value }) =>
    [Math.min(low, value), Math.max(high, value)], [0, 0]));
  const half = (0.5 + ROOM) * Math.max(across[1] - across[0], up[1] - up[0]) || 1;
  const around = (/** @type {number[]} */ [low, high]) =>
    /** @type {Point} */ ([(low + high) / 2 - half, (low + high) / 2 + half]);
  return { x: around(across), y: around(up) };
}

/** The coordinate of a grid line. @param {readonly [number, number]} edges @param {number} step */
export const coordinate = ([low, high], step) => low + ((high - low) * step) / (SIZE - 1);

/**
 * The grid of a row, the coarsest first: its row there, the place of its first point among all points, and how many
 * rows one request has. Each point calls every oracle, and the worker must stay responsive.
 * @param {number} row
 */
export function gridOf(row) {
  let [from, place] = [row, 0];
  let at = 0;
  for (; at < 2 && from >= GRIDS[at].size; at += 1) {
    from -= GRIDS[at].size;
    place += GRIDS[at].size ** 2;
  }
  const { size, step } = GRIDS[at];
  return { size, step, from, place: place + from * size, rows: Math.min([5, 4, 2][at], size - from) };
}

/**
 * Returns a and b of each point of the rows of a request.
 * @param {Pick<Frame, 'x' | 'y'>} frame @param {number} first row
 */
export function rowPoints({ x, y }, first) {
  const { size, step, from, rows } = gridOf(first);
  return Float64Array.from({ length: 2 * rows * size }, (_, at) => (at % 2
    ? coordinate(y, step * (from + Math.floor(at / (2 * size))))
    : coordinate(x, step * ((at / 2) % size))));
}
