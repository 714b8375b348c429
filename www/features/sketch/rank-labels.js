// Where the numbers of the ranks stand: on the feet of the projections if there is room, else beside them, and never
// over a document or another number. Pure.

import { HEIGHT, WIDTH } from './pad-geometry.js';

/** @typedef {[number, number]} Pair */

const APART = 24; // px between the middles of two numbers
const CLEAR = 26; // px between the middles of a number and of a document, or of the tip
const OFFSETS = [0, 24, 34, 44, 54]; // px from the line

/**
 * Returns the place of each number, null where there is no room. Numbers beside the line stand on the side that is
 * away from their document, if there is room.
 * @param {{ place: Pair, foot: Pair }[]} documents in units of the drawing
 * @param {Pair} direction of the line, of length 1
 * @param {Pair[]} taken further places to keep clear of
 * @param {number} [unit] px of a unit
 * @returns {(Pair | null)[]}
 */
export function rankLabels(documents, [dx, dy], taken, unit = 1) {
  const obstacles = [...documents.map(({ place }) => place), ...taken];
  const edge = 12 / unit;
  /** @type {Pair[]} */
  const set = [];
  const isFree = (/** @type {Pair} */ [x, y]) => x > edge && y > edge && x < WIDTH - edge && y < HEIGHT - edge
    && obstacles.every((other) => Math.hypot(other[0] - x, other[1] - y) * unit >= CLEAR)
    && set.every((other) => Math.hypot(other[0] - x, other[1] - y) * unit >= APART);
  return documents.map(({ place, foot }) => {
    const side = Math.sign((place[0] - foot[0]) * -dy + (place[1] - foot[1]) * dx) || 1;
    const places = OFFSETS.flatMap((offset) => [-side, side].map((sign) =>
      /** @type {Pair} */ ([foot[0] - (sign * offset * dy) / unit, foot[1] + (sign * offset * dx) / unit])));
    const free = places.find(isFree) ?? null;
    if (free) set.push(free);
    return free;
  });
}
