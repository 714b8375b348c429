// Where the bars of the profile stand, on a wide stage and on a phone. Pure.

/**
 * `columns`: the middle of the first rank, the way to the next, and the width of a bar. `weight`, `score`, `product`:
 * the base line and the room above it. `sums`: the two bars of sums. `slider`: the shape of c.
 * @typedef {{ isPhone: boolean, columns: { x: number, step: number, bar: number, left: number, right: number },
 *   weight: Row, score: Row, product: Row, head: number,
 *   sums: { x: number, width: number, height: number, y: [number, number] },
 *   slider: { x: number, width: number, y: number } }} Layout
 */
/** @typedef {{ base: number, room: number }} Row */

/** @type {Layout} */
const WIDE = {
  isPhone: false, columns: { x: 258, step: 123, bar: 64, left: 196, right: 812 }, head: 86,
  weight: { base: 212, room: 104 }, score: { base: 352, room: 111 }, product: { base: 482, room: 88 },
  sums: { x: 197, width: 520, height: 28, y: [508, 546] }, slider: { x: 253, width: 495, y: 610 },
};

/** @type {Layout} */
const PHONE = {
  isPhone: true, columns: { x: 110, step: 60, bar: 38, left: 78, right: 376 }, head: 16,
  weight: { base: 86, room: 62 }, score: { base: 164, room: 68 }, product: { base: 242, room: 56 },
  sums: { x: 78, width: 236, height: 18, y: [250, 274] }, slider: { x: 124, width: 206, y: 322 },
};

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);

/** The box in which a score can be taken hold of. @param {Layout} layout @param {number} rank */
export function columnBox({ columns, score }, rank) {
  return { x: columns.x + rank * columns.step - columns.step / 2 + 4, y: score.base - score.room - 6,
    width: columns.step - 8, height: score.room + 12 };
}

/** The rank at a place across. @param {Layout} layout @param {number} x @param {number} ranks */
export function rankAt({ columns }, x, ranks) {
  return Math.min(ranks - 1, Math.max(0, Math.round((x - columns.x) / columns.step)));
}
