// The floor that cutting planes make over the plane of w, and levels of contours. Pure.

import { demandAt as demand } from '../../../pictures/plane-geometry.js';
import { SIZE, coordinate } from './grid.js';

/** @typedef {import('../../../wasm/rankscope.js').CutOnPlane} CutOnPlane */
/** @typedef {import('../../../wasm/rankscope.js').WeightPlane} WeightPlane */
/** @typedef {import('./grid.js').Frame} Frame */

/**
 * Returns the floor on the grid, `height + ½(a² + b²) + price · Σ_slacks max(0, highest demand)`: of the planes that
 * were there, and with the new ones. It is never above the objective of the round in which its planes hold.
 * @param {Pick<WeightPlane, 'held' | 'new' | 'price' | 'height'>} plane @param {Pick<Frame, 'x' | 'y'>} frame
 */
export function floorsOf({ held, new: found, price, height }, { x, y }) {
  const slacks = bySlack(held, found);
  const floors = { before: new Float64Array(SIZE * SIZE), after: new Float64Array(SIZE * SIZE) };
  for (let row = 0; row < SIZE; row += 1) {
    const b = coordinate(y, row);
    const { before, after } = demandsAlong(slacks, x, b);
    for (let column = 0; column < SIZE; column += 1) {
      const half = height + (coordinate(x, column) ** 2 + b * b) / 2;
      floors.before[row * SIZE + column] = half + price * before[column];
      floors.after[row * SIZE + column] = half + price * after[column];
    }
  }
  return floors;
}

/**
 * Returns the sum of all slacks that the planes demand along a line of the grid across: of the planes that were there,
 * and with the new ones.
 * @param {Pick<WeightPlane, 'held' | 'new'>} plane @param {Pick<Frame, 'x'>} frame @param {number} b height of the line
 */
export const slacksAlong = ({ held, new: found }, { x }, b) => demandsAlong(bySlack(held, found), x, b);

/** @param {ReturnType<typeof bySlack>} slacks @param {[number, number]} edges @param {number} b */
function demandsAlong(slacks, edges, b) {
  const [before, after] = [new Float64Array(SIZE), new Float64Array(SIZE)];
  for (let column = 0; column < SIZE; column += 1) {
    const a = coordinate(edges, column);
    for (const { numbers, old: end } of slacks) {
      let highest = 0;
      let then = 0;
      for (let at = 0; at < numbers.length; at += 3) {
        const demand = numbers[at] - a * numbers[at + 1] - b * numbers[at + 2];
        if (demand > highest) highest = demand;
        if (at < end) then = highest;
      }
      before[column] += then;
      after[column] += highest;
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
export const demandAt = (cut, { x, y }) => demand(cut, [x, y]);

/**
 * The planes found at the iteration, the highest demand at its w first.
 * @param {WeightPlane} plane
 */
export function newestOf({ new: found, path, iteration }) {
  const at = path[iteration];
  return found.toSorted((one, other) => demandAt(other, at) - demandAt(one, at));
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
