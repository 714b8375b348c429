// The geometry of the map of items: where items, arrows and projections stand in the square drawing. Pure.

/** @typedef {import('../../core/ratings-protocol.js').Factors} Factors */

/** Side of the drawing, in its own units. */
export const SIDE = 400;
/** Items that are drawn at most. */
export const MOST_ITEMS = 1500;

const EDGE = 18; // units between the outermost item and the frame
const [SMALL, LARGE] = [2.5, 8.5]; // radii of items

/**
 * An item on the map: its centre and radius in units of the drawing.
 * @typedef {{ item: number, x: number, y: number, radius: number }} Point
 */

/**
 * `perItem`, `perUser`: units of the drawing per unit of V and of U. Both axes have the same scale, so angles are true.
 * @typedef {{ perItem: number, perUser: number }} Scale
 */

/**
 * Returns the two leading numbers of a row; a factorisation of rank 1 has one direction.
 * @param {ArrayLike<number>} rows @param {number} rank @param {number} row
 * @returns {[number, number]}
 */
export function leading(rows, rank, row) {
  return [rows[row * rank] ?? 0, rank > 1 ? rows[row * rank + 1] ?? 0 : 0];
}

/** @param {Factors} factors @returns {Scale} */
export function scaleOf({ rank, places, tastes, items, users }) {
  const reach = SIDE / 2 - EDGE;
  const farthest = (/** @type {Float64Array} */ rows, /** @type {number} */ count) => {
    let most = 0;
    for (let row = 0; row < count; row += 1) most = Math.max(most, Math.hypot(...leading(rows, rank, row)));
    return most;
  };
  const [item, user] = [farthest(places, items.length), farthest(tastes, users.length)];
  return { perItem: item > 0 ? reach / item : 1, perUser: user > 0 ? reach / user : 1 };
}

/** The centre of the drawing is the origin, and y points up. @param {[number, number]} place @param {number} scale */
export function drawn([x, y], scale) {
  return /** @type {[number, number]} */ ([SIDE / 2 + x * scale, SIDE / 2 - y * scale]);
}

/** The inverse of `drawn`. @param {[number, number]} point @param {number} scale @returns {[number, number]} */
export function undrawn([x, y], scale) {
  return [(x - SIDE / 2) / scale, (SIDE / 2 - y) / scale];
}

/**
 * Returns the points of the items with the largest biases, the largest circles first, so that small ones stay visible.
 * @param {Factors} factors @param {Scale} scale
 * @returns {Point[]}
 */
export function pointsOf({ places, rank, biases, items }, { perItem }) {
  const order = items.map((_, item) => item).sort((a, b) => biases[b] - biases[a]).slice(0, MOST_ITEMS);
  const [most, least] = [biases[order[0]], biases[order.at(-1) ?? 0]];
  return order.map((item) => {
    const [x, y] = drawn(leading(places, rank, item), perItem);
    const share = most > least ? (biases[item] - least) / (most - least) : 0.5;
    return { item, x, y, radius: SMALL + share * (LARGE - SMALL) };
  });
}

/**
 * Returns the foot of the perpendicular from an item to the line of an arrow, in units of the drawing; null for an
 * arrow of length 0.
 * @param {[number, number]} place of the item @param {[number, number]} arrow @param {number} perItem
 */
export function footOf(place, arrow, perItem) {
  const square = arrow[0] ** 2 + arrow[1] ** 2;
  if (!(square > 0)) return null;
  const along = (place[0] * arrow[0] + place[1] * arrow[1]) / square;
  return drawn([along * arrow[0], along * arrow[1]], perItem);
}

/** Part of the longest learned arrow that a press of a key moves. */
const STEP = 0.04;
const FINE = 0.01;

/** @type {Record<string, [number, number]>} */
const KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Returns the arrow after a press of a key; null if the key does not move it.
 * @param {string} key @param {boolean} isFine whether it moves by a small step
 * @param {[number, number]} arrow @param {Scale} scale
 * @returns {[number, number] | null}
 */
export function keyedArrow(key, isFine, arrow, { perUser }) {
  const direction = Object.hasOwn(KEYS, key) ? KEYS[key] : null;
  if (!direction) return null;
  const step = ((SIDE / 2 - EDGE) / perUser) * (isFine ? FINE : STEP);
  return clamped([arrow[0] + direction[0] * step, arrow[1] + direction[1] * step], perUser);
}

/** Keeps the tip of an arrow inside the frame. @param {[number, number]} arrow @param {number} perUser */
export function clamped([x, y], perUser) {
  const most = (SIDE / 2 - 4) / perUser;
  const inside = (/** @type {number} */ value) => Math.min(most, Math.max(-most, value));
  return /** @type {[number, number]} */ ([inside(x), inside(y)]);
}
