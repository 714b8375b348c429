// Draws the curves of a run in panels below each other, with one axis of iterations. No state.

import { s } from '../../../../../ui/dom.js';
import { across, drawAxes, drawHidden } from '../chart/frame.js';
import { withSymbols } from '../drawn-frame.js';
import { drawHeights, drawNames, drawValues, heightsOf, textOf } from './draw-labels.js';
import { heightOf, iterationTicks, trackOf } from './layout.js';
import { valueAt } from './lines.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('./layout.js').Panel} Panel */
/** @typedef {import('./lines.js').Line} Line */
/**
 * What is drawn. `at`: the iteration of the handle, and `highest` its last. `waits`: the words for the hidden curves,
 * empty without any. `unit`: what an iteration is called. `mark`: a value beside the ends of the first panel.
 * @typedef {{ at: number, highest: number, waits: string, unit: string,
 *   mark: { name: string, value: number } | null }} View
 */

/** @param {readonly Panel[]} panels @param {readonly Line[]} lines @param {View} view */
export function drawCurves(panels, lines, view) {
  const lowest = panels[panels.length - 1].chart;
  const { isPhone, left, right, bottom } = lowest;
  return [
    panels.map((panel) => drawPanel(panel, lines.filter(({ panel: key }) => key === panel.key), view,
      panel.chart === lowest)),
    s('text', { class: 'axis', x: (left + right) / 2, y: bottom + (isPhone ? 37 : 52), 'text-anchor': 'middle' },
      `${view.unit}s`),
    drawTrack(lowest, view),
  ].flat(3);
}

/** @param {Panel} panel @param {readonly Line[]} lines @param {View} view @param {boolean} isLowest */
function drawPanel({ key, title, chart, ticks }, lines, view, isLowest) {
  const { isPhone, top, y: [low] } = chart;
  const seen = lines.filter(({ known }) => known >= 0);
  const heights = heightsOf(key, lines);
  const isHidden = view.waits && (lines.some(({ isAsked }) => isAsked) || lines.every(({ isEarlier }) => isEarlier));
  const higher = seen.flatMap((line) => drawEach(chart, key, line));
  const note = higher.length ? '○ each w by itself' : key === 'shares' && low > 0 ? `axis from ${low.toFixed(1)}` : '';
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 12 : 23) }, title,
      note && s('tspan', { class: 'axis curves-note', dx: 10 }, ...withSymbols(note))),
    drawAxes(chart, iterationTicks(chart).map(({ value, text }) => ({ value, text: isLowest ? text : '' })), ticks)
      .flat(3),
    drawHeights(chart, key, heights),
    view.highest > 0 && cursor(chart, view.at),
    // The run of the step lies above the earlier ones.
    seen.toReversed().flatMap((line) => drawLine(chart, key, line, heights)),
    higher,
    isHidden && hiddenPart(chart, key, seen, view.waits),
    !isHidden && drawBest(chart, key, seen),
    seen.toReversed().map((line) => dot(chart, key, line, view.at)),
    drawValues(chart, key, seen, view),
    key === 'shares' && view.mark && drawMark(chart, key, view.mark.value),
    drawNames(chart, key, seen, isPhone, key === 'shares' ? view.mark : null),
  ].flat(2);
}

/**
 * A diamond beside the end of the panel, clear of the dots there.
 * @param {Chart} chart @param {Panel['key']} key @param {number} value
 */
function drawMark(chart, key, value) {
  const side = chart.isPhone ? 8 : 11;
  return s('rect', { class: 'curves-mark', x: -side / 2, y: -side / 2, width: side, height: side,
    transform: `translate(${chart.right - 2 * side} ${heightOf(chart, key, value)}) rotate(45)` });
}

/** @param {Chart} chart @param {number} at */
const cursor = (chart, at) => s('line', { class: 'curves-cursor', x1: across(chart, at), x2: across(chart, at),
  y1: chart.top, y2: chart.bottom });

/**
 * @param {Chart} chart @param {Panel['key']} key @param {Line} line
 * @param {ReturnType<typeof heightsOf>} heights lines across the panel
 */
