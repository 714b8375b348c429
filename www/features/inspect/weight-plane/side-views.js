// The views of the plane of w from the side: the slice through w, and the hinge of a query along a line.

import { s } from '../../../ui/dom.js';
import { figure, significant } from '../../../lib/format.js';
import { across, up } from '../../../pictures/plane-geometry.js';
import { drawSideView, floorOf } from '../../../pictures/side-view.js';
import { SIZE } from './grid.js';

/** @typedef {import('../../../pictures/plane-geometry.js').Frame} Frame */
/** @typedef {import('./weight-plane-state.js').HingeOnLine} HingeOnLine */

export const WIDTH = 400;
const LEFT = 48;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 28;
export const HEIGHT = 190;

/** @param {number} x @param {number} y @param {string} words @param {string} [anchor] */
const text = (x, y, words, anchor = 'middle') =>
  s('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor }, words);

/** @param {[number, number]} across @param {[number, number]} up @returns {Frame} */
export const frameOf = (across, up) => ({ left: LEFT, top: TOP, width: WIDTH - LEFT - RIGHT,
  height: HEIGHT - TOP - BOTTOM, x: across, y: up });

/** @param {[number, number]} ends @returns {number[]} */
const placesFrom = ([from, to]) => Array.from({ length: SIZE }, (_, at) => from + ((to - from) * at) / (SIZE - 1));

/** A round number that is not below a value, so that the axis seldom changes. @param {number} value */
export function roundTop(value) {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return power * ([1, 1.5, 2, 3, 4, 5, 7].find((step) => step * power >= value) ?? 10);
}

/**
 * A view from the side with its axes. `marks`: places that matter, with their names below.
 * @param {string} label @param {Frame} frame @param {import('../../../pictures/side-view.js').SideCurves} curves
 * @param {number[]} values on the axis upwards @param {{ at: number, name: string }[]} marks
 * @param {[number, string, string?][]} names of other places
 */
function sideView(label, frame, curves, values, marks, names = []) {
  const under = (/** @type {number} */ at, /** @type {string} */ name, anchor = 'middle') =>
    text(across(frame, at), HEIGHT - 10, name, anchor);
  return s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label, class: 'from-side' },
    drawSideView(frame, curves),
    marks.flatMap(({ at, name }) => [under(at, name),
      s('path', { class: 'here', d: `M${across(frame, at).toFixed(1)} ${TOP}v${frame.height}` })]),
    names.map((one) => under(...one)),
    values.map((value) => text(LEFT - 6, up(frame, value) + 4, figure(value), 'end')));
}

/**
 * The planes of a query under its hinge, from the w of the iteration (τ = 0) to the best (τ = 1); at the best
 * iteration, from w = 0.
 * @param {HingeOnLine} line @param {number} iteration
 */
export function lineDrawing({ kinks, planes, start, best }, iteration) {
  const ends = /** @type {[number, number]} */ ([kinks[0][0], kinks[kinks.length - 1][0]]);
  const highest = kinks.reduce((most, [, value]) => Math.max(most, value), 0);
  const demand = (/** @type {[number, number, number]} */ [first, change]) => (/** @type {number} */ tau) =>
    first + tau * change;
  const places = placesFrom(ends);
  const marks = best === start ? [{ at: 0, name: 'best w' }, { at: 1, name: '' }]
    : [{ at: 0, name: start ? `w of ${start}` : 'w = 0' }, { at: 1, name: `best w (${best})` }];
  const label = `The hinge of the query along the line from iteration ${start} to the best w: `
    + `${kinks.length - 2} kinks, ${planes.length} planes found so far below it.`;
  return sideView(label, frameOf(ends, [-0.25 * highest, highest * 1.05 || 1]), {
    lines: planes.map((plane) => ({ points: ends.map((tau) => [tau, demand(plane)(tau)]),
      isNewest: plane[2] === iteration })),
    floor: floorOf(places, planes.map(demand)),
    before: floorOf(places, planes.filter(([, , foundAt]) => foundAt !== iteration).map(demand)), truth: kinks,
  }, [0, highest], marks);
}

/**
 * The slice of the plane through a w, from the side: the mean slack that the planes demand, without and with the new
 * ones, and the true mean slack, null while it is unknown.
 * @param {{ square: Frame, at: { x: number, y: number }, before: Float64Array | null, floor: Float64Array,
 *   truth: Float64Array | null, names: [string, string] }} slice
 */
export function sliceDrawing({ square, at, before, floor, truth, names: [name, height] }) {
  const places = placesFrom(square.x);
  const points = (/** @type {Float64Array} */ values) =>
    places.map((place, one) => /** @type {[number, number]} */ ([place, values[one]]));
  const top = roundTop((truth ?? floor).reduce((most, value) => Math.max(most, value), 0));
  const least = (/** @type {Float64Array} */ values) => figure(Math.min(...values));
  const label = `The slice at ${height} ${significant(at.y)}: the floor is lowest at ${least(floor)}`
    + `${truth ? `, the true mean slack at ${least(truth)}` : ''}.`;
  const [left, right] = square.x;
  return sideView(label, frameOf(square.x, [0, top]),
    { lines: [], floor: points(floor), before: before && points(before), truth: truth && points(truth) }, [0, top],
    [{ at: at.x, name: '' }], [[left, significant(left, 2), 'start'], [(left + right) / 2, name],
      [right, significant(right, 2), 'end']]);
}
