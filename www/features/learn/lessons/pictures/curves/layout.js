// Where the panels of the curves stand, and which values their axes have. Pure.

import { up } from '../chart/frame.js';
import { seriesOf, titleOf } from './series.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('../chart/frame.js').Tick} Tick */
/** @typedef {import('./series.js').PanelKey} PanelKey */
/** @typedef {import('./lines.js').Line} Line */
/** @typedef {{ key: PanelKey, title: string, chart: Chart, ticks: Tick[] }} Panel */

/** The panels from above, with their shares of the height. @type {[PanelKey, number][]} */
const ORDER = [['shares', 3], ['objective', 2], ['cost', 2], ['repeats', 1.6], ['sigma', 1.2]];
const BEYOND = 5; // iterations that a run which is not known yet may take longer than those before it
const LEAST = 10; // iterations, where no run is known
const LINE = 26; // between lines of the grid, at least
const MOST = 5; // lines of the grid
const WIDE = { width: 848, height: 664, left: 96, right: 664, top: 104, bottom: 518, gap: 58 };
const PHONE = { width: 390, height: 352, left: 42, right: 250, top: 58, bottom: 266, gap: 32 };

/** The height of the track of the handle. @param {Chart} chart the lowest */
export const trackOf = ({ bottom, isPhone }) => bottom + (isPhone ? 62 : 104);

/** The height of a value in its panel. @param {Chart} chart @param {PanelKey} key @param {number} value */
export const heightOf = (chart, key, value) =>
  up(chart, Math.min(chart.y[1], Math.max(chart.y[0], key === 'sigma' ? Math.log2(value) : value)));

/**
 * How many iterations the axis has. A run that is not known yet has room, and the axis grows with a longer one.
 * @param {import('./runs.js').Runs} runs @param {number} reached the last iteration that is seen
 */
export function iterationsOf({ main, start, before, first, isAnew }, reached) {
  const lastOf = (/** @type {import('./runs.js').Runs['main']} */ run) => (run ? run.reports.length - 1 : 0);
  const known = Math.max(lastOf(start), lastOf(before), lastOf(first));
  const own = isAnew ? reached : lastOf(main);
  const asked = isAnew ? roundUp(Math.max(known + BEYOND, LEAST)) : 0;
  return Math.max(asked, known, own) || LEAST;
}

/**
 * @param {boolean} isPhone @param {import('../../stage/picture.js').Scene} scene @param {import('./runs.js').Runs} runs
 * @param {readonly Line[]} lines @param {number} reached the last iteration that is seen @returns {Panel[]}
 */
export function panelsOf(isPhone, scene, runs, lines, reached) {
  const report = (runs.main ?? runs.start ?? runs.before)?.reports[0];
  if (!report) return [];
  const series = seriesOf(scene.show, report);
  const present = ORDER.filter(([key]) => series.some(({ panel }) => panel === key));
  const { gap, ...frame } = isPhone ? PHONE : WIDE;
  const room = frame.bottom - frame.top - gap * (present.length - 1);
  const whole = present.reduce((sum, [, share]) => sum + share, 0);
  const x = /** @type {const} */ ([0, iterationsOf(runs, reached)]);
  let top = frame.top;
  return present.map(([key, share]) => {
    const bottom = top + (room * share) / whole;
    const values = lines.filter(({ panel }) => panel === key).flatMap((one) => [...one.values, ...one.each])
      .filter(Number.isFinite);
    const { y, ticks } = key === 'sigma' ? halvings(values)
      : axis(key, values, runs.isAnew, Math.min(MOST, Math.max(2, Math.floor((bottom - top) / LINE))));
    const panel = { key, title: titleOf(key, series, report), ticks, chart: { ...frame, top, bottom, isPhone, x, y } };
    top = bottom + gap;
    return panel;
  });
}

/** @param {PanelKey} key @param {number[]} values @param {boolean} isAnew @param {number} most lines of the grid */
function axis(key, values, isAnew, most) {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const isShare = key === 'shares';
  const wished = isShare ? [least >= 0.3 ? least : 0, isAnew ? 1 : greatest] : [0, roundUp(1.05 * greatest)];
  const step = niceStep((wished[1] - wished[0]) / most);
  const low = Math.floor(wished[0] / step + 1e-9) * step;
  const high = isShare ? Math.ceil(wished[1] / step - 1e-9) * step : wished[1];
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const count = Math.floor((high - low) / step + 1e-9) + 1;
  return { y: /** @type {const} */ ([low, high]), ticks: Array.from({ length: count }, (_, at) => ({
    value: low + at * step, text: (low + at * step).toFixed(decimals) })) };
}

/** An axis on which each halving has the same height. @param {number[]} values */
function halvings(values) {
  const powers = values.map(Math.log2);
  const [low, high] = [Math.min(-4, ...powers), Math.max(2, ...powers)];
  const ticks = [low, high].map((value) => ({ value, text: value < 0 ? `1/${2 ** -value}` : String(2 ** value) }));
  return { y: /** @type {const} */ ([low, high + 0.5]), ticks };
}

/** @param {number} rough */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((one) => one * power >= rough - 1e-12) ?? 10) * power;
}

/** The next round number of two digits. @param {number} value */
function roundUp(value) {
  const step = niceStep(value / 10);
  return Number((Math.ceil(value / step - 1e-9) * step).toPrecision(6));
}

/** The ticks of the iterations. @param {Chart} chart @returns {Tick[]} */
export function iterationTicks({ x: [, last], isPhone }) {
  const step = Math.max(1, niceStep(last / (isPhone ? 4 : 6)));
  const count = Math.floor(last / step) + 1;
  return Array.from({ length: count }, (_, at) => ({ value: at * step, text: String(at * step) }));
}
