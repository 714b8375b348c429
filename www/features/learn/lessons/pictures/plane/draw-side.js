// Draws the plane of w from the side, along the cut: the lines, their floor, and the true slack above. No state.

import { s } from '../../../../../ui/dom.js';
import { demandAt, pathOf } from './geometry.js';
import { mark } from './draw-plane.js';

/** @typedef {import('./geometry.js').Point} Point */
/** @typedef {import('./geometry.js').Line} Line */
/** @typedef {import('./layouts.js').Layout} Layout */

/** Points along the cut at which the true slack is computed. */
export const SAMPLES = 173;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8];

/**
 * `height`: of the cut. `slacks`: true slacks at the samples; null while they are hidden. `lifts`: whether the newest
 * line's lift is tinted. `rise`: how far the newest line has risen.
 * @param {Layout} layout @param {{ lines: readonly Line[], height: number, slacks: readonly number[] | null,
 *   lifts: boolean, across: string, rise: number }} view
 */
export function drawSide({ square, side, isPhone }, { lines, height, slacks, lifts, across, rise }) {
  if (!side) return [];
  const weights = Array.from({ length: SAMPLES }, (_, at) =>
    square.x[0] + ((square.x[1] - square.x[0]) * at) / (SAMPLES - 1));
  const values = weights.map((weight) => lines.map((line, at) =>
    demandAt(line, [weight, height]) * (at === lines.length - 1 ? rise : 1)));
  const highest = (/** @type {number} */ count) => values.map((all) => Math.max(0, ...all.slice(0, count)));
  const floor = highest(lines.length);
  const before = highest(lines.length - 1);
  const most = 0.85;
  const x = (/** @type {number} */ at) => side.left + (at / (SAMPLES - 1)) * side.width;
  const y = (/** @type {number} */ value) => side.top + side.height - (value / most) * side.height;
  const curve = (/** @type {readonly number[]} */ of) =>
    of.map((value, at) => /** @type {Point} */ ([x(at), y(value)]));
  const area = (/** @type {readonly number[]} */ above, /** @type {readonly number[]} */ below) =>
    `${pathOf(curve(above))}L${pathOf(curve(below).toReversed()).slice(1)}Z`;
  const zero = weights.map(() => 0);
  const right = side.left + side.width;
  const last = SAMPLES - 1;
  return [
    s('clipPath', { id: 'plane-side' },
      s('rect', { x: side.left, y: side.top, width: side.width, height: side.height + 2 })),
    s('g', { 'clip-path': 'url(#plane-side)' },
      s('path', { class: 'side-floor', d: area(floor, zero) }),
      lifts && s('path', { class: 'side-lift', d: area(floor, before) }),
      slacks && s('path', { class: 'side-gap', d: area(slacks, floor) }),
      lines.map((_line, at) => s('path', { class: `side-line${at === lines.length - 1 ? ' newest' : ''}`,
        d: pathOf(curve(values.map((all) => all[at]))) })),
      s('path', { class: 'side-edge', d: pathOf(curve(floor)) }),
      slacks && s('path', { class: 'side-true', d: pathOf(curve(slacks)) })),
    lines.map((_line, at) => {
      const place = placeOf(values.map((all) => all[at]), most, at);
      return place !== null && mark([x(place), y(values[place][at])], String(at + 1), at === lines.length - 1, isPhone);
    }),
    TICKS.filter((_tick, at) => !isPhone || at % 2 === 0).map((tick) =>
      s('text', { class: 'axis', x: side.left - 10, y: y(tick) + 5, 'text-anchor': 'end' }, tick.toFixed(1))),
    s('line', { class: 'side-base', x1: side.left, x2: right, y1: y(0), y2: y(0) }),
    (isPhone ? [0, 2] : [-1, 0, 1, 2]).map((tick) => s('text', { class: 'axis', 'text-anchor': 'middle', y: y(0) + 21,
      x: side.left + ((tick - square.x[0]) / (square.x[1] - square.x[0])) * side.width },
    String(tick).replace('-', '−'))),
    s('text', { class: 'axis', x: right, y: y(0) + (isPhone ? 38 : 42), 'text-anchor': 'end' },
      `weight of ${across} →`),
    s('text', { class: 'axis', x: side.left - 10, y: side.top - 12, 'text-anchor': 'end' }, 'slack'),
    !isPhone && [
      slacks && s('text', { class: 'label strong', x: right + 12, y: Math.max(side.top + 12, y(slacks[last]) - 6) },
        'true slack'),
      s('text', { class: 'label floor strong', x: right + 12,
        y: Math.max(slacks ? y(slacks[last]) + 22 : 0,
          Math.min(side.top + side.height, y(floor[last]) + 8)) }, 'floor'),
    ],
  ];
}

/**
 * The sample where a line's number stands: where the line is well within the view, apart from the other numbers.
 * @param {readonly number[]} values @param {number} most @param {number} at
 */
function placeOf(values, most, at) {
  const wanted = Math.round(SAMPLES * [0.05, 0.03, 0.91, 0.5, 0.7, 0.3][at % 6]);
  const fits = (/** @type {number} */ place) => values[place] > 0.08 * most && values[place] < 0.92 * most;
  const order = values.map((_value, place) => place).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return order.find((place) => place > 3 && place < SAMPLES - 4 && fits(place)) ?? null;
}
