// The curves of the charts, and their numbers, as the catalogue declares them for a method. Pure: a chart, its labels
// and its table read the same lists.

import { accumulated } from '../../../lib/history.js';
import { markedIteration } from '../training/run-end.js';
import { roundStarts } from '../training/run-state.js';
import { isUnit } from './result.js';
import { Series } from './series.js';
import { addend, measureName, percent, plural, shortFigure, significant } from '../../../lib/format.js';

/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */

/**
 * `key` is unique among the curves of all charts, because it names the stored values. `color` is a CSS variable;
 * `drawn` is false for figures that only the labels and the table show; `anew` is true for lines that start anew with
 * every round. A curve of a kept run brings its own `reports`, and its `place` among those laid over.
 * @typedef {{ key: string, label: string, color: string, dash: number[], width: number, drawn: boolean, anew?: boolean,
 *   reports?: import('../../../lib/history.js').Results<StepReport>, place?: number,
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
 * @property {(run: Run, logarithmic: boolean) => number | undefined} [lowest]
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
  const made = { ...curve(figure, label, DASHES[role], (report) => figureOf(report, figure)),
    color: `--series-${role}` };
  if (figure === 'dual') return { ...made, anew: true };
  return role !== 'gap' ? made : { ...made, drawn: false, text: figure === 'gap' ? percent : shortFigure };
}

/**
 * The range follows the upper bound: a lower bound far below it says nothing and would only press the rest together.
 * @param {Run} run
 * @param {boolean} logarithmic
 * @param {Curve} upper
 * @param {number} least the lowest value of the lower bound
 */
function floorOf(run, logarithmic, upper, least) {
  const { lowest: low, highest: high } = seriesOf(upper, run);
  const isFar = high > low && least < low - (high - low);
  if (!isFar) return undefined;
  return logarithmic && low > 0 ? low * (low / high) ** 0.75 : Math.max(0, low - 0.75 * (high - low));
}

const BEST_PRIMAL = curveOf({ figure: 'best_primal', label: '', role: 'primal' });
const OBJECTIVE = curveOf({ figure: 'objective', label: '', role: 'primal' });
const LOWER_BOUND = curveOf({ figure: 'lower_bound', label: '', role: 'dual' });

/** @type {Partial<Chart>} */
const TWO_BOUNDS = {
  band: [0, 1],
  lowest: (run, logarithmic) => floorOf(run, logarithmic, OBJECTIVE, seriesOf(LOWER_BOUND, run).lowest),
};

/**
 * What the chart of two bounds that start anew in rounds has beside its curves.
 * @type {Partial<Chart>}
 */
const IN_ROUNDS = {
  band: [0, 1],
  lowest: (run, logarithmic) => floorOf(run, logarithmic, BEST_PRIMAL, dualsOf(run).lowest),
  exits: (run) => deepest(run),
  notes: (run) => (roundStarts(run).length
    ? [{ texts: REALIGNED, wished: [0.98, 0.06] }]
    : []),
};

const MOST_EXITS = 12;

/** @typedef {{ curve: string, iteration: number, value: number }} Exit */

/**
 * The lowest dual of all iterations, and the place of the lowest dual of every later round. The first round begins at
 * 0; its dual does not leave the plot.
 * @param {Run} run
 */
function dualsOf({ reports }) {
  return accumulated(reports, dualsOf, noDuals, addDual);
}

/** @returns {{ first: number | undefined, lowest: number, rounds: Map<number, Exit> }} */
const noDuals = () => ({ first: undefined, lowest: Infinity, rounds: new Map() });

/** @param {ReturnType<typeof noDuals>} duals @param {StepReport | undefined} report @param {number} iteration */
function addDual(duals, report, iteration) {
  if (iteration === 0) duals.first = report?.round;
  if (!report) return;
  const { round, dual: value } = report;
  if (round === undefined || value === undefined) return;
  if (value < duals.lowest) duals.lowest = value;
  if (round === duals.first || !Number.isFinite(value)) return;
  const known = duals.rounds.get(round);
  if (!known || value < known.value) duals.rounds.set(round, { curve: 'dual', iteration, value });
}

/** The lowest dual of every round, the deepest first. @param {Run} run */
function deepest(run) {
  return [...dualsOf(run).rounds.values()].sort((one, other) => one.value - other.value).slice(0, MOST_EXITS);
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
      notes: (shown) => (shown.reports.at(0)?.norm === 0
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
  const shown = curves.map(curveOf).filter(isThere);
  const isInRounds = curves.some(({ figure }) => figure === 'dual');
  return {
    name, about: queries && about === 'mean of the queries' ? `mean of ${plural(queries, 'query', 'queries')}` : about,
    curves: [...shown, ...componentLabels(components, labelOf).map((label, at) => ({
      ...curve(`component-${at}`, `ξ ${label}`, SOLID,
        (report) => report.component_slacks?.[at] ?? null),
      drawn: false, text: addend }))],
    band: null, scales: true,
    ...(isInRounds ? IN_ROUNDS : shown.some(({ key }) => key === 'lower_bound') ? TWO_BOUNDS : {}),
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
 * Returns the drawn values of a curve. A line that starts anew has a gap where a round begins.
 * @param {Curve} curve
 * @param {Run} run
 * @returns {Series}
 */
export function seriesOf({ key, of, anew, reports }, run) {
  return accumulated(reports ?? run.reports, `${key} ${anew}`, newSeries, (made, report) => {
    const begins = report && made.round !== undefined && report.round !== made.round;
    made.series.push(report && !(anew && begins) ? of(report) : null);
    made.round = report?.round ?? made.round;
  }).series;
}

/** @returns {{ series: Series, round: number | undefined }} */
const newSeries = () => ({ series: new Series(), round: undefined });

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
  const shown = chart.curves.filter((curve) => curve.drawn);
  const [behind, own] = [shown.filter(({ reports }) => reports), shown.filter(({ reports }) => !reports)];
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
    y_floor: chart.lowest?.(run, logarithmic), logarithmic, marks: [...roundStarts(run)],
    ring: markedIteration(run) ?? undefined,
    exits: (chart.exits?.(run) ?? []).map(({ curve, iteration, value }) =>
      ({ iteration, value, text: `dual ${significant(value)}`,
        series: Math.max(0, lines.findIndex(({ key }) => key === curve)) })),
    notes: chart.notes?.(run) ?? [],
  };
}
