// The numbers of an iteration in one row, and the curves of the thin chart beside them. Pure.

import { figure, fixed, measureName, percent, shortFigure } from '../../../lib/format.js';
import { seriesOf } from './curves.js';

/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */

/**
 * `term`: of the glossary. `kind`: its colour.
 * @typedef {{ name: string, term: string, value: string, kind: string }} RowFigure
 */

/**
 * @param {string} name @param {number | null | undefined} value @param {(value: number) => string} text
 * @param {string} term @param {string} [kind] @returns {RowFigure[]} none for a figure that the method does not have
 */
const part = (name, value, text, term, kind = '') =>
  (typeof value === 'number' && Number.isFinite(value) ? [{ name, term, value: text(value), kind }] : []);

const three = (/** @type {number} */ value) => fixed(value, 3);

/**
 * The numbers of a report. The two losses of the page have two names: this is that of the model's ranking.
 * @param {StepReport} report
 * @returns {RowFigure[]}
 */
export function rowFigures(report) {
  const { objective, primal, gap, mean_slack: slack, mean_loss: loss, pair_error: wrong, train, valid, test } = report;
  const price = objective ?? primal;
  const [measure] = train;
  const isHeld = valid.length + test.length > 0;
  return [
    ...part('objective', price, figure, 'objective', 'objective'),
    ...part('gap', gap, percent, 'gap'),
    ...part('slack', slack, three, 'slack', 'slack'),
    ...(typeof slack === 'number' ? part('model’s loss', loss, three, 'loss') : []),
    ...(typeof price === 'number' ? [] : part('loss', loss, shortFigure, 'loss')),
    ...part('pair error', wrong, percent, 'pair-error'),
    ...(measure ? part(`${measureName(measure.measure)}${isHeld ? ', train' : ''}`, measure.value, three, '') : []),
  ];
}

const POINTS = 240; // of a line

/**
 * The lines of a chart in a box, as paths; those of kept runs are left out. A value below the box is cut off at its
 * edge. `band`: the area between two bounds.
 * @param {Chart | undefined} chart @param {Run | null} run @param {{ width: number, height: number, room: number }} box
 *   `room`: above and below
 */
export function thinLines(chart, run, { width, height, room }) {
  const own = chart?.curves.filter(({ drawn, reports }) => drawn && !reports) ?? [];
  if (!chart || !run || run.reports.length < 2 || own.length === 0) return { lines: [], band: '' };
  const series = own.map((curve) => seriesOf(curve, run));
  const lowest = Math.min(...series.map((one) => one.lowest));
  const highest = Math.max(...series.map((one) => one.highest));
  const low = Math.max(lowest, chart.lowest?.(run, false, series) ?? lowest);
  const last = run.reports.length - 1;
  const x = (/** @type {number} */ at) => ((width * at) / last).toFixed(1);
  const y = (/** @type {number} */ value) =>
    (height - room - ((height - 2 * room) * (Math.max(low, value) - low)) / (highest - low || 1)).toFixed(1);
  const step = Math.max(1, Math.ceil(last / POINTS));
  const corners = series.map(({ values }) => Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step)
    .concat(last % step ? [last] : []).flatMap((at) => (Number.isFinite(values[at])
      ? [`${x(at)} ${y(values[at])}`] : [])));
  const lines = own.map(({ color, dash }, at) => ({ color, isDashed: dash.length > 0, path: pathOf(corners[at]) }));
  const [upper, lower] = chart.band ? corners : [];
  const band = upper?.length && lower?.length ? `${pathOf([...upper, ...lower.toReversed()])}Z` : '';
  return { lines, band };
}

/** @param {string[]} corners */
const pathOf = (corners) => (corners.length ? `M${corners.join('L')}` : '');
