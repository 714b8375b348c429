// Where the numbers of the ranks stand: beside the feet of the projections, and never over a document or another
// number. Pure.

import { SIDE } from './pad-geometry.js';

/** @typedef {[number, number]} Pair */

const [WIDTH, HEIGHT] = [17, 13]; // least distance of two numbers
const CLEAR = 18; // least distance from a document, and from the tip
const OFFSETS = [13, 20, 27, 34, 41];

/**
 * Returns the place of each number, null where there is no room. Numbers stand on the side of the line that is away
 * from their document, if there is room.
 * @param {{ place: Pair, foot: Pair }[]} documents in units of the drawing
 * @param {Pair} direction of the line, of length 1
 * @param {Pair[]} taken further places to keep clear of
 * @returns {(Pair | null)[]}
 */
export function rankLabels(documents, [dx, dy], taken) {
  const obstacles = [...documents.map(({ place }) => place), ...taken];
  /** @type {Pair[]} */
  const set = [];
  const isFree = (/** @type {Pair} */ [x, y]) => x > 8 && y > 8 && x < SIDE - 8 && y < SIDE - 8
    && obstacles.every((other) => Math.hypot(other[0] - x, other[1] - y) >= CLEAR)
    && set.every((other) => Math.abs(other[0] - x) >= WIDTH || Math.abs(other[1] - y) >= HEIGHT);
  return documents.map(({ place, foot }) => {
    const side = Math.sign((place[0] - foot[0]) * -dy + (place[1] - foot[1]) * dx) || 1;
    const places = [-side, side].flatMap((sign) => OFFSETS.map((offset) =>
      /** @type {Pair} */ ([foot[0] - sign * offset * dy, foot[1] + sign * offset * dx])));
    const free = places.find(isFree) ?? null;
    if (free) set.push(free);
    return free;
  });
}
