// The curves of the charts, and their numbers, as the catalogue declares them for a method. Pure: a chart, its labels
// and its table read the same lists.

import { markedIteration } from '../training/run-end.js';
import { roundStarts } from '../training/run-state.js';
import { isUnit } from './result.js';
import { addend, measureName, percent, plural, shortFigure, significant } from '../../../lib/format.js';

/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */

/**
 * `key` is unique among the curves of all charts, because it names the stored values. `color` is a CSS variable;
 * `drawn` is false for figures that only the labels and the table show; `anew` is true for lines that start anew with
 * every round. A curve of a kept run brings its own `reports`, and its `place` among those laid over.
 * @typedef {{ key: string, label: string, color: string, dash: number[], width: number, drawn: boolean, anew?: boolean,
 *   reports?: readonly StepReport[], place?: number,
 *   of: (report: StepReport) => number | null, text: (value: number | null) => string }} Curve
 */

/**
 * `band`: two curves with the area between them shaded. `scales`: whether a logarithmic axis is offered. `lowest`:
 * values below it do not widen the axis. `start`: where the axis starts. `exits`: deepest points of
 * a curve, by its key, that may lie below the plot.
 * `notes`: texts that explain the picture, with their wished places as shares of the plot.
 * @typedef {object} Chart
 * @property {string} name
 * @property {string} about
 * @property {Curve[]} curves
 * @property {[number, number] | null} band
 * @property {boolean} scales
 * @property {(run: Run, logarithmic: boolean, own: Series[]) => number | undefined} [lowest] `own`: without kept runs
 * @property {(lowest: number) => number | undefined} [start] where the lowest of all values drawn is known
 * @property {(run: Run) => Exit[]} [exits]
 * @property {(run: Run) => { texts: string[], wished: [number, number] }[]} [notes]
 */

const SOLID = /** @type {number[]} */ ([]);
const DASHED = [6, 4];
const DOTTED = [2, 3];

/**
 * @param {string} key
 * @param {string} label
 * @param {number[]} dash
 * @param {Curve['of']} of
 * @returns {Curve}
 */
const curve = (key, label, dash, of) =>
  ({ key, label, color: `--series-${key}`, dash, width: 2, drawn: true, of, text: shortFigure });

/** The meaning of the ticks, in two wordings: the second is for narrow plots. */
const REALIGNED = ['tick: y* realigned,\ndual starts again', 'tick: y*\nrealigned,\ndual restarts'];

/**
 * A figure of a report by its name in the catalogue; null where the report has none.
 * @param {StepReport} report
 * @param {string} figure
 * @returns {number | null}
 */
function figureOf(report, figure) {
  const { best_objective: best, gap } = report;
  if (figure !== 'lower_bound') return Reflect.get(report, figure) ?? null;
  return typeof best === 'number' && typeof gap === 'number' ? best - gap * Math.abs(best) : null;
}

/** How a kind of quantity is drawn. */
const DASHES = { primal: SOLID, dual: DASHED, gap: SOLID, slack: SOLID, loss: DASHED };

/**
 * @param {import('../../../wasm/rankscope.js').CurveChoice} declared
 * @returns {Curve}
 */
function curveOf({ figure, label, role }) {
  const drawnCurve = { ...curve(figure, label, DASHES[role], (report) => figureOf(report, figure)),
    color: `--series-${role}` };
  if (figure === 'dual') return { ...drawnCurve, anew: true };
  return role !== 'gap' ? drawnCurve : { ...drawnCurve, drawn: false, text: figure === 'gap' ? percent : shortFigure };
}

/**
 * The range follows the upper bound: a lower bound far below it says nothing and would only press the rest together.
 * @param {boolean} logarithmic
 * @param {Series} upper
 * @param {number} least the lowest value of the lower bound
 */
function floorOf(logarithmic, { lowest: low, highest: high }, least) {
  const isFar = high > low && least < low - (high - low);
  if (!isFar) return undefined;
  return logarithmic && low > 0 ? low * (low / high) ** 0.75 : Math.max(0, low - 0.75 * (high - low));
}

/** @type {Partial<Chart>} */
const TWO_BOUNDS = {
  band: [0, 1],
  lowest: (_run, logarithmic, [upper, lower]) => floorOf(logarithmic, upper, lower.lowest),
};

/**
 * What the chart of two bounds that start anew in rounds has beside its curves.
 * @type {Partial<Chart>}
 */
const IN_ROUNDS = {
  band: [0, 1],
  lowest: (run, logarithmic, [upper]) => floorOf(logarithmic, upper, lowestDual(run)),
  exits: deepestDuals,
  notes: (run) => (roundStarts(run).length
    ? [{ texts: REALIGNED, wished: [0.98, 0.06] }]
    : []),
};

const MOST_EXITS = 12;

