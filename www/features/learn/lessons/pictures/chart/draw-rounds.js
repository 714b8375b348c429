// Draws runs of training as paths: planes across, iterations upwards. No state.

import { s } from '../../../../../ui/dom.js';
import { count, fixed } from '../../../../../lib/format.js';
import { across, drawAxes, drawHidden, drawSeries, up } from './frame.js';

/** @typedef {import('./frame.js').Chart} Chart */
/** @typedef {{ iteration: number, planes: number, objective: number }} Stop */
/**
 * A run: its name, its colour, and where it is after each iteration.
 * @typedef {{ name: string, kind: string, stops: Stop[] }} Path
 */
/**
 * `paths`: what is drawn of each run. `waits`: the run that is hidden. `objectives`: whether they are told, hidden or
 * left out. `crossed`: the end that divides the picture.
 * @typedef {{ paths: Path[], waits: string, objectives: 'told' | 'hidden' | 'none', crossed: Stop | null,
 *   highest: number, last: number }} View
 */

/** @param {boolean} isPhone @param {number} planes @param {number} iterations @returns {Chart} */
export function layoutOf(isPhone, planes, iterations) {
  const edges = { x: /** @type {const} */ ([0, planes]), y: /** @type {const} */ ([0, iterations]) };
  return isPhone ? { width: 390, height: 352, left: 44, right: 366, top: 56, bottom: 258, isPhone, ...edges }
    : { width: 848, height: 664, left: 96, right: 796, top: 104, bottom: 518, isPhone, ...edges };
}

/** Where the track of the handle lies. @param {Chart} chart */
export const trackOf = ({ bottom, left, right, isPhone }) =>
  ({ y: bottom + (isPhone ? 66 : 110), left: left + (isPhone ? 66 : 70), right: right - 10 });

/** @param {Chart} chart @param {View} view */
export function drawRounds(chart, view) {
  const { isPhone, right, top, bottom } = chart;
  const track = trackOf(chart);
  const place = (/** @type {number} */ stop) => track.left + (stop / view.last) * (track.right - track.left);
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 18 : 23) }, 'iterations'),
    drawAxes(chart, ticks(chart.x[1]), ticks(chart.y[1])).flat(3),
    s('text', { class: 'axis', x: right + (isPhone ? 8 : 20), y: bottom + (isPhone ? 40 : 52), 'text-anchor': 'end' },
      'planes that training keeps →'),
    view.crossed && crossed(chart, view.crossed),
    view.waits && hiddenRun(chart, view.waits, view.crossed),
    view.paths.flatMap((path) => drawPath(chart, path, view.objectives)),
    s('line', { class: 'chart-track', x1: track.left, x2: place(view.highest), y1: track.y, y2: track.y }),
    view.highest < view.last && s('line', { class: 'chart-track closed', x1: place(view.highest), x2: track.right,
      y1: track.y, y2: track.y }),
  ].flat();
}

/** The fields to which the end of the first run divides the picture. @param {Chart} chart @param {Stop} end */
function crossed(chart, { planes, iteration }) {
  const [x, y] = [across(chart, planes), up(chart, iteration)];
  return s('g', { class: 'chart-cross' }, s('line', { x1: chart.left, x2: chart.right, y1: y, y2: y }),
    s('line', { x1: x, x2: x, y1: chart.top, y2: chart.bottom }));
}

/** @param {Chart} chart @param {string} name @param {Stop | null} end */
function hiddenRun(chart, name, end) {
  // Above the picture and between its fields, so that the place tells nothing.
  const [width, height, lift] = chart.isPhone ? [136, 24, 27] : [220, 36, 46];
  const middle = end ? across(chart, end.planes) : (chart.left + chart.right) / 2;
  return drawHidden({ x: middle - width / 2, y: chart.top - lift, width, height }, 'second', `${name}: ?`);
}

/** @param {Chart} chart @param {Path} path @param {View['objectives']} objectives */
function drawPath(chart, { name, kind, stops }, objectives) {
  const end = stops[stops.length - 1];
  if (!end) return [];
  const [x, y] = [across(chart, end.planes), up(chart, end.iteration)];
  const { isPhone } = chart;
  const isLeft = end.planes < chart.x[1] / 2;
  const anchor = { x: isLeft ? x + (isPhone ? 12 : 18) : Math.min(x, chart.right - 4),
    'text-anchor': isLeft ? 'start' : 'end' };
  const line = isPhone ? 18 : 22;
  // Beside a path that climbs, above one that goes across.
  const top = isLeft && end.iteration > 0 ? y + 6 : y - (isPhone ? 32 : 42);
  // A phone has room on the right of the end only.
  const isBeside = isPhone && !isLeft;
  const place = isBeside ? { x: x + 6, 'text-anchor': 'start' } : anchor;
  const below = isLeft ? top + 2 * line + 12 : isBeside ? y + 2 : top - line - 12;
  const box = { width: isPhone ? 114 : 176, height: isPhone ? 28 : 40 };
  return [
    drawSeries(chart, kind, stops.map(({ planes, iteration }) => /** @type {const} */ ([planes, iteration]))),
    s('text', { ...anchor, class: `${kind} of strong halo`, y: top }, name),
    s('text', { ...anchor, class: 'axis halo', y: top + line },
      `${count(end.iteration)} iterations, ${count(end.planes)} planes`),
    objectives === 'told' && s('text', { ...place, class: `${kind} of strong halo`, y: below },
      `objective ${fixed(end.objective, 3)}`),
    objectives === 'hidden' && drawHidden({ ...box, x: place['text-anchor'] === 'start' ? place.x : place.x - box.width,
      y: below - box.height / 2 - 6 }, kind, 'objective: ?'),
  ];
}

/** About four round numbers from 0. @param {number} most */
function ticks(most) {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = power > 1 ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10]; // iterations are whole
  const step = steps.map((one) => one * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => ({ value: at * step, text: count(at * step) }));
}
