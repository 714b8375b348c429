// The lines of the picture: what is known of each series of each run. Pure.

import { presenceOf } from '../shown-parts.js';
import { seriesOf } from './series.js';

/** @typedef {import('./series.js').Series} Series */
/** @typedef {import('./runs.js').Runs} Runs */
/** @typedef {import('../../stage/picture.js').Scene} Scene */
/**
 * A line. `values`: by iteration; `each`: of each iteration alone, where `values` are the lowest so far. `known`: the
 * last iteration that may be seen before the answer. `mark`: the iteration whose value stands at its end: that of the
 * lowest objective. `isEarlier`: of an earlier run. `isAsked`: the question
 * is about it. `against`: the line whose end it is held against. `starts`: the iterations at which it starts anew.
 * `run`: which earlier run.
 * @typedef {{ part: string, panel: import('./series.js').PanelKey, name: string, kind: string, values: number[],
 *   each: number[], known: number, mark: number, isEarlier: boolean, run?: string, isAsked: boolean, against?: string,
 *   starts: number[] }} Line
 */

/**
 * @param {Scene} scene @param {Runs} runs
 * @returns {Line[]} the lines of the step's run first
 */
export function linesOf(scene, { main, start, before, first }) {
  const present = main ?? start ?? before;
  if (!present) return [];
  const all = seriesOf(scene.show, present.reports[0]);
  const known = Number(scene.step.state?.iteration ?? 0);
  const called = scene.step.curves ?? {};
  const own = all.flatMap((series) => {
    const isAsked = scene.show.includes(`${series.part}?`);
    const isOpen = presenceOf(scene, series.part) === 'shown';
    const hasEarlier = Boolean(before ?? first);
    if (!main && (hasEarlier || !start)) return [];
    const reports = main ? main.reports : present.reports.slice(0, 1);
    const line = lineOf(series, { ...present, reports });
    return [{ ...line, name: called.own ? nameOf(all, series, called.own) : line.name, isAsked,
      known: main && !isAsked ? line.values.length - 1 : Math.min(known, reports.length - 1),
      mark: isOpen || !isAsked ? line.mark : Math.min(known, reports.length - 1) }];
  });
  const runs = [{ run: before, name: called.before ?? 'before' }, { run: first, name: called.first ?? 'at first' }];
  const earlier = runs.flatMap(({ run, name }) => (run ? all.map((series) => ({ ...lineOf(series, run), isEarlier: true,
    run: name, name: nameOf(all, series, name),
    // Beside each other, earlier curves keep the colours of what they show.
    kind: `earlier ${isAlone(all, series) ? 'grey' : series.kind}` })) : []));
  return [...own, ...earlier].filter(({ values }) => values.some(Number.isFinite));
}

/**
 * The level of a rule after the sort in each panel. @param {Scene} scene
 * @param {import('./rule-levels.js').Levels} levels @param {readonly Line[]} lines the others @returns {Line[]}
 */
export function ruleLines(scene, levels, lines) {
  const isAsked = scene.show.includes('rule?');
  const length = Math.max(1, ...lines.map(({ values }) => values.length));
  return /** @type {const} */ (['shares', 'cost']).map((panel) => ({ part: 'rule', panel, name: 'the rule',
    kind: 'rule', values: new Array(length).fill(levels[panel]), each: [],
    known: isAsked ? -1 : length - 1, mark: length - 1, isEarlier: false, isAsked, starts: [] }));
}

/** Whether no other series stands in its panel. @param {readonly Series[]} all @param {Series} series */
const isAlone = (all, series) => all.every((other) => other === series || other.panel !== series.panel);

/** The name of a line. @param {readonly Series[]} all @param {Series} series @param {string} run its name */
const nameOf = (all, series, run) =>
  (isAlone(all, series) ? run : `${run}, ${series.name.replace('training', 'train')}`);

/**
 * @param {Series & { part: string }} series
 * @param {Pick<import('../../expressions.js').LessonSnapshot, 'reports' | 'stop'>} run @returns {Line}
 */
function lineOf(series, { reports, stop }) {
  const values = reports.map((report) => series.of(report) ?? Number.NaN);
  const { each: alone } = series;
  const each = alone ? reports.map((report) => alone(report) ?? Number.NaN) : [];
  const last = values.length - 1;
  const best = series.isMeasure ? Math.min(last, stop?.best_iteration ?? last) : last;
  const rounds = reports.map((report) => Reflect.get(report, 'round'));
  const isAnew = (/** @type {unknown} */ round, /** @type {number} */ at) => at > 0 && round !== rounds[at - 1];
  const starts = series.part === 'bound' ? rounds.flatMap((round, at) => (isAnew(round, at) ? [at] : [])) : [];
  return { part: series.part, panel: series.panel, name: series.name, kind: series.kind,
    values, each, known: last, mark: best, isEarlier: false, isAsked: false, starts };
}

/** The value of a line at an iteration; a run that has ended keeps its last. @param {Line} line @param {number} at */
export const valueAt = ({ values }, at) => values[Math.min(at, values.length - 1)];