/** @typedef {{ curve: string, iteration: number, value: number }} Exit */

/** The lowest dual of all iterations. @param {Run} run */
function lowestDual({ reports }) {
  return reports.reduce((lowest, report) => Math.min(lowest, report?.dual ?? Infinity), Infinity);
}

/**
 * The lowest dual of every later round, the deepest first. The first round begins at 0; its dual does not leave the
 * plot.
 * @param {Run} run
 */
function deepestDuals({ reports }) {
  const first = reports[0]?.round;
  /** @type {Map<number, Exit>} */
  const lowest = new Map();
  reports.forEach((report, iteration) => {
    const { round, dual: value } = report ?? {};
    if (round === undefined || round === first || value === undefined || !Number.isFinite(value)) return;
    const known = lowest.get(round);
    if (!known || value < known.value) lowest.set(round, { curve: 'dual', iteration, value });
  });
  return [...lowest.values()].sort((one, other) => one.value - other.value).slice(0, MOST_EXITS);
}

/**
 * @param {Run | null} run
 * @param {string} measure the measure that is chosen, for the time before the first report; empty where the method
 *   brings its own
 * @param {import('../../../wasm/rankscope.js').ChartChoice[]} declared the method's charts beside that of the measure
 * @param {(method: string) => string} labelOf a component as people write it
 * @returns {Chart[]}
 */
export function charts(run, measure, declared, labelOf) {
  const first = run?.overview?.measures[0] ?? measure;
  const last = run?.reports.at(-1);
  const key = last?.train[0]?.measure ?? first;
  /** @param {'train' | 'valid' | 'test'} part @returns {Curve['of']} */
  const part = (part) => (report) => report[part][0]?.value ?? null;
  return [
    ...declared.map((chart) => chartOf(chart, run, labelOf)),
    {
      name: measureName(key) || 'Measure', about: 'expected over ties',
      curves: [
        curve('train', 'train', SOLID, part('train')),
        ...(last?.valid.length ? [curve('valid', 'validation', DASHED, part('valid'))] : []),
        ...(last?.test.length ? [curve('test', 'test', DOTTED, part('test'))] : []),
        ...others(last),
      ],
      band: null, scales: false,
      // A measure starts near its lowest value, so the gain is the picture.
      start: (lowest) => (isUnit(key) ? Math.floor(20 * lowest) / 20 : undefined),
      // All scores are equal before the first step, so the curve starts at the value of a random order.
      notes: (ofRun) => (ofRun.reports.at(0)?.norm === 0
        ? [{ texts: ['w = 0: ties by chance', 'w = 0'], wished: /** @type {[number, number]} */ ([0.3, 0.94]) }] : []),
    },
  ];
}

/**
 * The further measures of a run, of the test queries where there are any. Their curves would need axes of their own.
 * @param {StepReport | undefined} last
 * @returns {Curve[]}
 */
function others(last) {
  const part = last?.test.length ? 'test' : 'train';
  return (last?.[part] ?? []).slice(1).map(({ measure }, at) => ({
    ...curve(part, measureName(measure), SOLID, (report) => report[part][at + 1]?.value ?? null),
    key: `measure-${at}`, drawn: false }));
}

/**
 * @param {import('../../../wasm/rankscope.js').ChartChoice} declared
 * @param {Run | null} run
 * @param {(method: string) => string} labelOf
 * @returns {Chart}
 */
function chartOf({ name, about, curves }, run, labelOf) {
  const queries = run?.overview?.queries_used;
  const components = curves.some(({ figure }) => figure === 'mean_slack') ? run?.overview?.components ?? [] : [];
  // A figure that neither the first nor the last step has is not one of this method.
  const ends = [run?.reports.at(1), run?.reports.at(-1)].filter((report) => report !== undefined);
  const isThere = (/** @type {Curve} */ { of }) => ends.length === 0 || ends.some((report) => of(report) !== null);
  const present = curves.map(curveOf).filter(isThere);
  const isInRounds = curves.some(({ figure }) => figure === 'dual');
  return {
    name, about: queries && about === 'mean of the queries' ? `mean of ${plural(queries, 'query', 'queries')}` : about,
    curves: [...present, ...componentLabels(components, labelOf).map((label, at) => ({
      ...curve(`component-${at}`, `ξ ${label}`, SOLID,
        (report) => report.component_slacks?.[at] ?? null),
      drawn: false, text: addend }))],
    band: null, scales: true,
    ...(isInRounds ? IN_ROUNDS : present.some(({ key }) => key === 'lower_bound') ? TWO_BOUNDS : {}),
  };
}

/**
 * The labels of components, without what stands in brackets where they can be told apart without it.
 * @param {string[]} components
 * @param {(method: string) => string} labelOf
 */
