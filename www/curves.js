// Which curves the three charts show, and their numbers. Pure: a chart, its legend and its table read the same lists.

import { measureName, percent, plural, significant } from './format.js';

/** @typedef {import('./reducer.js').Run} Run */
/** @typedef {import('./protocol.js').StepReport} StepReport */

/**
 * `color` is a CSS variable; `drawn` is false for figures that only the legend and the table tell; `anew` is true
 * for lines that start anew with every round. A curve of a kept run brings its own `reports`, and its `place` among those laid over.
 * @typedef {{ key: string, label: string, color: string, dash: number[], width: number, drawn: boolean, anew?: boolean,
 *   reports?: StepReport[], place?: number,
 *   of: (report: StepReport) => number | null, text: (value: number | null) => string }} Curve
 */

/** @typedef {{ name: string, about: string, curves: Curve[], band: [number, number] | null,
 *   lowest?: (run: Run) => number | undefined }} Chart */

const SOLID = /** @type {number[]} */ ([]);
const DASHED = [6, 4];
const DOTTED = [2, 3];
/** @param {number | null} value */
const number = (value) => significant(value, 4);

/**
 * @param {string} key
 * @param {string} label
 * @param {number[]} dash
 * @param {Curve['of']} of
 * @returns {Curve}
 */
const curve = (key, label, dash, of) => ({ key, label, color: `--series-${key}`, dash, width: 2, drawn: true, of, text: number });

/** @type {Chart} */
const OBJECTIVE = {
  name: 'Objective', about: '½‖w‖² + C · mean ξ',
  curves: [
    curve('primal', 'primal, best', SOLID, (report) => report.best_primal),
    { ...curve('dual', 'dual', DASHED, (report) => report.dual), anew: true },
    { ...curve('gap', 'gap', SOLID, (report) => report.gap), drawn: false, text: percent },
  ],
  band: [0, 1],
  // The objective is never below 0, so a lower bound below 0 says nothing and would only press the rest together.
  lowest: (run) => (run.reports.some((report) => report && report.dual < 0) ? 0 : undefined),
};

/**
 * @param {Run | null} run
 * @param {string} measure the measure that is chosen, for the time before the first report; empty where the method brings its own
 * @param {(method: string) => string} labelOf a component as people write it
 * @returns {Chart[]}
 */
export function charts(run, measure, labelOf) {
  const queries = run?.overview?.queries_used;
  const first = run?.overview?.measures[0] ?? measure;
  const last = run?.reports[run.reports.length - 1];
  /** @param {'train' | 'valid' | 'test'} part @returns {Curve['of']} */
  const part = (part) => (report) => report[part][0]?.value ?? null;
  return [
    OBJECTIVE,
    {
      name: 'Slack and loss', about: queries ? `mean of ${plural(queries, 'query', 'queries')}` : 'mean of the queries',
      curves: [curve('slack', 'slack ξ', SOLID, (report) => report.mean_slack), curve('loss', 'loss Δ', DASHED, (report) => report.mean_loss),
        ...(run?.overview?.components ?? []).map((name, at) => ({ ...curve(`component-${at}`, `ξ ${labelOf(name)}`, SOLID, (report) => report.component_slacks[at] ?? null), drawn: false }))],
      band: null,
    },
    {
      name: measureName(last?.train[0]?.measure ?? first) || 'Measure', about: 'expected over ties',
      curves: [
        curve('train', 'train', SOLID, part('train')),
        ...(last?.valid.length ? [curve('valid', 'validation', DASHED, part('valid'))] : []),
        ...(last?.test.length ? [curve('test', 'test', DOTTED, part('test'))] : []),
      ],
      band: null,
    },
  ];
}

/**
 * Iterations at which a new round began.
 * @param {Run} run
 */
export function rounds(run) {
  /** @type {number[]} */
  const marks = [];
  let last = run.reports.find(Boolean)?.round;
  for (const report of run.reports) {
    if (report && report.round !== last) {
      marks.push(report.iteration);
      last = report.round;
    }
  }
  return marks;
}

/**
 * What is drawn of a curve: a line that starts anew has a gap where a round begins.
 * @param {Curve} curve
 * @param {Run} run
 */
export function drawnValues({ of, anew, reports }, run) {
  const gaps = anew ? new Set(rounds(run)) : null;
  return Array.from(reports ?? run.reports, (report, at) => {
    const value = report && !gaps?.has(at) ? of(report) : null;
    return value !== null && Number.isFinite(value) ? value : undefined;
  });
}

/**
 * The value of a curve at an iteration; null where it has none.
 * @param {Curve} curve
 * @param {Run | null} run the run of the curves that are not of a kept one
 * @param {number} iteration
 */
export function valueAt({ of, reports }, run, iteration) {
  const report = (reports ?? run?.reports)?.[iteration];
  return report ? of(report) : null;
}

/** The last iteration that any curve of a chart has. @param {Chart} chart @param {Run | null} run */
export function lastOf({ curves }, run) {
  return Math.max(0, ...curves.map(({ reports }) => (reports ?? run?.reports ?? []).length - 1));
}
