// The curves of a comparison over C: which one is shown, what is said of it, and where its lines break.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parts, spread, ticks } from '../../../../www/features/library/comparison/curve-drawing.js';
import { adviceOf, current } from '../../../../www/features/library/comparison/curve-part.js';

/** @typedef {import('../../../../www/wasm/rankscope.js').ComparisonCurve} ComparisonCurve */

/** @param {Partial<ComparisonCurve>} change @returns {ComparisonCurve} */
const curve = (change = {}) => ({ row: 0, column: 0, folds: 2, prefers_less: false, at_edge: false, chosen: undefined,
  points: [0.1, 1, 10].map((c) => ({ c, valid: undefined, folds: [undefined, undefined], test: undefined })), ...change });

/** @type {import('../../../../www/wasm/rankscope.js').ComparisonTable} */
const table = { measures: ['map', 'ndcg@10'], against: undefined, note: undefined, rows: ['DORM', 'Mean difference', 'SVM-MAP'].map((label) =>
  ({ method: label, label, done: 0, of: 1, failure: undefined, seconds: 0, cells: [] })) };

test('a line breaks where a value is missing, and a single value stays', () => {
  const points = [1, 2, 3, 4].map((c) => ({ c, valid: c === 2 ? undefined : c / 10, folds: [], test: undefined }));
  assert.deepEqual(parts(points, ({ valid }) => valid), [[[1, 0.1]], [[3, 0.3], [4, 0.4]]]);
  assert.deepEqual(parts(points, ({ test: value }) => value), []);
});

test('names of lines keep their distance and stay inside', () => {
  const heights = spread([{ y: 100 }, { y: 96 }, { y: 200 }], 200).map(({ y }) => y);
  assert.deepEqual(heights, [96, 111, 200]);
  assert.deepEqual(spread([{ y: 200 }, { y: 199 }, { y: 198 }], 200).map(({ y }) => y), [170, 185, 200]);
});

test('values of C that would overlap are left out', () => {
  assert.deepEqual(ticks([0, 10, 40, 70, 90]), [0, 2, 4]);
});

test('the curve of a cell is shown, else one of its method, else the first', () => {
  const curves = [curve(), curve({ column: 1 }), curve({ row: 2 }), curve({ row: 2, column: 1 })];
  const shown = (/** @type {number} */ row, /** @type {number} */ column) => current({ curves, table }, { row, column }).names;
  assert.deepEqual(shown(2, 1), { method: 'SVM-MAP', measure: 'ndcg@10' });
  assert.deepEqual(shown(2, 5), { method: 'SVM-MAP', measure: 'map' });
  assert.deepEqual(shown(1, 0), { method: 'DORM', measure: 'map' }, 'the method without C has no curve');
  assert.deepEqual(current({ curves: [], table: null }, { row: 0, column: 0 }), { curve: null, names: null });
});

test('the words warn at the edge of the grid only', () => {
  assert.match(adviceOf(curve(), 'running'), /the curve grows/);
  assert.match(adviceOf(curve(), 'cancelled'), /not chosen/);
  assert.equal(adviceOf(curve({ chosen: 1 }), 'done'), 'C 1 has the best validation value.');
  assert.match(adviceOf(curve({ chosen: 2, at_edge: true }), 'done'), /^C 10 is the largest value .* larger C/);
  assert.match(adviceOf(curve({ chosen: 0, at_edge: true }), 'done'), /^C 0\.1 is the smallest value .* smaller C/);
  assert.match(adviceOf(curve({ chosen: 0, points: curve().points.slice(0, 1) }), 'done'), /only one value/);
});
