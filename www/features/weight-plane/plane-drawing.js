// The picture of the plane of w: the exact objective as shades and contours, the floor that the planes make, the newest
// planes, and the path of w.

import { h, s } from '../../ui/dom.js';
import { diverging } from '../../ui/pixel-image.js';
import { count, figure, significant } from '../../lib/format.js';
import { contour } from '../plane/contours.js';
import { SIZE, border, bowlLevels, demandAt, floorOf, forbidden, frameOf } from './grid.js';

/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./grid.js').CutOnPlane} CutOnPlane */
/** @typedef {import('./grid.js').Frame} Frame */

const SIDE = 400; // of the drawing, in its own units
const LEVELS = 9;
const OTHERS = 5; // newest planes drawn beside the chosen one; more would hide the contours

/**
 * What is drawn of a plane of w. `newest`: the planes found at the iteration, the highest demand first. `chosen`: the
 * one whose forbidden side is shaded, or null.
 * @typedef {{ plane: WeightPlane, values: Float64Array | null, newest: CutOnPlane[], chosen: CutOnPlane | null,
 *   names: [string, string] }} Drawn
 */

/**
 * The planes found at the iteration, the highest demand at its w first.
 * @param {WeightPlane} plane
 */
export function newestOf({ new: found, path, iteration }) {
  const at = path[iteration];
  return found.toSorted((one, other) => demandAt(other, at) - demandAt(one, at));
}

/** @param {Drawn} drawn */
export function drawing({ plane, values, newest, chosen, names }) {
  const { path } = plane;
  const frame = frameOf(path);
  const x = (/** @type {number} */ value) => (SIDE * (value - frame.left)) / frame.side;
  const y = (/** @type {number} */ value) => SIDE - (SIDE * (value - frame.bottom)) / frame.side;
  const floor = floorOf([...plane.held, ...plane.new], plane.price, frame);
  const exact = values && values.every(Number.isFinite) ? values : null;
  const levels = levelsOf(exact ?? floor);
  const others = newest.filter((cut) => cut !== chosen).slice(0, OTHERS);
  const overlay = s('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, role: 'img',
    'aria-label': labelOf(plane, exact, floor, newest.length, names) },
  // A plane without a border here forbids all of the picture, or nothing of it.
  chosen && border(chosen, frame) && s('path', { class: 'forbidden', d: outline(forbidden(chosen, frame), x, y) }),
  exact && levels.map((level) => s('path', { class: 'exact', d: lines(exact, level) })),
  levels.map((level) => s('path', { class: 'floor', d: lines(floor, level) })),
  others.map((cut) => borderOf(cut, frame, x, y, 'other')),
  chosen && borderOf(chosen, frame, x, y, 'newest'),
  pathOf(plane, x, y));
  return [
    h('div', { class: 'plane-y', 'aria-hidden': 'true' }, h('span', {}, significant(frame.bottom + frame.side, 2)),
      h('span', { class: 'name' }, names[1]), h('span', {}, significant(frame.bottom, 2))),
    h('div', { class: 'plane-frame' }, exact && shades(exact), overlay),
    h('div', { class: 'plane-x', 'aria-hidden': 'true' }, h('span', {}, significant(frame.left, 2)),
      h('span', { class: 'name' }, names[0]), h('span', {}, significant(frame.left + frame.side, 2))),
  ];
}

/** @param {Float64Array} values */
function levelsOf(values) {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return high > low ? bowlLevels(low, high, LEVELS) : [];
}

/** Dark where the objective is low. @param {Float64Array} values */
function shades(values) {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  // The first row of the picture is the largest y.
  const depth = Float64Array.from(values, (_, at) => {
    const value = values[(SIZE - 1 - Math.floor(at / SIZE)) * SIZE + (at % SIZE)];
    return 1 - Math.sqrt((value - low) / (high - low || 1));
  });
  const canvas = diverging(depth, { width: SIZE, height: SIZE }, 1 / 0.7);
  canvas.className = 'plane-shades';
  canvas.setAttribute('aria-hidden', 'true');
  return canvas;
}

/** @param {Float64Array} values @param {number} level */
function lines(values, level) {
  const step = SIDE / (SIZE - 1);
  const point = (/** @type {number} */ column, /** @type {number} */ row) =>
    `${(column * step).toFixed(1)} ${(SIDE - row * step).toFixed(1)}`;
  return contour(values, SIZE, level).map(([a, b, c, d]) => `M${point(a, b)}L${point(c, d)}`).join('');
}

/** @typedef {(value: number) => number} Scale */

/** @param {[number, number][]} corners @param {Scale} x @param {Scale} y */
function outline(corners, x, y) {
  const points = corners.map(([a, b], at) => `${at ? 'L' : 'M'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`);
  return points.length ? `${points.join('')}Z` : '';
}

/** @param {CutOnPlane} cut @param {Frame} frame @param {Scale} x @param {Scale} y @param {string} kind */
function borderOf(cut, frame, x, y, kind) {
  const ends = border(cut, frame);
  return ends && s('path', { class: `border ${kind}`, d: outline(ends, x, y) });
}

/**
 * The path of w so far, its present point, the best one, and the next.
 * @param {WeightPlane} plane @param {Scale} x @param {Scale} y
 */
function pathOf({ path, iteration, best }, x, y) {
  const at = (/** @type {number} */ index) => [x(path[index].x).toFixed(1), y(path[index].y).toFixed(1)];
  const dot = (/** @type {number} */ index, /** @type {string} */ kind, r = '5') => {
    const [cx, cy] = at(index);
    return s('circle', { class: kind, cx, cy, r });
  };
  const [bestX, bestY] = [x(path[best].x), y(path[best].y)];
  return [
    s('path', { class: 'path', d: path.slice(0, iteration + 1).map((_, index) =>
      `${index ? 'L' : 'M'}${at(index).join(' ')}`).join('') }),
    dot(0, 'start', '4'),
    iteration + 1 < path.length && dot(iteration + 1, 'next', '6'),
    s('path', { class: 'best', d: star(bestX, bestY) }),
    dot(iteration, 'here'),
  ];
}

/** @param {number} x @param {number} y */
function star(x, y) {
  return `${Array.from({ length: 10 }, (_, at) => {
    const [radius, angle] = [at % 2 ? 4 : 9, (at * Math.PI) / 5 - Math.PI / 2];
    return `${at ? 'L' : 'M'}${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  }).join('')}Z`;
}

/**
 * @param {WeightPlane} plane @param {Float64Array | null} exact @param {Float64Array} floor @param {number} found
 * @param {[string, string]} names
 */
function labelOf({ path, iteration, best }, exact, floor, found, names) {
  const place = (/** @type {number} */ index) => `(${figure(path[index].x)}, ${figure(path[index].y)})`;
  const lowest = (/** @type {Float64Array} */ values) =>
    figure(values.reduce((least, value) => Math.min(least, value), Infinity));
  const objective = exact ? `The objective is lowest at ${lowest(exact)}` : 'The objective is being computed';
  return `The plane of w over ${names.join(' and ')}. w of iteration ${count(iteration)} at ${place(iteration)}, `
    + `the best at ${place(best)}. ${objective}, `
    + `the floor at ${lowest(floor)}. ${count(found)} planes were found here. The table has the numbers.`;
}
