// Where the names of the dots stand: beside them, clear of each other, of the dots and of the arrow. Pure.

/** Left, top, right, bottom. @typedef {[number, number, number, number]} Box */
/** @typedef {{ x: number, y: number, width: number }} Dot centre, and the width of its name */
/** The left end of the baseline. @typedef {{ x: number, y: number }} Place */

export const RADIUS = 16; // px of a dot
const HEIGHT = 20; // px of a line
const APART = 8;
const STROKE = 8; // px that a piece of the arrow takes

/**
 * The places around a dot, the best first.
 * @param {Dot} dot @returns {Place[]}
 */
function candidates({ x, y, width }) {
  const right = x + RADIUS + APART;
  const left = x - RADIUS - APART - width;
  const middle = x - width / 2;
  return [
    { x: right, y: y + 5 }, { x: left, y: y + 5 }, { x: right, y: y + 22 }, { x: right, y: y - 12 },
    { x: left, y: y - 12 }, { x: left, y: y + 22 }, { x: middle, y: y + RADIUS + 18 }, { x: middle, y: y - RADIUS - 8 },
  ];
}

/** @param {Place} place @param {number} width @returns {Box} */
const boxOf = ({ x, y }, width) => [x, y - HEIGHT + 5, x + width, y + 5];

/** The area that two boxes share. @param {Box} a @param {Box} b */
function shared(a, b) {
  return Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]))
    * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
}

/** The box around a point. @param {{ x: number, y: number }} point @param {number} radius @returns {Box} */
export const around = ({ x, y }, radius) => [x - radius, y - radius, x + radius, y + radius];

/**
 * The boxes that a line takes.
 * @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to
 */
export function alongLine(from, to) {
  const pieces = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STROKE));
  return Array.from({ length: pieces + 1 }, (_, at) => {
    const share = at / pieces;
    return around({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, STROKE / 2);
  });
}

/**
 * A place for the name of each dot, in their order.
 * @param {Dot[]} dots @param {number} width @param {number} height of the picture
 * @param {Box[]} others what else a name should not cover
 * @returns {Place[]}
 */
export function labelPlaces(dots, width, height, others) {
  const taken = [...dots.map((dot) => around(dot, RADIUS)), ...others];
  /** @type {Box} */
  const frame = [4, 4, width - 4, height - 4];
  return dots.map((dot) => {
    const rated = candidates(dot).map((place, at) => {
      const box = boxOf(place, dot.width);
      const area = dot.width * HEIGHT;
      const covered = taken.reduce((sum, one) => sum + shared(box, one), 0);
      return { place, box, cost: 4 * (area - shared(box, frame)) + 2 * covered + 20 * at };
    });
    const best = rated.reduce((least, one) => (one.cost < least.cost ? one : least));
    taken.push(best.box);
    return best.place;
  });
}
