// The grid over the plane of w: its frame, the points of its rows, and the floor that the cutting planes make. Pure.

/** @typedef {import('../../wasm/rankscope.js').CutOnPlane} CutOnPlane */
/** A square in the plane. @typedef {{ left: number, bottom: number, side: number }} Frame */

/** Points of the grid in each direction. */
export const SIZE = 45;

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

/**
 * Returns a and b of each point of some rows.
 * @param {Frame} frame @param {number} first @param {number} rows
 */
export function rowPoints({ left, bottom, side }, first, rows) {
  const points = new Float64Array(2 * rows * SIZE);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      points.set([coordinate(left, side, column), coordinate(bottom, side, first + row)], 2 * (row * SIZE + column));
    }
  }
  return points;
}

/**
 * Returns the floor on the grid: `½(a² + b²) + price · Σ_slacks max(0, highest demand)`. It is never above the
 * objective of the round in which its planes hold.
 * @param {CutOnPlane[]} cuts @param {number} price @param {Frame} frame
 */
export function floorOf(cuts, price, { left, bottom, side }) {
  /** @type {Map<number, CutOnPlane[]>} */
  const bySlack = new Map();
  for (const cut of cuts) bySlack.set(cut.slack, [...bySlack.get(cut.slack) ?? [], cut]);
  const slacks = [...bySlack.values()];
  const floor = new Float64Array(SIZE * SIZE);
  for (let row = 0; row < SIZE; row += 1) {
    const b = coordinate(bottom, side, row);
    for (let column = 0; column < SIZE; column += 1) {
      const a = coordinate(left, side, column);
      let slack = 0;
      for (const planes of slacks) {
        let highest = 0;
        for (const { loss, x, y } of planes) highest = Math.max(highest, loss - a * x - b * y);
        slack += highest;
      }
      floor[row * SIZE + column] = (a * a + b * b) / 2 + price * slack;
    }
  }
  return floor;
}

/** What a plane demands at a point. @param {CutOnPlane} cut @param {{ x: number, y: number }} at */
export const demandAt = ({ loss, x, y }, at) => loss - at.x * x - at.y * y;

/**
 * Returns the corners of the part of a frame in which a plane demands slack; none if there is no such part.
 * @param {CutOnPlane} cut @param {Frame} frame @returns {[number, number][]}
 */
export function forbidden(cut, { left, bottom, side }) {
  /** @type {[number, number][]} */
  const corners = [[left, bottom], [left + side, bottom], [left + side, bottom + side], [left, bottom + side]];
  return corners.flatMap(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4];
    const [here, there] = [demandAt(cut, { x, y }), demandAt(cut, { x: nextX, y: nextY })];
    /** @type {[number, number][]} */
    const kept = here > 0 ? [[x, y]] : [];
    if ((here > 0) === (there > 0)) return kept;
    const share = here / (here - there);
    return [...kept, /** @type {[number, number]} */ ([x + share * (nextX - x), y + share * (nextY - y)])];
  });
}

/**
 * Returns the part of the line at which a plane demands nothing that crosses a frame, or null.
 * @param {CutOnPlane} cut @param {Frame} frame
 */
export function border(cut, frame) {
  const inside = forbidden(cut, frame);
  const isOn = (/** @type {[number, number]} */ [x, y]) =>
    Math.abs(demandAt(cut, { x, y })) <= 1e-9 * (Math.abs(cut.loss) + Math.abs(x * cut.x) + Math.abs(y * cut.y));
  const ends = inside.filter(isOn);
  return ends.length === 2 ? ends : null;
}

/**
 * Returns levels that lie closer where the values are low, as contours of a bowl do not crowd at its rim.
 * @param {number} low @param {number} high @param {number} count
 */
export function bowlLevels(low, high, count) {
  return Array.from({ length: count }, (_, at) => low + (high - low) * ((at + 0.6) / count) ** 2);
}
