// The geometry of the sketch pad: where features, the arrow of w and projections stand in the square drawing. Pure.

/** @typedef {[number, number]} Pair */

/** Side of the drawing, in its own units. */
export const SIDE = 400;

const EDGE = 2.2; // the feature at the frame
const FARTHEST = 1.95; // where an arrow of endless length would end
const HALF_WAY = 0.5; // the length of w at half of that

/** Where features stand. y points up. @param {Pair} features @returns {Pair} */
export function drawn([x, y]) {
  const unit = SIDE / 2 / EDGE;
  return [SIDE / 2 + x * unit, SIDE / 2 - y * unit];
}

/** The inverse of `drawn`. @param {Pair} place @returns {Pair} */
export function undrawn([left, top]) {
  const unit = SIDE / 2 / EDGE;
  return [(left - SIDE / 2) / unit, (SIDE / 2 - top) / unit];
}

/**
 * Returns the tip of the arrow of w, in features. Its direction is true; its length is shortened so that every w fits:
 * 0.5 is drawn half as long as the longest arrow.
 * @param {Pair} w @returns {Pair}
 */
export function tipOf(w) {
  const length = Math.hypot(...w);
  if (!(length > 0)) return [0, 0];
  const share = FARTHEST / (length + HALF_WAY);
  return [w[0] * share, w[1] * share];
}

/** The inverse of `tipOf`; tips beyond the longest arrow are taken back. @param {Pair} tip @returns {Pair} */
export function weightsAt(tip) {
  const reach = Math.hypot(...tip);
  if (!(reach > 0)) return [0, 0];
  const drawnLength = Math.min(reach, 0.98 * FARTHEST);
  const length = (HALF_WAY * drawnLength) / (FARTHEST - drawnLength);
  return [(tip[0] * length) / reach, (tip[1] * length) / reach];
}

const TURN = 5; // degrees
const GROWTH = 1.1;
const LONGEST = 0.98 * HALF_WAY / 0.02;

/**
 * Returns w after a press of a key: left and right turn it, up and down change its length; null for other keys.
 * @param {string} key @param {boolean} isFine with Shift @param {Pair} w @returns {Pair | null}
 */
export function keyedWeights(key, isFine, [x, y]) {
  const angle = ((isFine ? 1 : TURN) * Math.PI) / 180;
  const factor = isFine ? 1.01 : GROWTH;
  const length = Math.hypot(x, y);
  if (key === 'ArrowLeft') return turned([x, y], angle);
  if (key === 'ArrowRight') return turned([x, y], -angle);
  if (key === 'ArrowUp') return length ? scaled([x, y], Math.min(factor, LONGEST / length)) : [0.1, 0];
  if (key === 'ArrowDown') return scaled([x, y], 1 / factor);
  return null;
}

/** @param {Pair} w @param {number} angle @returns {Pair} */
function turned([x, y], angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/** @param {Pair} w @param {number} factor @returns {Pair} */
const scaled = ([x, y], factor) => [x * factor, y * factor];

/** The foot of the perpendicular from a point to the line of w, null for w = 0. @param {Pair} point @param {Pair} w */
export function footOf([x, y], w) {
  const square = w[0] ** 2 + w[1] ** 2;
  if (!(square > 0)) return null;
  const along = (x * w[0] + y * w[1]) / square;
  return /** @type {Pair} */ ([along * w[0], along * w[1]]);
}

const STEP = 0.1;
const FINE = 0.01;

/** @type {Record<string, Pair>} */
const KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Returns the features of a document after a press of a key; null if the key does not move it.
 * @param {string} key @param {boolean} isFine with Shift @param {{ x: number, y: number }} point
 */
export function keyedPoint(key, isFine, { x, y }) {
  const direction = Object.hasOwn(KEYS, key) ? KEYS[key] : null;
  const step = isFine ? FINE : STEP;
  return direction && { x: x + step * direction[0], y: y + step * direction[1] };
}
