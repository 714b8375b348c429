// The series that reports of a run have, as the charts of the page name them, and the panels that they stand in. Pure.

import { measureName } from '../../../../../lib/format.js';

/** @typedef {import('../../../../../core/protocol.js').StepReport} StepReport */
/** @typedef {'shares' | 'objective' | 'sigma' | 'cost' | 'repeats'} PanelKey */
/**
 * `of`: its value in a report. `each`: that of its iteration alone, where `of` is the lowest one so far. `isMeasure`:
 * it says how good the model is.
 * @typedef {{ panel: PanelKey, name: string, kind: string, isMeasure?: boolean,
 *   of: (report: StepReport) => number | null, each?: (report: StepReport) => number | null }} Series
 */

const DATA = /** @type {const} */ ({ train: 'training', valid: 'validation', test: 'test' });

/** The first measure of a part of the data. @param {keyof typeof DATA} part @returns {Series} */
const first = (part) => ({ panel: 'shares', name: DATA[part], kind: DATA[part], isMeasure: true,
  of: (report) => report[part][0]?.value ?? null });

/** A further measure, of test data where there are any. @param {PanelKey} panel @returns {Series} */
const further = (panel) => ({ panel, name: 'test', kind: 'test', isMeasure: true,
  of: (report) => furtherOf(report, panel)?.value ?? null });

/** @param {StepReport} report @param {string} start of its name */
const furtherOf = ({ test, train }, start) =>
  (test.length ? test : train).find(({ measure }) => measure.startsWith(start));

/** A figure of a report by its name. @param {StepReport} report @param {string} name @returns {number | null} */
const figureOf = (report, name) => Reflect.get(report, name) ?? null;

/** @type {Readonly<Record<string, Series>>} */
const ALL = {
  training: first('train'),
  validation: first('valid'),
  test: first('test'),
  smoothed: { panel: 'shares', name: 'smoothed', kind: 'first',
    of: ({ mean_loss: loss }) => (typeof loss === 'number' ? 1 - loss : null) },
  objective: { panel: 'objective', name: 'objective', kind: 'first',
    of: (report) => figureOf(report, 'best_primal') ?? figureOf(report, 'objective'),
    each: (report) => figureOf(report, 'primal') },
  bound: { panel: 'objective', name: 'floor', kind: 'first bound', of: (report) => figureOf(report, 'dual') },
  loss: { panel: 'shares', name: 'loss', kind: 'loss', of: (report) => figureOf(report, 'mean_loss') },
  pairs: { panel: 'shares', name: 'pair error', kind: 'second', of: (report) => figureOf(report, 'pair_error') },
  sigma: { panel: 'sigma', name: 'σ', kind: 'loss', of: (report) => figureOf(report, 'smoothing') },
  cost: further('cost'),
  repeats: further('repeats'),
};

/** Whether rounds add stumps. Their objective is a mean over pairs, as the pair error is. @param {StepReport} report */
export const isBoosting = (report) => figureOf(report, 'alpha') !== null;

/**
 * The series that a step names, with their parts.
 * @param {readonly string[]} show @param {StepReport} report any of the run
 * @returns {(Series & { part: string })[]}
 */
export function seriesOf(show, report) {
  const parts = show.map((part) => part.replace(/\?$/, '')).filter((part) => part in ALL);
  return parts.map((part) => {
    const series = { ...ALL[part], part };
    if (part === 'objective' && isBoosting(report)) series.panel = 'shares';
    if (part === 'training' && parts.includes('smoothed')) series.name = 'true';
    return series;
  });
}

/** @param {PanelKey} panel @param {readonly Series[]} series @param {StepReport} report any of the run */
export function titleOf(panel, series, report) {
  if (panel === 'objective') return figureOf(report, 'best_primal') === null ? 'objective' : 'objective, lowest so far';
  if (panel === 'sigma') return 'smoothing σ';
  if (panel === 'cost') return 'cost above the cheapest list';
  if (panel !== 'shares') return measureName(furtherOf(report, panel)?.measure ?? panel);
  if (series.some(({ isMeasure }) => isMeasure)) return measureName(report.train[0]?.measure ?? '');
  return series.some(({ name }) => name === 'objective') ? 'mean of all pairs' : 'share of all pairs';
}
