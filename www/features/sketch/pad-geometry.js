// The geometry of the sketch pad: where features, the arrow of w and projections stand in the drawing. Pure.

/** @typedef {[number, number]} Pair */
/**
 * What the drawing shows: features from `low` to `high`, `middle` in its middle and `edge` beyond that at its upper
 * edge. The line of w goes through the middle. `ticks` have numbers.
 * @typedef {{ low: number, high: number, middle: number, edge: number, ticks: number[] }} Frame
 */

/** Sides of the drawing, in its own units. */
export const HEIGHT = 400;
export const WIDTH = 436;

/** The frames by their names: features like shares, and features on both sides of 0. */
export const FRAMES = {
  unit: { low: 0, high: 1, middle: 0.5, edge: 0.55, ticks: [0, 0.25, 0.5, 0.75, 1] },
  wide: { low: -2, high: 2, middle: 0, edge: 2.2, ticks: [-2, -1, 0, 1, 2] },
};

const FARTHEST = 0.89; // where an arrow of endless length would end, as a share of `edge`
const HALF_WAY = 0.25; // the length of w at half of that
const MOST = 0.99; // the longest drawn arrow, as a share of that

/** Where features stand. y points up. @param {Pair} features @param {Frame} frame @returns {Pair} */
export function drawn([x, y], { middle, edge }) {
  const unit = HEIGHT / 2 / edge;
  return [WIDTH / 2 + (x - middle) * unit, HEIGHT / 2 - (y - middle) * unit];
}

/** The inverse of `drawn`. @param {Pair} place @param {Frame} frame @returns {Pair} */
export function undrawn([left, top], { middle, edge }) {
  const unit = HEIGHT / 2 / edge;
  return [middle + (left - WIDTH / 2) / unit, middle + (HEIGHT / 2 - top) / unit];
}

/**
 * Returns the tip of the arrow of w, in features. Its direction is true; its length is shortened so that every w fits:
 * 0.25 is drawn half as long as the longest arrow.
 * @param {Pair} w @param {Frame} frame @returns {Pair}
 */
export function tipOf(w, { middle, edge }) {
  const length = Math.hypot(...w);
  if (!(length > 0)) return [middle, middle];
  const share = (FARTHEST * edge) / (length + HALF_WAY);
  return [middle + w[0] * share, middle + w[1] * share];
}

/**
 * The inverse of `tipOf`; tips beyond the longest arrow are taken back.
 * @param {Pair} tip @param {Frame} frame @returns {Pair}
 */
export function weightsAt(tip, { middle, edge }) {
  const [x, y] = [tip[0] - middle, tip[1] - middle];
  const reach = Math.hypot(x, y);
  if (!(reach > 0)) return [0, 0];
  const share = Math.min(reach / (FARTHEST * edge), MOST);
  const length = (HALF_WAY * share) / (1 - share);
  return [(x * length) / reach, (y * length) / reach];
}

const TURN = 5; // degrees
const GROWTH = 1.1;
const LONGEST = (MOST * HALF_WAY) / (1 - MOST);

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

/**
 * The foot of the perpendicular from a point to the line of w, null for w = 0.
 * @param {Pair} point @param {Pair} w @param {Frame} frame
 */
export function footOf([x, y], w, { middle }) {
  const square = w[0] ** 2 + w[1] ** 2;
  if (!(square > 0)) return null;
  const along = ((x - middle) * w[0] + (y - middle) * w[1]) / square;
  return /** @type {Pair} */ ([middle + along * w[0], middle + along * w[1]]);
}

const STEPS = 40; // from one end of a feature to the other
const FINE_STEPS = 400;

/** @type {Record<string, Pair>} */
const KEYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Returns the features of a document after a press of a key; null if the key does not move it.
 * @param {string} key @param {boolean} isFine with Shift @param {{ x: number, y: number }} point @param {Frame} frame
 */
export function keyedPoint(key, isFine, { x, y }, { low, high }) {
  const direction = Object.hasOwn(KEYS, key) ? KEYS[key] : null;
  const step = (high - low) / (isFine ? FINE_STEPS : STEPS);
  return direction && { x: x + step * direction[0], y: y + step * direction[1] };
}
