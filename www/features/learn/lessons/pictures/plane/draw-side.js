// Draws the plane of w from the side, along the cut, with its axes and the names of its parts. No state.

import { s } from '../../../../../ui/dom.js';
import { across, demandAt, up } from '../../../../../pictures/plane-geometry.js';
import { drawSideView, floorOf } from '../../../../../pictures/side-view.js';
import { mark } from './draw-plane.js';

/** @typedef {import('../../../../../pictures/plane-geometry.js').Line} Line */
/** @typedef {import('./layouts.js').Layout} Layout */

/** Points along the cut at which the true slack is computed. */
export const SAMPLES = 173;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8];
const MOST = 0.85; // slack that fits

/**
 * `height`: of the cut. `slacks`: true slacks at the samples; null while they are hidden. `lifts`: whether the newest
 * line's lift is tinted. `rise`: how far the newest line has risen.
 * @param {Layout} layout @param {{ lines: readonly Line[], height: number, slacks: readonly number[] | null,
 *   lifts: boolean, across: string, rise: number }} view
 */
export function drawSide({ square, side, isPhone }, { lines, height, slacks, lifts, across: name, rise }) {
  if (!side) return [];
  const frame = { ...side, x: square.x, y: /** @type {[number, number]} */ ([0, MOST]) };
  const places = Array.from({ length: SAMPLES }, (_, at) =>
    square.x[0] + ((square.x[1] - square.x[0]) * at) / (SAMPLES - 1));
  const last = lines.length - 1;
  const demands = lines.map((line, at) => (/** @type {number} */ weight) =>
    demandAt(line, [weight, height]) * (at === last ? rise : 1));
  const floor = floorOf(places, demands);
  const right = side.left + side.width;
  const y = (/** @type {number} */ value) => up(frame, value);
  const [end, top] = [y(floor[SAMPLES - 1][1]), slacks && y(slacks[SAMPLES - 1])];
  return [
    drawSideView(frame, { floor, before: lifts ? floorOf(places, demands.slice(0, -1)) : null,
      truth: slacks && places.map((place, at) => [place, slacks[at]]),
      lines: demands.map((demand, at) => ({ isNewest: at === last,
        points: square.x.map((weight) => [weight, demand(weight)]) })) }),
    demands.map((demand, at) => {
      const place = placeOf(places, places.map(demand), at);
      return place !== null
        && mark([across(frame, place), y(demand(place))], String(at + 1), at === last, isPhone);
    }),
    TICKS.filter((_tick, at) => !isPhone || at % 2 === 0).map((tick) =>
      s('text', { class: 'axis', x: side.left - 10, y: y(tick) + 5, 'text-anchor': 'end' }, tick.toFixed(1))),
    (isPhone ? [0, 2] : [-1, 0, 1, 2]).map((tick) => s('text', { class: 'axis', 'text-anchor': 'middle', y: y(0) + 21,
      x: across(frame, tick) }, String(tick).replace('-', '−'))),
    s('text', { class: 'axis', x: right, y: y(0) + (isPhone ? 38 : 42), 'text-anchor': 'end' },
      `weight of ${name} →`),
    s('text', { class: 'axis', x: side.left - 10, y: side.top - 12, 'text-anchor': 'end' }, 'slack'),
    !isPhone && [
      top !== null && s('text', { class: 'label strong', x: right + 12, y: Math.max(side.top + 12, top - 6) },
        'true slack'),
      s('text', { class: 'label floor strong', x: right + 12,
        y: Math.max(top === null ? 0 : top + 22, Math.min(side.top + side.height, end + 8)) }, 'floor'),
    ],
  ];
}

/**
 * The place where a line's number stands: where the line is well within the view, apart from the other numbers.
 * @param {readonly number[]} places @param {readonly number[]} values @param {number} at
 */
function placeOf(places, values, at) {
  const wanted = Math.round(SAMPLES * [0.05, 0.03, 0.91, 0.5, 0.7, 0.3][at % 6]);
  const fits = (/** @type {number} */ sample) => values[sample] > 0.08 * MOST && values[sample] < 0.92 * MOST;
  const order = values.map((_value, sample) => sample).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  const found = order.find((sample) => sample > 3 && sample < SAMPLES - 4 && fits(sample));
  return found === undefined ? null : places[found];
}
