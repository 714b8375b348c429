// NDCG@10 over the number of sessions: what models learn from logs that grow. Each curve is the mean over several logs,
// in a band from the lowest to the highest. Data in, drawing out.

import './clicks.css';
import { fixed } from '../../lib/format.js';
import { s } from '../../ui/dom.js';
import { freshId } from '../../ui/fields.js';
import { acrossSessions, sessionTicks } from './sessions-axis.js';

/** @typedef {import('./sessions-axis.js').Frame} Frame */
/** Values of several logs of one size. @typedef {{ sessions: number, values: number[] }} CurveValues */
/** @typedef {{ kind: 'naive' | 'corrected', name: string, points: readonly CurveValues[] }} Curve */
/**
 * `full`: what the true relevance teaches. `asShown`: the order that users saw; null for none. `edge`: the shown number
 * of sessions. `least`: a value that the axis upwards holds, too. `foot`: px that the values leave free above the axis.
 * @typedef {{ curves: readonly Curve[], full: number | null, asShown: number | null, edge: number, least?: number,
 *   foot?: number }} CurvesView
 */

const GAP = 21; // px between two names, at least
const ROUNDS = 40; // in which names that meet push each other away
const ROOM = 0.02; // of NDCG above and below what is drawn

/** @param {Frame} frame @param {CurvesView} view */
export function drawLearningCurves(frame, view) {
  const [low, high] = rangeOf(view);
  const floor = frame.bottom - (view.foot ?? 0);
  const y = (/** @type {number} */ value) => floor - ((value - low) / (high - low)) * (floor - frame.top);
  const seen = view.curves.map((curve) => ({ ...curve, points: curve.points.filter((point) => point.values.length > 0
    && point.sessions <= view.edge) }));
  const clip = freshId('clicks-clip');
  return [
    drawAxes(frame, view.edge, levelsOf(low, high), y),
    s('clipPath', { id: clip }, s('rect', { x: frame.left, y: frame.top - 8, width: frame.right - frame.left,
      height: frame.bottom - frame.top + 8 })),
    s('g', { 'clip-path': `url(#${clip})` }, seen.flatMap((curve) => drawBand(frame, curve, y))),
    drawLevel(frame, 'full', view.full, y), drawLevel(frame, 'as-shown', view.asShown, y),
    seen.map((curve) => drawCurve(frame, curve, y)),
    drawNames(frame, namesOf(view, seen), y),
  ].flat(3);
}

/** The mean of some values. @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What the axis upwards holds: all means, so that it stays while the edge moves. @param {CurvesView} view */
function rangeOf({ curves, full, asShown, least: lowest = 1 }) {
  const means = curves.flatMap(({ points }) => points.filter((point) => point.values.length)
    .map((point) => mean(point.values)));
  const values = [...means,
    ...[full, asShown].filter((value) => value !== null)];
  if (!values.length) return [0, 1];
  const [least, most] = [Math.min(lowest, ...values), Math.max(...values)];
  return [Math.max(0, least - ROOM), Math.min(1, most + ROOM)];
}

/** @param {number} low @param {number} high */
function levelsOf(low, high) {
  const step = high - low > 0.25 ? 0.1 : 0.05;
  return Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, at) =>
    (Math.ceil(low / step) + at) * step);
}

