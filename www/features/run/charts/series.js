// The values of a curve, with the lowest and highest value of any range. It grows at its end. Pure.

import { grown } from '../../../lib/grown.js';

const WIDTH = 8; // blocks that make one block of the next level

/**
 * Places of the first lowest value, the first highest value and the first gap of a range; -1 for none.
 * @typedef {{ low: number, high: number, gap: number }} Extremes
 */

/**
 * Returns blocks that cover the iterations from `from` to before `to`, in order: level and index of the first block,
 * level and index of the second, and so on. A block of level k covers 8^k iterations. There are at most 14 blocks for
 * each power of 8 in the length of the range, so a chart of any number of iterations reads about as many blocks.
 * @param {number} from
 * @param {number} to
 */
export function blocksOf(from, to) {
  /** @type {number[]} */
  const blocks = [];
  for (let at = from; at < to;) {
    let level = 0;
    let size = 1;
    while (at % (size * WIDTH) === 0 && at + size * WIDTH <= to) {
      level += 1;
      size *= WIDTH;
    }
    blocks.push(level, at / size);
    at += size;
  }
  return blocks;
}

/**
 * The parts of a block of level 1 or above, as `blocksOf` returns blocks.
 * @param {number} level @param {number} index
 */
const partsOf = (level, index) =>
  Array.from({ length: WIDTH }, (_, part) => [level - 1, index * WIDTH + part]).flat();

export class Series {
  #values = new Float64Array(64); // NaN in gaps
  #length = 0;
  /** Three places for each block, as in `Extremes`; level 1 first. @type {Int32Array[]} */
  #levels = [];
  lowest = Infinity;
  highest = -Infinity;
  /** The last value that is not a gap. @type {number | null} */
  last = null;

  get length() {
    return this.#length;
  }

  /** The bytes of storage. */
  get size() {
    return this.#levels.reduce((sum, level) => sum + level.byteLength, this.#values.byteLength);
  }

  /** Appends a value; what is not finite is a gap. @param {number | null | undefined} value */
  push(value) {
    const place = this.#length;
    const number = Number.isFinite(value) ? /** @type {number} */ (value) : NaN;
    this.#values = grown(this.#values, place + 1);
    this.#values[place] = number;
    this.#length += 1;
    if (!Number.isNaN(number)) {
      this.lowest = Math.min(this.lowest, number);
      this.highest = Math.max(this.highest, number);
      this.last = number;
    }
    for (let level = 1, size = WIDTH; size <= this.#length; level += 1, size *= WIDTH) {
      if (this.#length % size === 0) this.#complete(level, this.#length / size - 1);
    }
  }

  /** Notes the extremes of a block whose parts are complete. @param {number} level @param {number} index */
  #complete(level, index) {
    const { low, high, gap } = this.extremes(partsOf(level, index));
    const places = grown(this.#levels[level - 1] ?? new Int32Array(24), 3 * index + 3);
    this.#levels[level - 1] = places;
    places.set([low, high, gap], 3 * index);
  }

  /** The value at an iteration; undefined in a gap and beyond the end. @param {number} place */
  at(place) {
    const value = place < this.#length ? this.#values[place] : NaN;
    return Number.isNaN(value) ? undefined : value;
  }

  /** Returns all values, with NaN in the gaps. */
  toArray() {
    return this.#values.slice(0, this.#length);
  }

  /**
   * Returns the values at ascending iterations, with NaN in the gaps and beyond the end.
   * @param {Float64Array} iterations
   */
  valuesAt(iterations) {
    // Typed arrays without closures: a drawing reads thousands of values.
    const values = new Float64Array(iterations.length).fill(NaN);
    for (let at = 0; at < iterations.length && iterations[at] < this.#length; at += 1) {
      values[at] = this.#values[iterations[at]];
    }
    return values;
  }

  /**
   * The extremes of a range. Iterations beyond the end are gaps.
   * @param {number[]} blocks the range, as `blocksOf` returns it
   * @returns {Extremes}
   */
  extremes(blocks) {
    const values = this.#values;
    let low = -1;
    let high = -1;
    let gap = -1;
    // A drawing reads thousands of blocks, so single values and complete blocks are read without making objects.
    for (let at = 0; at < blocks.length; at += 2) {
      const level = blocks[at];
      const index = blocks[at + 1];
      let lowest = index;
      let highest = index;
      let missing = -1;
      if (level === 0) {
        if (!(index < this.#length) || Number.isNaN(values[index])) {
          lowest = highest = -1;
          missing = index;
        }
      } else if ((index + 1) * WIDTH ** level <= this.#length) {
        const places = this.#levels[level - 1];
        lowest = places[3 * index];
        highest = places[3 * index + 1];
        missing = places[3 * index + 2];
      } else ({ low: lowest, high: highest, gap: missing } = this.#lastBlock(level, index));
      if (lowest >= 0 && (low < 0 || values[lowest] < values[low])) low = lowest;
      if (highest >= 0 && (high < 0 || values[highest] > values[high])) high = highest;
      if (gap < 0) gap = missing;
    }
    return { low, high, gap };
  }

  /**
   * The extremes of a block in which the series ends, or behind its end.
   * @param {number} level @param {number} index @returns {Extremes}
   */
  #lastBlock(level, index) {
    const first = index * WIDTH ** level;
    if (first >= this.#length) return { low: -1, high: -1, gap: first };
    return this.extremes(partsOf(level, index));
  }
}
