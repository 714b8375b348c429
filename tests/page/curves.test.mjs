// The curves of a run as lists of numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charts, drawnValues } from '../../www/curves.js';

const reports = [{ iteration: 0, round: 0, dual: 0 }, { iteration: 1, round: 0, dual: 2 }, { iteration: 2, round: 1, dual: 0 }, { iteration: 3, round: 1, dual: 3 }]
  .map((report) => ({ ...report, component_slacks: [0.5, 0.25], train: [{ measure: 'ap', value: 0.5 }], valid: [], test: [] }));
const run = /** @type {import('../../www/reducer.js').Run} */ (/** @type {unknown} */ ({ reports, overview: { queries_used: 3, measures: ['ap'], components: ['svm-map', 'svm-mrr'] } }));

test('the dual has a gap where another round begins', () => {
  const dual = charts(run, '', String)[0].curves.find(({ key }) => key === 'dual');
  assert.deepEqual(dual && drawnValues(dual, run), [0, 2, undefined, 3]);
});
test('components have a figure each', () => {
  const [, slack, measure] = charts(run, 'ndcg@10', (name) => name.toUpperCase());
  assert.deepEqual(slack.curves.slice(2).map(({ label, of }) => [label, of(run.reports[3])]), [['ξ SVM-MAP', 0.5], ['ξ SVM-MRR', 0.25]]);
  assert.equal(measure.name, 'AP');
});
test('before the first report a method without a measure to choose has a chart too', () => {
  assert.equal(charts(null, '', String)[2].name, 'Measure');
});