/** @param {Frame} frame @param {number} edge @param {number[]} levels @param {(value: number) => number} y */
function drawAxes(frame, edge, levels, y) {
  const { left, right, top, bottom, isPhone } = frame;
  const x = acrossSessions(frame, edge);
  return [
    s('rect', { class: 'clicks-unseen', x, y: top - 8, width: Math.max(0, right - x), height: bottom - top + 8 }),
    levels.map((level) => [s('path', { class: 'chart-grid', d: `M${left} ${y(level)}H${right}` }),
      s('text', { class: 'axis', x: left - 10, y: y(level) + 5, 'text-anchor': 'end' }, fixed(level,
        levels.some((one) => !Number.isInteger(Math.round(one * 1000) / 100)) ? 2 : 1))]),
    s('path', { class: 'chart-axis', d: `M${left} ${bottom}H${right}` }),
    sessionTicks(isPhone).map(({ sessions, text }) => [
      s('path', { class: 'chart-axis', d: `M${acrossSessions(frame, sessions)} ${bottom}v6` }),
      s('text', { class: sessions === edge ? 'axis ink' : 'axis', x: acrossSessions(frame, sessions), y: bottom + 22,
        'text-anchor': sessions === 1_000_000 && isPhone ? 'end' : 'middle' }, text)]),
    s('text', { class: 'axis', x: right, y: bottom + 44, 'text-anchor': 'end' }, 'sessions, log scale'),
    s('path', { class: 'clicks-edge', d: `M${x} ${top - 8}V${bottom}` }),
  ].flat(2);
}

/** @param {Frame} frame @param {Curve} curve @param {(value: number) => number} y */
function drawBand(frame, { kind, points }, y) {
  if (points.length < 2) return [];
  const along = (/** @type {(values: number[]) => number} */ of) => points.map(({ sessions, values }) =>
    `${acrossSessions(frame, sessions).toFixed(1)},${y(of(values)).toFixed(1)}`);
  const outline = [...along((values) => Math.max(...values)), ...along((values) => Math.min(...values)).toReversed()];
  return [s('polygon', { class: `clicks-band ${kind}`, points: outline.join(' ') })];
}

/** @param {Frame} frame @param {Curve} curve @param {(value: number) => number} y */
function drawCurve(frame, { kind, points }, y) {
  const last = points[points.length - 1];
  if (!last) return [];
  const places = points.map(({ sessions, values }) =>
    `${acrossSessions(frame, sessions).toFixed(1)},${y(mean(values)).toFixed(1)}`);
  const [x, end] = [acrossSessions(frame, last.sessions), y(mean(last.values))];
  return [s('polyline', { class: `clicks-curve ${kind}`, points: places.join(' ') }),
    kind === 'naive' ? s('rect', { class: `clicks-mark ${kind}`, x: x - 6, y: end - 6, width: 12, height: 12 })
      : s('circle', { class: `clicks-mark ${kind}`, cx: x, cy: end, r: 7 })];
}

/** @param {Frame} frame @param {string} kind @param {number | null} value @param {(value: number) => number} y */
function drawLevel({ left, right }, kind, value, y) {
  return value === null ? [] : [s('path', { class: `clicks-level ${kind}`, d: `M${left} ${y(value)}H${right}` })];
}

/** What stands at the right, with its value. @param {CurvesView} view @param {readonly Curve[]} curves */
function namesOf({ full, asShown }, curves) {
  const levels = [{ kind: 'full', name: 'full', value: full }, { kind: 'as-shown', name: 'as shown', value: asShown }];
  const ends = curves.map(({ kind, name, points }) => ({ kind, name,
    value: points.length ? mean(points[points.length - 1].values) : null }));
  return [...levels, ...ends].flatMap(({ kind, name, value }) => (value === null ? [] : [{ kind, name, value }]));
}

/**
 * The names, apart from each other.
 * @param {Frame} frame @param {{ kind: string, name: string, value: number }[]} names
 * @param {(value: number) => number} y
 */
function drawNames({ right, isPhone }, names, y) {
  const gap = isPhone ? GAP - 4 : GAP;
  const sorted = names.toSorted((a, b) => b.value - a.value);
  const places = sorted.map(({ value }) => y(value) + 5);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 1; at < places.length; at += 1) {
      const push = Math.max(0, gap - (places[at] - places[at - 1])) / 2;
      places[at - 1] -= push;
      places[at] += push;
    }
  }
  return sorted.map(({ kind, name, value }, at) => s('text', { y: places[at],
    class: `clicks-name ${kind}${isPhone ? ' phone' : ''}`, x: right + (isPhone ? 9 : 14) },
  s('tspan', { class: 'strong' }, fixed(value, 3)), ` ${name}`));
}
