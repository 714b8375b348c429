// Where exported files come from: the provenance of the model, and the columns of tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provenanceOf, withOrigin } from '../../../www/features/share/export/export-data.js';

const sizes = (/** @type {number} */ queries) => ({ queries, documents: 10 * queries, features: 3 });
const file = (/** @type {string} */ name) => ({ kind: 'blob', name });
const REQUEST = { name: 'x', train: file('train.txt'), valid: null, test: file('test.txt'), holdOut: false };
const DATA = { seed: 7, request: REQUEST, summaries: { train: sizes(4), valid: null, test: sizes(2) },
  checksums: { train: 'a'.repeat(16), valid: null, test: 'b'.repeat(16) } };
const report = (/** @type {number} */ value) => ({ train: [{ measure: 'map', value }], valid: [], test: [{ measure: 'map', value: value / 2 }] });
const STOP = { reason: 'converged', iterations: 2, best_iteration: 1, chosen: undefined, best_objective: 0.5, gap: 0.001, beats_zero: false };
/** @param {Record<string, unknown>} parts */
const state = (parts) => /** @type {any} */ ({ data: DATA, model: { names: null },
  run: { overview: { queries_used: 3 }, reports: [report(0.1), report(0.4), report(0.3)], stop: STOP }, ...parts });

test('the provenance has files, sizes, the end and the values of the model', () => {
  const made = provenanceOf(state({}));
  assert.deepEqual(made?.train, { file: 'train.txt', checksum: 'a'.repeat(16), ...sizes(4) });
  assert.equal(made?.valid, undefined);
  assert.deepEqual(made?.test, { file: 'test.txt', checksum: 'b'.repeat(16), ...sizes(2) });
  assert.deepEqual(made?.measured?.test, [{ measure: 'map', value: 0.2 }], 'of the iteration of the model');
  assert.deepEqual(made?.training, { stopped: 'converged', iterations: 2, iteration: 1, objective: 0.5, gap: 0.001, queries_used: 3, little_learned: true });
});

test('a chosen iterate has its own values, and a split has one file', () => {
  const request = { ...REQUEST, test: null, holdOut: true };
  const data = { ...DATA, request, summaries: { train: sizes(4), valid: sizes(1), test: sizes(2) }, checksums: { train: 'a'.repeat(16), valid: null, test: null } };
  const run = { ...state({}).run, stop: { ...STOP, beats_zero: true, chosen: { iteration: 2 } } };
  const made = provenanceOf(state({ data, run, model: { names: { file: 'names.txt', names: ['a'] } } }));
  assert.deepEqual([made?.split, made?.split_seed, made?.names_file], [[60, 20, 20], 7, 'names.txt']);
  assert.deepEqual(made?.valid, { file: undefined, checksum: undefined, ...sizes(1) });
  assert.deepEqual([made?.training?.iteration, made?.training?.little_learned], [2, false]);
  assert.equal(made?.measured?.train?.[0].value, 0.3);
});

test('before the end there are no measured values', () => {
  const made = provenanceOf(state({ run: { ...state({}).run, stop: null } }));
  assert.deepEqual([made?.training, made?.measured], [undefined, { train: [], valid: [], test: [] }]);
  assert.equal(provenanceOf(state({ run: null })), null);
});

test('tables say in every row where they come from', () => {
  const { columns } = withOrigin({ columns: [{ head: 'x', texts: undefined, numbers: [1, 2] }] }, state({}), 'rankscope 1');
  assert.deepEqual(columns.map(({ head }) => head), ['x', 'program', 'train_checksum', 'valid_checksum', 'test_checksum']);
  assert.deepEqual(columns[1].texts, ['rankscope 1', 'rankscope 1']);
  assert.deepEqual(columns[3].texts, ['', '']);
  assert.deepEqual(withOrigin({ columns: [] }, state({ data: null }), 'p').columns.map(({ texts }) => texts), [[], [], [], []]);
});
