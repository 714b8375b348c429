// Draws measures against C: curves of training and validation, the dot of the test, and what stands for the hidden
// ones. No state.

import { s } from '../../../../../ui/dom.js';
import { fixed } from '../../../../../lib/format.js';
import { across, drawAxes, drawHidden, drawSeries, up } from './frame.js';
import { GRID, fromPeak, peakOf } from './price-run.js';

/** @typedef {import('./frame.js').Chart} Chart */
/** @typedef {import('./price-run.js').PriceRun} PriceRun */
/**
 * What is drawn. `train` and `valid`: stops of the grid with a point. `asks`: the part that is hidden; `tests`: whether
 * the dot of the test is drawn. `highest`: the last stop that the handle reaches.
 * @typedef {{ stop: number, highest: number, train: number[], valid: number[], asks: 'validation' | 'test' | null,
 *   tests: boolean, measure: string }} View
 */

export const LAST = GRID.length - 1;
/** C as the axis writes it. */
export const NAMES = GRID.map((c) => c.toLocaleString('en-US'));

/** @param {boolean} isPhone @param {PriceRun} run @returns {Chart} */
export function layoutOf(isPhone, run) {
  const first = run.at(0);
  const edges = { x: /** @type {const} */ ([0, LAST]),
    y: /** @type {const} */ ([Math.floor(10 * Math.min(first.train, first.valid)) / 10, 1]) };
  return isPhone ? { width: 390, height: 352, left: 46, right: 350, top: 56, bottom: 258, isPhone, ...edges }
    : { width: 848, height: 664, left: 112, right: 692, top: 104, bottom: 518, isPhone, ...edges };
}

/** The height of the track of the handle. @param {Chart} chart */
export const trackOf = ({ bottom, isPhone }) => bottom + (isPhone ? 66 : 110);

/** @param {Chart} chart @param {PriceRun} run @param {View} view */
export function drawPrice(chart, run, view) {
  const { isPhone, left, right, top, bottom, y: [low] } = chart;
  const ys = Array.from({ length: Math.round(10 * (1 - low)) + 1 }, (_, tick) => low + tick / 10);
  const below = bottom + (isPhone ? 40 : 52);
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 18 : 23) }, view.measure,
      low > 0 && s('tspan', { class: 'axis', dx: 10 }, `axis from ${low.toFixed(1)}`)),
    drawAxes(chart, GRID.map((_c, value) => ({ value, text: value % 2 === 0 ? NAMES[value] : '' })),
      ys.map((value) => ({ value, text: value.toFixed(1) }))).flat(3),
    s('text', { class: 'axis', x: left - (isPhone ? 30 : 20), y: below }, '← short ',
      s('tspan', { class: 'symbol' }, 'w')),
    s('text', { class: 'axis', x: right + (isPhone ? 28 : 20), y: below, 'text-anchor': 'end' },
      'cost of a unit of slack, ', s('tspan', { class: 'symbol' }, 'C'), isPhone ? ' →' : ', log scale →'),
    drawTrack(chart, view),
    s('circle', { class: 'chart-now', cx: across(chart, view.stop), cy: up(chart, run.at(view.stop).train),
      r: isPhone ? 11 : 15 }),
    drawCurves(chart, run, view),
  ].flat();
}

/** @param {Chart} chart @param {View} view */
function drawTrack(chart, { highest }) {
  const y = trackOf(chart);
  const end = across(chart, highest);
  return [s('text', { class: 'symbol', x: chart.isPhone ? 14 : 36, y: y + 7 }, 'C'),
    s('line', { class: 'chart-track', x1: chart.left, x2: end, y1: y, y2: y }),
    highest < LAST && s('line', { class: 'chart-track closed', x1: end, x2: chart.right, y1: y, y2: y }),
    GRID.map((_c, stop) => s('circle', { class: 'chart-stop', cx: across(chart, stop), cy: y, r: 3 }))].flat();
}

