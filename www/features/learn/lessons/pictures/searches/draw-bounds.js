// Draws the objective over w under two bounds, and the loss that both bound. No state.

import { s } from '../../../../../ui/dom.js';
import { across, drawAxes, up } from '../chart/frame.js';
import { hiddenBox, symbol } from '../drawn-frame.js';
import { STOPS, ZERO } from './searches-run.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./searches-run.js').SearchesRun} SearchesRun */
/** @typedef {keyof import('./searches-run.js').Bounds} Curve */

const NAMED = 7.5; // the w behind which the hinge has left the chart

/** @param {Layout} layout @param {number} last stop of the handle */
export function drawTrack({ chart, track, isPhone }, last) {
  const { left, right } = chart;
  const y = track + (isPhone ? 34 : 42);
  const end = across(chart, STOPS[last]);
  return [s('line', { class: 'chart-track', x1: left, x2: end, y1: track, y2: track }),
    end < right && s('line', { class: 'chart-track closed', x1: end, x2: right, y1: track, y2: track }),
    ...[-3, 0, 3, 6, 9, 12].flatMap((w) => [
      s('line', { class: 'chart-base', x1: across(chart, w), x2: across(chart, w), y1: track - 8, y2: track + 8 }),
      s('text', { class: 'axis', x: across(chart, w), y, 'text-anchor': 'middle' }, String(w).replace('-', '−'))]),
    s('text', { class: 'axis', x: left - (isPhone ? 14 : 34), y: track + 6, 'text-anchor': 'end' }, symbol('w'))];
}

/**
 * A curve, without what lies above the chart. @param {Chart} chart @param {readonly number[]} values
 * @param {string} kind @param {number} last stop that is drawn
 */
function curve(chart, values, kind, last) {
  const points = values.flatMap((value, at) => (value > chart.y[1] || at > last ? []
    : [`${across(chart, STOPS[at]).toFixed(1)},${up(chart, value).toFixed(1)}`]));
  return s('polyline', { class: `chart-line bound-line ${kind}`, points: points.join(' ') });
}

/**
 * The loss, which one weight changes only where its sign changes. @param {Chart} chart
 * @param {readonly number[]} values @param {boolean} isPhone
 */
function lossSteps(chart, values, isPhone) {
  const zero = across(chart, 0);
  return [ZERO - 1, ZERO + 1].flatMap((at) => {
    const y = up(chart, values[at]);
    return [s('line', { class: 'chart-line bound-line loss', x1: zero, x2: at < ZERO ? chart.left : chart.right, y1: y,
      y2: y }), s('circle', { class: 'bound-open', cx: zero, cy: y, r: isPhone ? 3 : 4.5 })];
  });
}

/**
 * @param {Layout} layout @param {SearchesRun} run
 * @param {{ stop: number, last: number, hingeLast: number, hasRamp: boolean, isLowest: boolean }} view `last`,
 * `hingeLast`: where the curves of the two bounds end; `isLowest`: whether the lowest ramp objective is marked
 */
export function drawBounds({ chart, isPhone }, { objective, lowest }, { stop, last, hingeLast, hasRamp, isLowest }) {
  const { top, bottom } = chart;
  const name = (/** @type {Curve} */ kind, /** @type {string} */ words, /** @type {number} */ w,
    /** @type {number} */ by, /** @type {'start' | 'middle' | 'end'} */ anchor) => s('text', { class:
    `strong of halo ${kind}`, x: across(chart, w), y: up(chart, objective[kind][STOPS.indexOf(w)]) + by,
    'text-anchor': anchor }, words);
  const dot = (/** @type {Curve} */ kind) => objective[kind][stop] <= chart.y[1] && s('circle', { class:
    `chart-dot ${kind}`, cx: across(chart, STOPS[stop]), cy: up(chart, objective[kind][stop]), r: isPhone ? 5 : 7 });
  const ring = (/** @type {Curve} */ kind, /** @type {number} */ at) => s('circle', { class: `chart-ring ${kind}`,
    cx: across(chart, STOPS[at]), cy: up(chart, objective[kind][at]), r: isPhone ? 8 : 12 });
  return [
    s('text', { class: 'strong', x: isPhone ? 8 : 40, y: top - (isPhone ? 10 : 18) }, 'objective'),
    drawAxes(chart, [], [0, 100, 200].map((value) => ({ value, text: String(value) }))).flat(3),
    s('line', { class: 'chart-drop now', x1: across(chart, STOPS[stop]), x2: across(chart, STOPS[stop]), y1: top,
      y2: bottom + (isPhone ? 10 : 26) }),
    ...lossSteps(chart, objective.loss, isPhone),
    stop !== ZERO && s('circle', { class: 'bound-filled', cx: across(chart, 0), cy: up(chart, objective.loss[ZERO]),
      r: isPhone ? 3 : 4.5 }),
    curve(chart, objective.hinge, 'hinge', hingeLast),
    hasRamp && curve(chart, objective.ramp, 'ramp', last),
    hasRamp && !isLowest && hiddenBox(across(chart, STOPS[last]) + (isPhone ? 12 : 24),
      up(chart, isPhone ? 92 : 94), isPhone ? 52 : 90, isPhone ? 24 : 40),
    name('loss', isPhone ? 'C · loss' : 'C · mean loss', 12, isPhone ? -6 : -10, 'end'),
    hingeLast === STOPS.length - 1 && s('text', { class: 'strong halo hinge of', x: across(chart, NAMED),
      y: top + (isPhone ? 12 : 18) }, isPhone ? 'slack bound' : 'with the slack bound'),
    hasRamp && (isLowest ? name('ramp', isPhone ? 'ramp' : 'with the ramp bound', 11, isPhone ? -8 : -16, 'end')
      : name('ramp', isPhone ? 'ramp' : 'ramp bound', -3, isPhone ? -8 : -12, 'start')),
    ring('hinge', ZERO), hasRamp && isLowest && ring('ramp', lowest),
    dot('loss'), dot('hinge'), hasRamp && stop <= last && dot('ramp'),
  ];
}
