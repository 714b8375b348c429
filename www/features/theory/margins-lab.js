// The laboratory of margins: the two terms of the margin bound along γ.

import { count, fixed } from '../../lib/format.js';
import { drawCurves, follow, roundTicks, valueAt } from '../../pictures/lab-curves.js';
import { GAMMA, marginCurveOf, marginCurves, pointsOf } from '../../pictures/lab-series.js';
import { choiceOf, dataLab, featureOf } from './data-lab.js';
import { handle } from './lab-handle.js';
import { GENERATORS, SCALINGS, SCORERS } from './lab-values.js';

/** @typedef {Extract<import('./lab-view.js').LabResult, { lab: 'margins' }>} Margins */
/** @typedef {import('./lab-view.js').Values} Values */

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  const gamma = handle('γ', [0, 1, 0.02], (value) => change({ gamma: String(value) }));
  return dataLab({ name: 'margins', title: 'Margins',
    idea: 'A good document fails at margin γ by the bads that are within γ of it or above. A larger γ makes the error '
      + 'on the data greater and the second term smaller. Their sum bounds the true error, if it is below 1 at all.',
    choices: [choiceOf('scorer', 'Scorer', SCORERS, change), featureOf('feature', 'Feature', change),
      choiceOf('generator', 'Weights of bads', GENERATORS, change), choiceOf('scale', 'Scaling', SCALINGS, change)],
    handles: [{ element: gamma.element,
      update: (values) => gamma.update(Number(values.gamma), fixed(Number(values.gamma), 2)) }],
    words: wordsOf, draw,
    more: 'w has norm 1. The second term is sqrt((d ln(1 + 4Z/γ) + ln(K/δ))/2m) with d features, m queries, the '
      + 'largest distance Z of a good and a bad document, and δ = 0.05. δ is divided by the K values of γ, because γ '
      + 'is chosen by eye. At γ = 0 the first term counts all bads that tie with the good document.',
    follow: (svg, layout) => follow(svg, layout, GAMMA,
      (value) => change({ gamma: String(Math.round(value * 50) / 50) })) });
}

/** @param {Margins} result @param {Values} values */
function wordsOf(result, values) {
  const curve = marginCurveOf(result, values.generator);
  const gamma = Number(values.gamma);
  const [first, second] = [curve.first, result.second_chosen]
    .map((up) => valueAt(pointsOf(result.gammas, up), gamma));
  const here = second === null ? `At γ = 0 the error is ${fixed(first, 3)} and the second term infinite.`
    : `At γ = ${fixed(gamma, 2)}: ${fixed(first, 3)} + ${fixed(second, 3)} = ${fixed((first ?? 0) + second, 3)}.`;
  const least = typeof curve.best_sum === 'number' && typeof curve.best_gamma === 'number'
    ? ` The least sum is ${fixed(curve.best_sum, 3)}, at γ = ${fixed(curve.best_gamma, 2)}, with `
      + `${count(result.queries)} queries.` : '';
  const needed = typeof curve.queries_needed === 'number'
    ? ` It is at most 1 from ${count(curve.queries_needed)} queries on, if the error stays what it is.`
    : ' No number of queries would make it 1.';
  return here + least + needed;
}

/** @param {import('../../pictures/lab-curves.js').CurvesLayout} layout @param {Margins} result
 * @param {Values} values */
function draw(layout, result, values) {
  const curve = marginCurveOf(result, values.generator);
  const most = Math.max(1.6, Math.min(4, 1.15 * (curve.best_sum ?? 2)));
  return drawCurves(layout, { x: { ...GAMMA, text: (value) => fixed(value, 1) }, at: Number(values.gamma),
    y: { least: 0, most, ticks: roundTicks(0, most), label: 'error', text: (value) => fixed(value, 1) },
    levels: [{ y: 1, name: 'says nothing above 1' }],
    curves: Object.values(marginCurves(result, curve, layout.isPhone)) });
}
