// The floor that cutting planes make over the plane of w, the side that a plane forbids, and levels of contours. Pure.

import { SIZE, coordinate } from './grid.js';

/** @typedef {import('../../../wasm/rankscope.js').CutOnPlane} CutOnPlane */
/** @typedef {import('../../../wasm/rankscope.js').WeightPlane} WeightPlane */
/** @typedef {import('./grid.js').Frame} Frame */

/**
 * Returns the floor on the grid, `height + ½(a² + b²) + price · Σ_slacks max(0, highest demand)`: of the planes that
 * were there, and with the new ones. It is never above the objective of the round in which its planes hold.
 * @param {Pick<WeightPlane, 'held' | 'new' | 'price' | 'height'>} plane @param {Frame} frame
 */
export function floorsOf({ held, new: found, price, height }, { left, bottom, side }) {
  const slacks = bySlack(held, found);
  const before = new Float64Array(SIZE * SIZE);
  const after = new Float64Array(SIZE * SIZE);
  for (let row = 0; row < SIZE; row += 1) {
    const b = coordinate(bottom, side, row);
    for (let column = 0; column < SIZE; column += 1) {
      const a = coordinate(left, side, column);
      let [old, all] = [0, 0];
      for (const { numbers, old: end } of slacks) {
        let highest = 0;
        let then = 0;
        for (let at = 0; at < numbers.length; at += 3) {
          const demand = numbers[at] - a * numbers[at + 1] - b * numbers[at + 2];
          if (demand > highest) highest = demand;
          if (at < end) then = highest;
        }
        old += then;
        all += highest;
      }
      const half = height + (a * a + b * b) / 2;
      before[row * SIZE + column] = half + price * old;
      after[row * SIZE + column] = half + price * all;
    }
  }
  return { before, after };
}

/**
 * The three numbers of each plane by slack, the old planes first.
 * @param {CutOnPlane[]} held @param {CutOnPlane[]} found
 */
function bySlack(held, found) {
  /** @type {Map<number, { list: number[], old: number }>} */
  const slacks = new Map();
  const add = (/** @type {CutOnPlane} */ { slack, loss, offset, x, y }, /** @type {boolean} */ isOld) => {
    const of = slacks.get(slack) ?? { list: [], old: 0 };
    of.list.push(loss - offset, x, y);
    if (isOld) of.old = of.list.length;
    slacks.set(slack, of);
  };
  for (const cut of held) add(cut, true);
  for (const cut of found) add(cut, false);
  return [...slacks.values()].map(({ list, old }) => ({ numbers: Float64Array.from(list), old }));
}

/** What a plane demands at a point. @param {CutOnPlane} cut @param {{ x: number, y: number }} at */
export const demandAt = ({ loss, offset, x, y }, at) => loss - offset - at.x * x - at.y * y;

/**
 * The planes found at the iteration, the highest demand at its w first.
 * @param {WeightPlane} plane
 */
export function newestOf({ new: found, path, iteration }) {
  const at = path[iteration];
  return found.toSorted((one, other) => demandAt(other, at) - demandAt(one, at));
}

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
    const from = here > 0 ? [[x, y]] : [];
    if ((here > 0) === (there > 0)) return from;
    const share = here / (here - there);
    return [...from, /** @type {[number, number]} */ ([x + share * (nextX - x), y + share * (nextY - y)])];
  });
}

/**
 * Returns the part of the line at which a plane demands nothing that crosses a frame, or null.
 * @param {CutOnPlane} cut @param {Frame} frame
 */
export function border(cut, frame) {
  const inside = forbidden(cut, frame);
  const isOn = (/** @type {[number, number]} */ [x, y]) => Math.abs(demandAt(cut, { x, y }))
    <= 1e-9 * (Math.abs(cut.loss) + Math.abs(cut.offset) + Math.abs(x * cut.x) + Math.abs(y * cut.y));
  const ends = inside.filter(isOn);
  return ends.length === 2 ? ends : null;
}

/**
 * Returns the values of a coarser grid on the finest one, by cubic curves through its points.
 * @param {Float64Array} coarse @param {number} size @param {number} step of the finest grid between its points
 */
export function refined(coarse, size, step) {
  const across = stretched(coarse, size, step);
  return transposed(stretched(transposed(across, SIZE, size), size, step), SIZE, SIZE);
}

/**
 * Stretches every row of `size` values to the finest grid.
 * @param {Float64Array} rows @param {number} size @param {number} step
 */
function stretched(rows, size, step) {
  const count = rows.length / size;
  const wide = new Float64Array(count * SIZE);
  for (let at = 0; at < wide.length; at += 1) {
    const [row, place] = [Math.floor(at / SIZE), (at % SIZE) / step];
    const left = Math.min(size - 2, Math.floor(place));
    const share = place - left;
    const value = (/** @type {number} */ column) => {
      // Beyond the ends the curve goes on straight.
      if (column < 0) return 2 * rows[row * size] - rows[row * size + 1];
      if (column === size) return 2 * rows[row * size + size - 1] - rows[row * size + size - 2];
      return rows[row * size + column];
    };
    const [a, b, c, d] = [value(left - 1), value(left), value(left + 1), value(left + 2)];
    wide[at] = b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)));
  }
  return wide;
}

/** @param {Float64Array} values @param {number} wide @param {number} high */
const transposed = (values, wide, high) =>
  Float64Array.from(values, (_, at) => values[(at % high) * wide + Math.floor(at / high)]);

/**
 * Returns levels that lie closer where the values are low, as contours of a bowl do not crowd at its rim.
 * @param {number} low @param {number} high @param {number} count
 */
export function bowlLevels(low, high, count) {
  return Array.from({ length: count }, (_, at) => low + (high - low) * ((at + 0.6) / count) ** 2);
}
