// The curves of a run as lists of numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charts, plotOf, seriesOf } from '../../../../www/features/run/charts/curves.js';
import { PLANES } from '../../support/charts.mjs';

const reports = [{ iteration: 0, round: 0, dual: 0 }, { iteration: 1, round: 0, dual: 2 }, { iteration: 2, round: 1, dual: 0 }, { iteration: 3, round: 1, dual: 3 }]
  .map((report) => ({ ...report, mean_slack: 1, mean_loss: 1, component_slacks: [0.5, 0.25], train: [{ measure: 'ap', value: 0.5 }], valid: [], test: [] }));
const run = /** @type {import('../../../../www/features/run/training/run-state.js').Run} */ (/** @type {unknown} */ ({ reports, overview: { queries_used: 3, measures: ['ap'], components: ['svm-map', 'svm-mrr'] } }));

test('the dual has a gap where a round begins', () => {
  const dual = charts(run, '', PLANES, String)[0].curves.find(({ key }) => key === 'dual');
  assert.deepEqual(dual && [...seriesOf(dual, run).values], [0, 2, NaN, 3]);
});
test('each component has a figure', () => {
  const [, slack, measure] = charts(run, 'ndcg@10', PLANES, (name) => name.toUpperCase());
  assert.deepEqual(slack.curves.filter(({ key }) => key.startsWith('component')).map(({ label, of }) => [label, of(/** @type {any} */ (reports[3]))]), [['ξ MAP', 0.5], ['ξ MRR', 0.25]]);
  assert.equal(measure.name, 'AP');
});
test('a component is named with its options in brackets only where the name needs them', () => {
  const names = (/** @type {string[]} */ ...labels) => charts(/** @type {any} */ ({ ...run, overview: { ...run.overview, components: labels } }), '', PLANES, String)[1].curves
    .filter(({ key }) => key.startsWith('component')).map(({ label }) => label);
  assert.deepEqual(names('SVM-NDCG@5 (flat top two)', 'SVM-NDCG@2 (flat top two)', 'SVM-MRR (ψ_po)'), ['ξ NDCG@5', 'ξ NDCG@2', 'ξ MRR']);
  assert.deepEqual(names('SVM-NDCG@5 (flat top two)', 'SVM-NDCG@5'), ['ξ NDCG@5 (flat top two)', 'ξ NDCG@5']);
});
test('no two curves share a key, which names their stored values', () => {
  const keys = charts(run, 'ndcg@10', PLANES, String).flatMap(({ curves }) => curves.map(({ key }) => key));
  assert.deepEqual(keys, [...new Set(keys)]);
});
test('before the first report a method without a measure to choose has a chart too', () => {
  assert.equal(charts(null, '', PLANES, String)[2].name, 'Measure');
});

/** @param {number[]} primal @param {number[]} dual @param {number[]} round @returns {any} */
const trained = (primal, dual, round) => ({ overview: null, reports: primal.map((best_primal, iteration) => ({
  iteration, best_primal, dual: dual[iteration], round: round[iteration], norm: iteration, train: [{ measure: 'ndcg@10', value: 0.217 + 0.1 * iteration }], valid: [], test: [],
  component_slacks: [], mean_slack: 1, mean_loss: 1, gap: 1 })) });

test('the range follows the primal, and each later round that falls below it is an exit', () => {
  const run = trained([10, 9, 8, 7.15], [0, 6, -637, 7], [0, 0, 1, 1]);
  const plot = plotOf(charts(run, '', PLANES, String)[0], run, false, String);
  assert.ok(plot.y_floor !== undefined && Math.abs(plot.y_floor - (7.15 - 0.75 * 2.85)) < 1e-9);
  assert.deepEqual(plot.exits, [{ iteration: 2, value: -637, text: 'dual −637', series: 1 }]);
  assert.deepEqual(plot.marks, [2]);
  assert.match(plot.notes[0].texts[0], /^tick: y\* realigned/);
  const logarithmic = plotOf(charts(run, '', PLANES, String)[0], run, true, String);
  assert.ok(logarithmic.y_floor && logarithmic.y_floor > 0, 'a logarithmic axis needs a positive floor');
});

test('a measure starts near its value at w = 0, and the plot says so', () => {
  const run = trained([10, 9], [0, 6], [0, 0]);
  const plot = plotOf(charts(run, 'ndcg@10', PLANES, String)[2], run, false, String);
  assert.equal(plot.y_minimum, 0.2);
  assert.equal(plot.notes[0].texts[0], 'w = 0: ties by chance');
  assert.deepEqual(plotOf(charts(run, 'ndcg@10', PLANES, String)[0], run, false, String).notes, [], 'without a realignment nothing is explained');
});

test('a method without cutting planes has the curves of its figures, and a lower bound where a gap is proved', () => {
  /** @type {import('../../../../www/wasm/rankscope.js').ChartChoice[]} */
  const declared = [{ name: 'Objective', about: 'x', curves: [{ figure: 'objective', label: 'objective', role: 'primal' }, { figure: 'lower_bound', label: 'bound', role: 'dual' }, { figure: 'entropy', label: 'evenness', role: 'loss' }] }];
  const step = (/** @type {number} */ iteration, /** @type {number | null} */ gap) => ({ iteration, objective: 4 - iteration, best_objective: 4 - iteration, gap, train: [], valid: [], test: [] });
  const made = (/** @type {any[]} */ reports) => charts(/** @type {any} */ ({ reports, overview: null }), 'ap', declared, String);
  const proved = made([step(0, 1), step(1, 0.5)]);
  assert.equal(proved.length, 2, 'the last chart is that of the measure');
  assert.deepEqual(proved[0].curves.map(({ label, of }) => [label, of(/** @type {any} */ (step(1, 0.5)))]), [['objective', 3], ['bound', 1.5]], 'what no step has is not drawn');
  assert.deepEqual(made([step(0, null), step(1, null)])[0].curves.map(({ label }) => label), ['objective']);
});
