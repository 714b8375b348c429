// Places for the few labels of the plane of w, beside the lines that are drawn and beside each other. Pure.

/** @typedef {import('../../../pictures/plane-geometry.js').Point} Point */
/** @typedef {{ text: string, at: Point }} Label */

const HEIGHT = 13; // of a line of text
const WIDTH = 6.4; // of a letter, on average
const AWAY = 11; // from the point to the text

/** Where a text can stand: a shift of its middle in half widths and in lines, nearest first. */
const SPOTS = [[1, -0.9], [1, 0.9], [-1, -0.9], [-1, 0.9], [0, -1.4], [0, 1.4], [1, -2], [-1, -2], [1, 2], [-1, 2],
  [1.6, -3], [-1.6, -3], [1.6, 3], [-1.6, 3]];

/**
 * Returns the middle of each label. `lines`: points of what is drawn, close to each other.
 * @param {Label[]} labels @param {Point[]} lines @param {number} side of the drawing
 */
export function placed(labels, lines, side) {
  /** @type {{ x: number, y: number, half: number }[]} */
  const taken = [];
  return labels.map(({ text, at: [x, y] }) => {
    const half = (WIDTH * text.length) / 2;
    let best = { x, y, half, cost: Infinity };
    for (const [order, [right, down]] of SPOTS.entries()) {
      const spot = { x: x + right * (half + AWAY) * 0.9, y: y + down * AWAY * 1.1, half };
      const covered = lines.filter(([a, b]) => covers(spot, a, b)).length;
      const cost = order * (order < 6 ? 0.3 : 0.6) + outside(spot, side) + 0.7 * covered
        + 40 * taken.filter((other) => Math.abs(other.x - spot.x) < other.half + half
          && Math.abs(other.y - spot.y) < HEIGHT).length;
      if (cost < best.cost) best = { ...spot, cost };
    }
    taken.push(best);
    return { text, x: best.x, y: best.y };
  });
}

/** @param {{ x: number, y: number, half: number }} spot @param {number} x @param {number} y */
const covers = (spot, x, y) => Math.abs(x - spot.x) < spot.half + 3 && Math.abs(y - spot.y) < HEIGHT / 2 + 3;

/** @param {{ x: number, y: number, half: number }} spot @param {number} side */
function outside({ x, y, half }, side) {
  return 10 * (Math.max(0, half + 2 - x) + Math.max(0, x + half + 2 - side) + Math.max(0, HEIGHT - y)
    + Math.max(0, y + HEIGHT - side));
}

/**
 * Points along a polyline, a few units from each other.
 * @param {Point[]} corners
 * @returns {Point[]}
 */
export function along(corners) {
  return corners.slice(1).flatMap(([x, y], at) => {
    const [fromX, fromY] = corners[at];
    const steps = Math.max(1, Math.min(60, Math.ceil(Math.hypot(x - fromX, y - fromY) / 6)));
    return Array.from({ length: steps + 1 }, (_, step) => /** @type {Point} */ (
      [fromX + (step / steps) * (x - fromX), fromY + (step / steps) * (y - fromY)]));
  });
}