function drawLine(chart, key, { kind, values, known, starts }, heights) {
  const place = (/** @type {number} */ at) => [across(chart, at), heightOf(chart, key, values[at])];
  const ends = [0, ...starts, values.length];
  const parts = ends.slice(1).map((end, part) => {
    const points = Array.from({ length: Math.max(0, Math.min(end, known + 1) - ends[part]) }, (_, one) =>
      place(ends[part] + one)).filter(([, y]) => Number.isFinite(y));
    // A smoothing stays until it is halved.
    const stairs = points.flatMap(([x, y], one) => (key === 'sigma' && one > 0 ? [[x, points[one - 1][1]], [x, y]]
      : [[x, y]]));
    return s('polyline', { class: `chart-line curves-line ${kind}`,
      points: stairs.map((point) => point.map((one) => one.toFixed(1)).join(',')).join(' ') });
  });
  const [x, y] = place(known);
  if (known < values.length - 1 || known === 0) return parts;
  const isMarked = heights.some((height) => Math.abs(heightOf(chart, key, height.value) - y) < 2);
  // What a run has reached stays, up to its name.
  return [...parts, x < chart.right && !isMarked
    && s('line', { class: `curves-stay ${kind}`, x1: x, x2: chart.right, y1: y, y2: y })];
}

/** Rings at the values of iterations above the lowest so far. @param {Chart} chart @param {Panel['key']} key
 * @param {Line} line */
const drawEach = (chart, key, { each, values, kind, known }) => each.slice(0, known + 1).flatMap((value, at) =>
  (textOf(key, value) === textOf(key, values[at]) || !Number.isFinite(value) ? [] : [s('circle', {
    class: `curves-each ${kind}`, cx: across(chart, at), cy: heightOf(chart, key, value), r: chart.isPhone ? 3.5 : 5 },
  s('title', {}, `Iteration ${at}: ${textOf(key, value)}`))]));

/**
 * Rings at the iteration of the lowest objective, where its values are those of the names, and not the last ones.
 * @param {Chart} chart @param {Panel['key']} key @param {readonly Line[]} lines
 */
function drawBest(chart, key, lines) {
  const { isPhone } = chart;
  const marked = lines.filter(({ mark, known, values }) => known === values.length - 1
    && textOf(key, values[mark]) !== textOf(key, values[known]));
  return marked.map(({ kind, mark, values }, at) => {
    const [cx, cy] = [across(chart, mark), heightOf(chart, key, values[mark])];
    return s('g', { class: kind }, s('circle', { class: 'chart-ring', cx, cy, r: isPhone ? 7 : 9 }),
      at === 0 && s('text', { class: 'axis halo', x: cx, y: cy < chart.top + 26 ? cy + (isPhone ? 22 : 28) : cy - 15,
        'text-anchor': 'middle' }, 'lowest objective'));
  });
}

/** @param {Chart} chart @param {Panel['key']} key @param {Line} line @param {number} at */
function dot(chart, key, line, at) {
  const own = Math.min(at, line.known, line.values.length - 1);
  const y = heightOf(chart, key, valueAt(line, own));
  return Number.isFinite(y) && s('circle', { class: `chart-dot ${line.kind}`, cx: across(chart, own), cy: y,
    r: (chart.isPhone ? 5 : 6.5) + (line.known === 0 ? 2 : 0) - (line.isEarlier ? 1 : 0) });
}

/**
 * Where curves are hidden, beside those that are seen. @param {Chart} chart @param {Panel['key']} key
 * @param {readonly Line[]} lines @param {string} words
 */
function hiddenPart(chart, key, lines, words) {
  const { left, right, top, bottom, isPhone, x: [, last] } = chart;
  const isLow = bottom - top < (isPhone ? 90 : 150);
  const [width, height] = isPhone ? [isLow ? 138 : 150, isLow ? 26 : 34] : [isLow ? 220 : 330, isLow ? 36 : 72];
  const x = (left + right - width) / 2 + (isPhone ? 10 : 24);
  const from = Math.floor(((x - left) / (right - left)) * last);
  const to = Math.ceil(((x + width - left) / (right - left)) * last);
  const heights = lines.flatMap((line) => Array.from({ length: to - from + 1 }, (_, at) => heightOf(chart, key,
    valueAt(line, Math.min(from + at, line.known)))));
  const places = [0.5, 0.72, 0.28, 0.9, 0.1].map((share) =>
    top + height / 2 + 6 + share * (bottom - top - height - 12));
  const away = (/** @type {number} */ y) => Math.min(height, ...heights.map((one) => Math.abs(one - y)));
  const centre = places.reduce((best, y) => (away(y) > away(best) + 1 ? y : best));
  return drawHidden({ x, y: centre - height / 2, width, height }, '', `${words}: ?`,
    isPhone || isLow ? '' : 'It comes after your guess.');
}

/** @param {Chart} chart @param {View} view */
function drawTrack(chart, { highest }) {
  if (highest === 0) return [];
  const y = trackOf(chart);
  const end = across(chart, highest);
  return [s('line', { class: 'chart-track', x1: chart.left, x2: end, y1: y, y2: y }),
    end < chart.right && s('line', { class: 'chart-track closed', x1: end, x2: chart.right, y1: y, y2: y })];
}
