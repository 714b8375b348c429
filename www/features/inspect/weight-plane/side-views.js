// The views beside the plane of w: the loss and its bound in every direction, and the hinge of a query along a line.

import { s } from '../../../ui/dom.js';
import { figure } from '../../../lib/format.js';

/** @typedef {import('./weight-plane-state.js').AngleView} AngleView */
/** @typedef {import('./weight-plane-state.js').HingeOnLine} HingeOnLine */

const WIDTH = 400;
const LEFT = 48;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 28;
const ANGLES_HEIGHT = 190;
const LINE_HEIGHT = 190;

/**
 * Scales from values to the drawing.
 * @param {[number, number]} across @param {[number, number]} up @param {number} high
 */
function scales([from, to], [low, top], high) {
  const bottom = high - BOTTOM;
  return {
    bottom,
    x: (/** @type {number} */ value) => LEFT + ((WIDTH - LEFT - RIGHT) * (value - from)) / (to - from),
    y: (/** @type {number} */ value) => bottom - ((bottom - TOP) * (value - low)) / (top - low || 1),
  };
}

/** @param {number} x @param {number} y @param {string} words @param {string} [anchor] */
const text = (x, y, words, anchor = 'middle') =>
  s('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor }, words);

const RIGHT_ANGLES = [-180, -90, 0, 90, 180];

/**
 * The loss as steps under the bound, from −180° to 180°. `here`: the angle of this iteration's w in radians, null at 0.
 * @param {AngleView} view @param {number | null} here
 */
export function angleDrawing(view, here) {
  const highest = Math.max(...view.bounds);
  const { x, y, bottom } = scales([-Math.PI, Math.PI], [0, highest * 1.05], ANGLES_HEIGHT);
  const point = (/** @type {number} */ angle, /** @type {number} */ value) =>
    `${x(angle).toFixed(1)} ${y(value).toFixed(1)}`;
  const bound = view.bound_angles.map((angle, at) => `${at ? 'L' : 'M'}${point(angle, view.bounds[at])}`).join('');
  const ends = [...view.angles.slice(1), Math.PI];
  const steps = view.angles.map((angle, at) => `${at ? 'L' : 'M'}${point(angle, view.losses[at])}`
    + `L${point(ends[at], view.losses[at])}`).join('');
  const least = Math.min(...view.bounds);
  const label = `Every direction of w. The bound falls from ${figure(highest)} to ${figure(least)} at `
    + `${degrees(view.bound_angles[view.bounds.indexOf(least)])}. The loss below it is a step function from `
    + `${figure(Math.min(...view.losses))} to ${figure(Math.max(...view.losses))}.`;
  return s('svg', { viewBox: `0 0 ${WIDTH} ${ANGLES_HEIGHT}`, role: 'img', 'aria-label': label },
    s('path', { class: 'between', d: `${bound}L${point(Math.PI, 0)}L${point(-Math.PI, 0)}Z` }),
    s('path', { class: 'axis', d: `M${LEFT} ${TOP}V${bottom}H${WIDTH - RIGHT}` }),
    RIGHT_ANGLES.map((angle) => text(x((angle * Math.PI) / 180), ANGLES_HEIGHT - 10, `${angle}°`.replace('-', '−'),
      angle === 180 ? 'end' : 'middle')),
    [0, highest].map((value) => text(LEFT - 6, y(value) + 4, figure(value), 'end')),
    s('path', { class: 'bound', d: bound }),
    s('path', { class: 'steps', d: steps }),
    here !== null && s('path', { class: 'here', d: `M${x(here).toFixed(1)} ${TOP}V${bottom}` }));
}

/** @param {number} radians */
export const degrees = (radians) => `${Math.round((radians * 180) / Math.PI)}°`.replace('-', '−');

/**
 * The planes of a query as straight lines under its hinge, from the w of the iteration (τ = 0) to the best (τ = 1); at
 * the best iteration, from w = 0.
 * @param {HingeOnLine} line @param {number} iteration
 */
export function lineDrawing({ kinks, planes, start, best }, iteration) {
  const [from, to] = [kinks[0][0], kinks[kinks.length - 1][0]];
  const highest = kinks.reduce((most, [, value]) => Math.max(most, value), 0);
  const low = -0.25 * highest;
  const { x, y, bottom } = scales([from, to], [low, highest * 1.05 || 1], LINE_HEIGHT);
  const at = (/** @type {number} */ tau, /** @type {number} */ value) => `${x(tau).toFixed(1)} ${y(value).toFixed(1)}`;
  const label = `The hinge of the query along the line from iteration ${start} to the best w: `
    + `${kinks.length - 2} kinks, ${planes.length} planes found so far below it.`;
  return s('svg', { viewBox: `0 0 ${WIDTH} ${LINE_HEIGHT}`, role: 'img', 'aria-label': label },
    s('path', { class: 'axis',
      d: `M${LEFT} ${TOP}V${bottom}H${WIDTH - RIGHT}M${LEFT} ${y(0).toFixed(1)}H${WIDTH - RIGHT}` }),
    planes.map(([start, change, foundAt]) => s('path', { class: foundAt === iteration ? 'new-plane' : 'old-plane',
      d: within([from, start + from * change], [to, start + to * change], low).map(([tau, value], end) =>
        `${end ? 'L' : 'M'}${at(tau, value)}`).join('') })),
    s('path', { class: 'hinge', d: kinks.map(([tau, value], end) => `${end ? 'L' : 'M'}${at(tau, value)}`).join('') }),
    [0, 1].map((tau) => s('path', { class: 'here', d: `M${x(tau).toFixed(1)} ${TOP}V${bottom}` })),
    best === start ? text(x(0), LINE_HEIGHT - 10, 'best w')
      : [text(x(0), LINE_HEIGHT - 10, start ? `w of ${start}` : 'w = 0'),
        text(x(1), LINE_HEIGHT - 10, `best w (${best})`)],
    [0, highest].map((value) => text(LEFT - 6, y(value) + 4, figure(value), 'end')));
}

/**
 * The part of a segment above a floor; no points if all of it is below.
 * @param {[number, number]} one @param {[number, number]} other @param {number} low @returns {[number, number][]}
 */
export function within(one, other, low) {
  const ends = [one, other].filter(([, value]) => value >= low);
  if (ends.length !== 1) return ends;
  const share = (low - one[1]) / (other[1] - one[1]);
  /** @type {[number, number]} */
  const crossing = [one[0] + share * (other[0] - one[0]), low];
  return one[1] >= low ? [one, crossing] : [crossing, other];
}