/** @param {Chart} chart @param {PriceRun} run @param {View} view */
function drawCurves(chart, run, { train, valid, asks, tests }) {
  const { queries } = run;
  const curve = (/** @type {number[]} */ stops, /** @type {'train' | 'valid'} */ part) =>
    stops.map((stop) => /** @type {const} */ ([stop, run.at(stop)[part]]));
  return [
    drawSeries(chart, 'training', curve(train, 'train')),
    train.length > LAST && ending(chart, 'training', `${queries.train} searches`, run.at(LAST).train),
    valid.length > 0 && drawSeries(chart, 'validation', curve(valid, 'valid')),
    valid.length > LAST && [ending(chart, 'validation', `${queries.valid} others`, run.at(LAST).valid),
      drawPeak(chart, run), !tests && drawFalls(chart, run)],
    asks && hiddenPart(chart, run, asks),
    tests && drawTest(chart, run),
  ].flat(2);
}

/**
 * The name of a curve at its end.
 * @param {Chart} chart @param {string} kind @param {string} about @param {number} value
 */
function ending(chart, kind, about, value) {
  const y = up(chart, value);
  if (chart.isPhone) {
    return [s('text', { class: `${kind} of strong halo`, x: chart.right + 28, y: y + 24, 'text-anchor': 'end' }, kind)];
  }
  return [s('text', { class: `${kind} of strong`, x: chart.right + 16, y: y + 6 }, kind),
    s('text', { class: 'axis', x: chart.right + 16, y: y + 28 }, about)];
}

/** @param {Chart} chart @param {PriceRun} run @param {'validation' | 'test'} kind */
function hiddenPart(chart, run, kind) {
  const { left, right, bottom, isPhone } = chart;
  if (kind === 'validation') {
    const [width, height] = isPhone ? [240, 44] : [464, 76];
    return drawHidden({ x: (left + right - width) / 2, y: bottom - height - (isPhone ? 12 : 36), width, height }, kind,
      `${run.queries.valid} new searches: ?`, isPhone ? '' : 'Their points come after your guess, one by one.');
  }
  // Between the two curves there is room.
  const { train, valid } = run.at(peakOf(run));
  const [width, height, lift] = isPhone ? [150, 34, 4] : [310, 76, 18];
  return drawHidden({ x: right - width, y: up(chart, (train + valid) / 2) - height / 2 - lift, width, height }, kind,
    isPhone ? 'test: ?' : `${run.queries.test} test searches: ?`, isPhone ? '' : 'One dot comes after your guess.');
}

/** @param {Chart} chart @param {PriceRun} run */
function drawPeak(chart, run) {
  const stop = peakOf(run);
  const value = run.at(stop).valid;
  const [cx, cy] = [across(chart, stop), up(chart, value)];
  return s('g', { class: 'validation' },
    s('circle', { class: 'chart-ring', cx, cy, r: chart.isPhone ? 10 : 14 }),
    s('text', { class: 'of strong halo', x: cx, y: cy - (chart.isPhone ? 16 : 26), 'text-anchor': 'middle' },
      `peak ${fixed(value, 3)}`));
}

/** How far both ends lie below the peak, with the standard error. @param {Chart} chart @param {PriceRun} run */
function drawFalls(chart, run) {
  const { isPhone } = chart;
  return [0, LAST].map((stop) => {
    const { mean, error } = fromPeak(run, stop);
    const isLast = stop === LAST;
    const y = up(chart, run.at(stop).valid);
    const [x, below] = isLast ? [chart.right + (isPhone ? 28 : 16), isPhone ? 40 : 50]
      : [chart.left - (isPhone ? 4 : 8), isPhone ? 22 : 30];
    return s('text', { class: 'axis halo chart-fall', x, y: y + below,
      'text-anchor': isLast && isPhone ? 'end' : 'start' },
    `${fixed(mean, 3)} ± ${fixed(error, 3)}${isLast || isPhone ? '' : ' from the peak'}`);
  });
}

/** @param {Chart} chart @param {PriceRun} run */
function drawTest(chart, run) {
  const stop = peakOf(run);
  const value = run.at(stop).test;
  const [cx, cy] = [across(chart, stop), up(chart, value)];
  return s('g', { class: 'test' },
    s('line', { class: 'chart-drop', x1: cx, x2: cx, y1: cy, y2: chart.bottom }),
    s('circle', { class: 'chart-dot', cx, cy, r: chart.isPhone ? 7 : 9 }),
    s('text', { class: 'of strong halo', x: cx - 12, y: chart.bottom - (chart.isPhone ? 10 : 26),
      'text-anchor': 'end' }, `test, once: ${fixed(value, 3)}`));
}
