// The row of numbers, and the lines of the thin chart, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charts } from '../../../../www/features/run/charts/curves.js';
import { LINEAR_CHARTS, reduceCharts } from '../../../../www/features/run/charts/charts-state.js';
import { rowFigures, thinLines } from '../../../../www/features/run/charts/row-figures.js';
import { PLANES } from '../../support/charts.mjs';

/** @param {object} figures @returns {any} */
const report = (figures) => ({ train: [{ measure: 'ndcg@10', value: 0.5 }], valid: [], test: [], ...figures });
const names = (/** @type {object} */ figures) =>
  rowFigures(report(figures)).map(({ name, value }) => `${name} ${value}`);

test('a report of cutting planes has its objective, gap, slack, loss and measure', () => {
  const figures = { primal: 3.92, gap: 0.27, mean_slack: 0.36, mean_loss: 0 };
  assert.deepEqual(names(figures), ['objective 3.920', 'gap 27 %', 'slack 0.360', 'model’s loss 0.000', 'NDCG@10 0.500']);
});

test('other methods have what their reports have, and the data are named where others are held out', () => {
  assert.deepEqual(names({ objective: 2, gap: 0.1, mean_loss: 0.7, pair_error: 0.25, test: [{}] }),
    ['objective 2.000', 'gap 10 %', 'pair error 25 %', 'NDCG@10, train 0.500']);
  assert.deepEqual(names({ mean_loss: 0.7, train: [] }), ['loss 0.700']);
  assert.deepEqual(names({ primal: Infinity, train: [] }), []);
});

test('the thin chart cuts a far lower bound off, and closes the band between the bounds', () => {
  const reports = [-900, 5, 8].map((dual, at) => report({ iteration: at, round: 0, best_primal: 10 - at, dual }));
  const run = /** @type {any} */ ({ reports, overview: null });
  const [chart] = charts(run, 'ndcg@10', PLANES, (name) => name);
  const { lines, band } = thinLines(chart, run, { width: 100, height: 40, room: 4 });
  assert.deepEqual(lines.map(({ color, isDashed }) => [color, isDashed]), [['--series-primal', false], ['--series-dual', true]]);
  assert.match(lines[0].path, /^M0\.0 4\.0L50\.0 /);
  assert.match(lines[1].path, /^M0\.0 36\.0L/, 'the far value stands on the floor of the box');
  assert.ok(band.startsWith(lines[0].path) && band.endsWith('L0.0 36.0Z'), band);
  assert.deepEqual(thinLines(chart, null, { width: 100, height: 40, room: 4 }), { lines: [], band: '' });
});

test('the choice of the reader is one of three, and leaves the axes', () => {
  const scaled = reduceCharts(LINEAR_CHARTS, { type: 'charts/scale', chart: 'Objective', logarithmic: true });
  assert.equal(scaled.folded, null);
  assert.deepEqual(reduceCharts(scaled, { type: 'charts/fold', folded: true }), { logarithmic: ['Objective'], folded: true });
});
