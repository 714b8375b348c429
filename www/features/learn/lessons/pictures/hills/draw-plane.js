// The plane of two features: contours of the score, documents, landmarks, and the arrow of a direction.

import { significant } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { contour } from '../../../../../lib/contours.js';
import { SIZE } from './hills-run.js';
import { onRim, rimOf } from './layouts.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./hills-run.js').HillsRun} HillsRun */

const LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const OF_STEPS = [0.3, 0.6]; // more would lie upon each other

/** @param {Layout} layout @param {HillsRun} run @param {{ x: number, y: number }} point */
function placeOf({ plane }, { ranges: [[left, right], [low, high]] }, { x, y }) {
  return [plane.x + (plane.size * (x - left)) / (right - left),
    plane.y + plane.size - (plane.size * (y - low)) / (high - low)];
}

/** @param {Layout} layout @param {Float64Array} heights @param {boolean} hasSteps */
function drawContours({ plane: { x, y, size } }, heights, hasSteps) {
  const step = size / (SIZE - 1);
  const point = (/** @type {number} */ column, /** @type {number} */ row) =>
    `${(x + column * step).toFixed(1)} ${(y + size - row * step).toFixed(1)}`;
  return s('path', { class: 'hills-contour', d: (hasSteps ? OF_STEPS : LEVELS).flatMap((level) =>
    contour(heights, SIZE, level).map(([a, b, c, d]) => `M${point(a, b)}L${point(c, d)}`)).join('') });
}

/** A mark of a document: a diamond if it is good, else a small circle. */
export const markOf = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ isGood,
  /** @type {number} */ r) => (isGood ? `M${(x - r).toFixed(1)} ${y.toFixed(1)}l${r} ${-r} ${r} ${r} ${-r} ${r}z`
  : `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`);

/** @param {Layout} layout @param {HillsRun} run @param {boolean} isGood */
function drawDots(layout, run, isGood) {
  const radius = (isGood ? 7.5 : 4) * (layout.isPhone ? 0.6 : 1);
  return s('path', { class: isGood ? 'hills-good' : 'hills-other', d: run.places
    .filter((one) => one.isGood === isGood).map((one) => {
      const [x, y] = placeOf(layout, run, one);
      return markOf(x, y, isGood, radius);
    }).join('') });
}

/** A landmark: + for a hill, − on dark ground for a pit, a dot before training. */
export function landmarkAt(/** @type {number} */ x, /** @type {number} */ y, /** @type {number | null} */ weight,
  /** @type {number} */ r) {
  const bar = r - 2.5;
  const kind = weight !== null && weight < 0 ? 'hills-landmark pit' : 'hills-landmark';
  return s('g', { class: kind }, s('circle', { cx: x, cy: y, r }), s('path', {
    d: weight === null ? `M${x - 1} ${y}h2`
      : `M${x - bar} ${y}h${2 * bar}${weight > 0 ? `M${x} ${y - bar}v${2 * bar}` : ''}` }));
}

/** The ends of the axes. @param {Layout} layout @param {HillsRun} run @param {[string, string]} names */
function drawAxes({ plane: { x, y, size }, isPhone }, { ranges: [[left, right], [low, high]] }, names) {
  const below = y + size + (isPhone ? 16 : 24);
  const text = (/** @type {number} */ px, /** @type {number} */ py, /** @type {string} */ anchor,
    /** @type {string} */ words) => s('text', { class: 'axis', x: px, y: py, 'text-anchor': anchor }, words);
  return [text(x, below, 'start', significant(left, 2)), text(x + size, below, 'end', significant(right, 2)),
    text(x - 8, y + size, 'end', isPhone ? '' : significant(low, 2)),
    text(x - 8, y + 14, 'end', isPhone ? '' : significant(high, 2)),
    s('text', { class: 'symbol', x: x + size / 2, y: below, 'text-anchor': 'middle' }, names[0]),
    s('text', { class: 'symbol', x: x - 10, y: y + size / 2 + 5, 'text-anchor': 'end' }, names[1])];
}

/** The arrow in which a straight score grows. @param {Layout} layout @param {number} degrees */
function drawArrow(layout, degrees) {
  const { x, y } = rimOf(layout);
  const [tipX, tipY] = onRim(layout, degrees);
  return s('line', { class: 'hills-arrow', x1: x, y1: y, x2: tipX, y2: tipY });
}

/**
 * @param {Layout} layout @param {HillsRun} run
 * @param {{ heights: Float64Array, degrees: number | null, names: [string, string], hasSteps: boolean,
 *   landmarks: { x: number, y: number, weight: number | null }[] }} view
 */
export function drawPlane(layout, run, { heights, degrees, names, hasSteps, landmarks }) {
  const { x, y, size } = layout.plane;
  const radius = layout.isPhone ? 6 : 10;
  // A mark is larger, the more its hill weighs.
  const most = Math.max(1e-9, ...landmarks.map(({ weight }) => Math.abs(weight ?? 0)));
  return [
    drawContours(layout, heights, hasSteps),
    s('rect', { class: 'hills-room', x, y, width: size, height: size }),
    drawDots(layout, run, false), drawDots(layout, run, true),
    landmarks.map((one) => {
      const [px, py] = placeOf(layout, run, one);
      return landmarkAt(px, py, one.weight, radius * (0.5 + (0.5 * Math.abs(one.weight ?? 0)) / most));
    }),
    degrees === null ? null : drawArrow(layout, degrees),
    ...drawAxes(layout, run, names),
  ];
}