function componentLabels(components, labelOf) {
  const labels = components.map((component) => labelOf(component).replace(/^SVM-/, ''));
  const short = labels.map((label) => label.replace(/ \(.*\)/, ''));
  return labels.map((label, at) => (short.filter((other) => other === short[at]).length > 1 ? label : short[at]));
}

/**
 * The values of a line by iteration, NaN in the gaps, and their range.
 * @typedef {{ values: Float64Array, lowest: number, highest: number }} Series
 */

/**
 * A series with room behind its values. `round`: of the last report.
 * @typedef {Series & { length: number, round?: number }} GrowingSeries
 */

/**
 * The series drawn so far, by the first report of their run and the key of their curve. A run only gets longer, so a
 * drawing reads its new reports alone: reading 2,000 reports again for seven curves takes a millisecond.
 * @type {WeakMap<StepReport, Map<string, GrowingSeries>>}
 */
const growing = new WeakMap();

/**
 * Returns the drawn values of a curve. A line that starts anew has a gap where a round begins.
 * @param {Curve} curve
 * @param {Run} run
 * @returns {Series}
 */
export function seriesOf(curve, run) {
  const reports = curve.reports ?? run.reports;
  const [first] = reports;
  const ofRun = growing.get(first) ?? new Map();
  if (first) growing.set(first, ofRun);
  const key = `${curve.key} ${curve.anew}`;
  let series = ofRun.get(key);
  if (!series || series.length > reports.length) {
    series = { values: new Float64Array(), lowest: Infinity, highest: -Infinity, length: 0 };
    ofRun.set(key, series);
  }
  append(series, curve, reports);
  return { ...series, values: series.values.subarray(0, series.length) };
}

/**
 * Appends the values of the reports behind the end of a series.
 * @param {GrowingSeries} series @param {Curve} curve @param {readonly StepReport[]} reports
 */
function append(series, { of, anew }, reports) {
  if (series.values.length < reports.length) {
    const { values } = series;
    series.values = new Float64Array(reports.length + (reports.length >> 3)).fill(NaN);
    series.values.set(values);
  }
  for (; series.length < reports.length; series.length += 1) {
    const report = reports[series.length];
    if (!report) continue;
    const begins = series.round !== undefined && report.round !== series.round;
    series.round = report.round ?? series.round;
    const value = anew && begins ? null : of(report);
    if (value === null || !Number.isFinite(value)) continue;
    series.values[series.length] = value;
    series.lowest = Math.min(series.lowest, value);
    series.highest = Math.max(series.highest, value);
  }
}

/**
 * The value of a curve at an iteration; null where it has none.
 * @param {Curve} curve
 * @param {Run | null} run the run of the curves that are not of a kept one
 * @param {number} iteration
 */
export function valueAt({ of, reports }, run, iteration) {
  const report = (reports ?? run?.reports)?.at(iteration);
  return report ? of(report) : null;
}

/** The last iteration that any curve of a chart has. @param {Chart} chart @param {Run | null} run */
export function lastOf({ curves }, run) {
  return Math.max(0, ...curves.map(({ reports }) => (reports ?? run?.reports ?? []).length - 1));
}

/**
 * Returns what the core draws of a chart, without size and font. `columns` are the values of each line.
 * @param {Chart} chart
 * @param {Run} run
 * @param {boolean} logarithmic whether the value axis is
 * @param {(variable: string) => string} colour the value of a CSS variable as #rrggbb
 */
export function plotOf(chart, run, logarithmic, colour) {
  // Curves laid over lie behind the run's own.
  const drawn = chart.curves.filter((curve) => curve.drawn);
  const [behind, own] = [drawn.filter(({ reports }) => reports), drawn.filter(({ reports }) => !reports)];
  const lines = [...behind, ...own];
  const columns = lines.map((curve) => seriesOf(curve, run));
  const lowest = Math.min(...columns.map((column) => column.lowest));
  return {
    lines, columns,
    styles: lines.map((curve) => ({ color: colour(curve.color), dash: curve.dash, width: curve.width })),
    x_maximum: Math.max(1, lastOf(chart, run)),
    y_minimum: Number.isFinite(lowest) ? chart.start?.(lowest) : undefined,
    band: chart.band
      ? /** @type {[number, number]} */ ([chart.band[0] + behind.length, chart.band[1] + behind.length]) : undefined,
    y_floor: chart.lowest?.(run, logarithmic, columns.slice(behind.length)), logarithmic, marks: [...roundStarts(run)],
    ring: markedIteration(run) ?? undefined,
    exits: (chart.exits?.(run) ?? []).map(({ curve, iteration, value }) =>
      ({ iteration, value, text: `dual ${significant(value)}`,
        series: Math.max(0, lines.findIndex(({ key }) => key === curve)) })),
    notes: chart.notes?.(run) ?? [],
  };
}
