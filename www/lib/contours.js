// Contour lines of a function on a grid, by marching squares. Pure.

/** A segment from one point to another, in steps of the grid. @typedef {[number, number, number, number]} Segment */

/**
 * Returns round levels that divide the range of the values into about `count` steps. None if the values are equal.
 * @param {ArrayLike<number>} values @param {number} count
 */
export function levelsOf(values, count) {
  const [low, high] = extremes(values);
  // A range at rounding level has no contours.
  if (!(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))) return [];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  const levels = [];
  for (let at = Math.floor(low / step) + 1; at * step < high; at += 1) levels.push(Number((at * step).toPrecision(12)));
  return levels;
}

/** @param {ArrayLike<number>} values @returns {[number, number]} */
export function extremes(values) {
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at += 1) {
    low = Math.min(low, values[at]);
    high = Math.max(high, values[at]);
  }
  return [low, high];
}

/**
 * Returns the segments of one level. In a saddle, the mean of the corners decides which corners are joined.
 * @param {ArrayLike<number>} values `size` rows of `size` values
 * @param {number} size
 * @param {number} level
 * @returns {Segment[]}
 */
export function contour(values, size, level) {
  /** @type {Segment[]} */
  const segments = [];
  for (let row = 0; row + 1 < size; row += 1) {
    for (let column = 0; column + 1 < size; column += 1) {
      const first = row * size + column;
      const side = values[first] > level;
      // Most cells lie on one side.
      if (side === values[first + 1] > level && side === values[first + size + 1] > level
        && side === values[first + size] > level) continue;
      const corners = [values[first], values[first + 1], values[first + size + 1], values[first + size]];
      segments.push(...inCell(corners, level).map(([a, b, c, d]) => /** @type {Segment} */ (
        [column + a, row + b, column + c, row + d])));
    }
  }
  return segments;
}

/** The corners of a cell in their order, each with the way to the next one. */
const CORNERS = /** @type {const} */ ([[0, 0, 1, 0], [1, 0, 0, 1], [1, 1, -1, 0], [0, 1, 0, -1]]);

/** @param {number[]} corners @param {number} level @returns {Segment[]} */
function inCell(corners, level) {
  const crossings = CORNERS.flatMap(([x, y, dx, dy], at) => {
    const [here, next] = [corners[at], corners[(at + 1) % 4]];
    if ((here > level) === (next > level)) return [];
    const share = (level - here) / (next - here);
    return [[x + share * dx, y + share * dy]];
  });
  if (crossings.length === 0) return [];
  const [a, b, c, d] = crossings;
  if (crossings.length === 2) return [[a[0], a[1], b[0], b[1]]];
  const middle = corners.reduce((sum, value) => sum + value, 0) / 4;
  // The first crossing lies behind corner 0. If the middle is on its side, the line goes round corner 1.
  return (middle > level) === (corners[0] > level)
    ? [[a[0], a[1], b[0], b[1]], [c[0], c[1], d[0], d[1]]] : [[d[0], d[1], a[0], a[1]], [b[0], b[1], c[0], c[1]]];
}
