// Draws the values of the folds against C, their mean, and the test of the chosen C. No state.

import { fixed, measureName } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { across, drawAxes, drawHidden, drawSeries, up } from '../chart/frame.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('../../../../../wasm/rankscope.js').ComparisonCurve} Curve */

const STEP = 0.02; // of the axis of values
const LEAST = 17; // px between two names
const START = 0.24; // where a curve has its number, of the way from its first point to the second

/**
 * The known values of a curve: its mean ends with the training of all folds.
 * @param {Curve | null} curve @param {boolean} tests
 */
function knownOf(curve, tests) {
  return (curve?.points ?? []).flatMap(({ valid, test, folds }) => [valid, tests ? test : null, ...folds])
    .filter((value) => typeof value === 'number');
}

/**
 * @param {boolean} isPhone @param {number} stops @param {Curve | null} curve @param {boolean} tests
 * @returns {Chart}
 */
export function foldsLayout(isPhone, stops, curve, tests) {
  const known = knownOf(curve, tests);
  const [low, high] = known.length ? [Math.floor(Math.min(...known) / STEP) * STEP,
    Math.ceil(Math.max(...known) / STEP) * STEP] : [0, 1];
  const edges = { x: /** @type {const} */ ([0, Math.max(1, stops - 1)]), y: /** @type {const} */ ([low, high]) };
  return isPhone ? { width: 390, height: 352, left: 56, right: 318, top: 56, bottom: 258, isPhone, ...edges }
    : { width: 848, height: 664, left: 112, right: 692, top: 104, bottom: 518, isPhone, ...edges };
}

/** The height of the track of the handle. @param {Chart} chart */
export const trackOf = ({ bottom, isPhone }) => bottom + (isPhone ? 62 : 104);

/**
 * @param {Chart} chart
 * @param {{ prices: number[], curve: Curve | null, stop: number, asks: 'mean' | 'test' | null, tests: boolean,
 *   measure: string }} view `asks`: the part that is hidden. `curve`: null before the training
 */
export function drawFolds(chart, { prices, curve, stop, asks, tests, measure }) {
  const { isPhone, left, right, top, bottom, y: [low, high] } = chart;
  const ys = curve ? Array.from({ length: Math.round((high - low) / STEP) + 1 }, (_, tick) => low + tick * STEP) : [];
  const y = trackOf(chart);
  const middle = (left + right) / 2;
  const [width, height] = isPhone ? [230, 56] : [464, 76];
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 18 : 23) }, measureName(measure),
      chart.y[0] > 0 && s('tspan', { class: 'axis', dx: 10 }, `axis from ${chart.y[0].toFixed(2)}`)),
    drawAxes(chart, prices.map((c, value) => ({ value, text: String(c) })),
      ys.map((value) => ({ value, text: value.toFixed(2) }))).flat(3),
    s('text', { class: 'symbol', x: isPhone ? 14 : 36, y: y + 7 }, 'C'),
    s('line', { class: 'chart-track', x1: left, x2: right, y1: y, y2: y }),
    prices.map((_c, value) => s('circle', { class: 'chart-stop', cx: across(chart, value), cy: y, r: 3 })),
    s('line', { class: 'chart-now-line', x1: across(chart, stop), x2: across(chart, stop), y1: top, y2: bottom }),
    curve && drawCurves(chart, curve),
    curve && asks === null && tests && drawTest(chart, curve),
    asks === 'mean' && drawHidden({ x: middle - width / 2, y: (top + bottom - height) / 2, width, height },
      'validation', isPhone ? '5 folds: ?' : 'the values of five folds, and their mean: ?',
      isPhone ? '' : 'They are trained after your guess.'),
    asks === 'test' && drawHidden(isPhone ? { x: middle - 70, y: bottom - 38, width: 120, height: 30 }
      : { x: chart.left + 20, y: chart.top + 12, width: 250, height: 50 }, 'test',
    isPhone ? 'test: ?' : 'test searches: ?'),
  ].flat();
}

/** @param {Chart} chart @param {Curve} curve */
function drawCurves(chart, { points, folds, chosen }) {
  const { isPhone, right } = chart;
  const series = Array.from({ length: folds }, (_, fold) => placesOf(points, ({ folds: values }) => values[fold]));
  const mean = placesOf(points, ({ valid }) => valid);
  const ends = spread(chart, [...series.map((places, fold) => ({ places, words: isPhone ? `${fold + 1}`
    : `fold ${fold + 1}`, kind: 'axis' })), { places: mean, words: 'mean', kind: 'of strong' }]);
  // The curves cross, so each has its number at its start, too: on the line, a little to the right of the first point.
  const starts = spread(chart, series.map((places, fold) => ({ words: `${fold + 1}`,
    places: places.length > 1 ? [[START, between(places, START)]] : [] })));
  const pick = chosen === undefined || chosen === null ? null : mean.find(([stop]) => stop === chosen);
  return s('g', { class: 'validation' },
    series.map((places) => drawSeries(chart, 'validation fold-line', places)),
    drawSeries(chart, 'validation', mean),
    starts.map(({ y, words }) => s('text', { class: 'axis halo fold-number', x: across(chart, START),
      y: y + 5, 'text-anchor': 'middle' }, words)),
    ends.map(({ y, words, kind }) => s('text', { class: `${kind} halo`, x: right + (isPhone ? 10 : 16), y: y + 5 },
      words)),
    pick && s('circle', { class: 'chart-ring', cx: across(chart, pick[0]), cy: up(chart, pick[1]),
      r: isPhone ? 10 : 14 }));
}

/**
 * @param {Curve['points']} points @param {(point: Curve['points'][number]) => number | null | undefined} value
 * @returns {(readonly [number, number])[]}
 */
function placesOf(points, value) {
  return points.flatMap((point, stop) => {
    const height = value(point);
    return typeof height === 'number' ? [/** @type {const} */ ([stop, height])] : [];
  });
}

/**
 * The height of a curve between its first two points.
 * @param {(readonly [number, number])[]} places @param {number} share
 */
const between = ([[, first], [, second]], share) => first + share * (second - first);

/**
 * Names beside the ends of lines, which do not overlap.
 * @template {{ places: (readonly [number, number])[] }} Name
 * @param {Chart} chart @param {Name[]} names
 */
function spread(chart, names) {
  let above = -Infinity;
  return names.filter(({ places }) => places.length)
    .map((name) => ({ ...name, y: up(chart, name.places[name.places.length - 1][1]) }))
    .sort((one, other) => one.y - other.y)
    .map((name) => {
      above = Math.max(above + LEAST, name.y);
      return { ...name, y: above };
    });
}

/** @param {Chart} chart @param {Curve} curve */
function drawTest(chart, { points, chosen }) {
  const value = chosen === undefined || chosen === null ? null : points[chosen].test;
  if (chosen === undefined || typeof value !== 'number') return null;
  const [cx, cy] = [across(chart, chosen), up(chart, value)];
  return s('g', { class: 'test' },
    s('circle', { class: 'chart-dot', cx, cy, r: chart.isPhone ? 8 : 11 }),
    // Away from the lines of the folds, which go on beside the dot.
    s('text', { class: 'of strong halo', x: cx + (chart.isPhone ? 0 : 16),
      y: cy + (chart.isPhone ? 28 : 42), 'text-anchor': chart.isPhone ? 'middle' : 'start' },
      `${chart.isPhone ? 'test' : 'test, once'}: ${fixed(value, 3)}`));
}
