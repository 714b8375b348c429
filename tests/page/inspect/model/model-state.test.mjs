// Names, pairs, tables and drawn profiles, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyed, listDecay, listValues, resized, stepOf, topOf, withStroke, withValue } from '../../../../www/features/settings/decay-values.js';
import { bySize, commandFiles, curvesTable, hasMixedRules, TABLES } from '../../../../www/features/share/export/export-data.js';
import { fileChecksums } from '../../../../www/features/data/data-state.js';
import { NO_MODEL, afterLoad, pairOf, reduceModel } from '../../../../www/features/inspect/model/model-state.js';
import { featureName, namesOf, normOf } from '../../../../www/features/inspect/model/weight-names.js';
import { clear, stack } from '../../../../www/ui/stacked-bars.js';
import { previewSettings } from '../../../../www/features/settings/decay-preview-state.js';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { PLANES } from '../../support/charts.mjs';

/** @typedef {import('../../../../www/app/reducer.js').State} State */
/** @typedef {import('../../../../www/core/protocol.js').Inspection} Inspection */

const settings = /** @type {import('../../../../www/core/protocol.js').TrainingSettings} */ ({ method: 'dorm', measure: 'ndcg@10', decay: 'power:0.5', offset: 1, c: 10 });
const catalog = /** @type {import('../../../../www/core/protocol.js').Catalog} */ (/** @type {unknown} */ ({ defaults: settings, methods: [{ name: 'dorm', label: 'DORM', options: [{ name: 'measure' }, { name: 'decay' }], charts: PLANES }] }));
const start = initialState(catalog, 'light');
/** @param {object} change @returns {State} */
const state = (change) => /** @type {State} */ ({ ...start, ...change });
/** @param {number[]} predicted @param {number[]} grades */
const inspection = (predicted, grades) => /** @type {Inspection} */ (/** @type {unknown} */ ({ query: 4, predicted, documents: grades.map((grade) => ({ grade })) }));
/** @param {object} request @param {(string | undefined)[]} [told] */
const data = (request, told) => ({ seed: 1, request, summaries: { train: { feature_names: told ?? [] } } });

test('the two documents are the top and the best-graded one below it, until others are chosen', () => {
  assert.deepEqual(pairOf(NO_MODEL, inspection([2, 0, 1, 3], [1, 2, 0, 2])), { query: 4, first: 2, second: 1 });
  assert.deepEqual(pairOf(NO_MODEL, inspection([1, 0], [0, 2])), { query: 4, first: 1, second: 0 });
  assert.equal(pairOf(NO_MODEL, inspection([0], [1])), null);
  assert.equal(pairOf(NO_MODEL, null), null);
  const chosen = reduceModel(NO_MODEL, { type: 'model/pair', pair: { query: 4, first: 3, second: 1 } });
  assert.deepEqual(pairOf(chosen, inspection([2, 0, 1, 3], [1, 2, 0, 2])), { query: 4, first: 3, second: 1 });
  assert.deepEqual(pairOf(chosen, inspection([1, 0], [0, 2])), { query: 4, first: 1, second: 0 }, 'a document that is gone');
  assert.deepEqual(pairOf({ ...chosen, pair: { query: 5, first: 3, second: 1 } }, inspection([2, 0, 1, 3], [1, 2, 0, 2])), { query: 4, first: 2, second: 1 }, 'another query');
});

test('names come from the names file, else from the head of the data, else from the sample', () => {
  const all = state({ data: data({ features: ['sample 1', 'sample 2', 'sample 3'] }, [undefined, 'head 2']), model: { ...NO_MODEL, names: { file: 'x', names: ['file 1'] } } });
  assert.deepEqual(namesOf(all, 4), ['file 1', 'head 2', 'sample 3', undefined]);
  assert.deepEqual([0, 1, 2, 3].map((at) => featureName(all, at)), ['file 1', 'head 2', 'sample 3', 'feature 4']);
  const named = all.model;
  assert.equal(afterLoad(named, true).names, named.names, 'the same data in another split');
  assert.equal(afterLoad(named, false).names, null);
  const refused = reduceModel(named, { type: 'model/names refused', file: 'y', lines: ['Line 1: no'] });
  assert.equal(refused.names, named.names, 'names that were there stay');
});

test('replies about an earlier run are dropped', () => {
  const now = state({ run: { id: 7, settings, reports: [] } });
  assert.equal(reduce(now, { type: 'exporting/model', run: 6, json: 'old', problem: '' }).exporting.model, null);
  assert.equal(reduce(now, { type: 'exporting/model', run: 7, json: 'new', problem: '' }).exporting.model?.json, 'new');
});

test('a preview has the settings of the run, and the profile and the cost of the page', () => {
  const now = state({ run: { id: 1, settings: { ...settings, c: 3 } }, settings: { ...settings, c: 9, decay: 'list:1,0.5', decay_cut: 4, cost: 'rank', kind: 'none' } });
  assert.deepEqual(previewSettings(now),
    { ...settings, c: 3, decay: 'list:1,0.5', decay_cut: 4, cost: 'rank', kind: 'none' });
  assert.equal(previewSettings({ ...now, problem: { field: 'decay', message: 'no' } }), null);
});

test('profiles convert both ways, and change by strokes, keys and lengths', () => {
  assert.deepEqual(listValues('list:1,0.5,x,'), [1, 0.5, Number.NaN, Number.NaN]);
  assert.equal(listDecay([1, 0.5, 0]), 'list:1,0.5,0');
  assert.deepEqual(withValue([1, 1], 1, 0.123456), [1, 0.1235]);
  assert.deepEqual(withValue([1, 1], 0, -3), [0, 1], 'no drawing leads below 0');
  assert.deepEqual(withStroke([1, 1, 1, 1], { rank: 3, value: 0 }, { rank: 1, value: 0.8 }), [1, 0.8, 0.4, 0]);
  assert.deepEqual(withStroke([1, 1], { rank: 1, value: 0.2 }, { rank: 1, value: 0.3 }), [1, 0.3]);
  const step = stepOf([1, 0.5]);
  assert.equal(step, 0.01);
  assert.deepEqual(keyed([1, 0.5], 1, 'ArrowUp'), { rank: 1, values: [1, 0.51] });
  assert.deepEqual(keyed([1, 0.5], 1, 'PageDown'), { rank: 1, values: [1, 0.4] });
  assert.deepEqual(keyed([1, 0.5], 1, 'ArrowRight')?.rank, 1);
  assert.deepEqual(keyed([1, 0.5], 1, 'Home')?.rank, 0);
  assert.equal(keyed([1], 0, 'x'), null);
  assert.deepEqual([resized([1, 0.5], 1), resized([1], -1), resized([1, 0.5], -1)], [[1, 0.5, 0.5], [1], [1]]);
  assert.ok(topOf([2, 1]) > 2 && topOf([0, Number.NaN]) === 1);
});

test('tables contain every value, and an empty cell for a missing value', () => {
  assert.ok(TABLES.every(({ table }) => table(start) === null));
  assert.deepEqual(bySize(Float64Array.of(0.1, -3, 0, 3)), [1, 3, 0, 2]);
  const report = { iteration: 0, best_primal: 2, dual: 1, gap: 0.5, mean_slack: 0.25, mean_loss: 0.125, train: [{ measure: 'ndcg@10', value: 0.75 }], valid: [], test: [], round: 0, cuts: 3, norm: 0 };
  const table = curvesTable(state({ run: { id: 1, settings, reports: [report], seconds: [0.5], overview: null } }));
  const expected = [['iteration', 0], ['primal, best', 2], ['dual', 1], ['gap', 0.5], ['slack ξ', 0.25], ['loss Δ', 0.125], ['NDCG@10 train', 0.75], ['round', 0], ['cuts', 3], ['norm of w', 0], ['seconds', 0.5]];
  const heads = expected.map(([head]) => head);
  // A further curve brings a further column.
  assert.deepEqual(table?.columns.filter(({ head }) => heads.includes(head)).map(({ head, numbers }) => [head, numbers?.[0]]), expected);
});

test('the command uses the file names that the user knows', () => {
  const blob = { kind: 'blob', name: 'my train.txt' };
  const generated = { kind: 'generated', name: 'generated sample' };
  assert.deepEqual(commandFiles(state({ data: data({ train: blob, valid: null, test: { kind: 'url', name: 'x.gz' }, holdOut: true }) })), { train: 'my train.txt', valid: undefined, test: 'www/samples/x.gz', split: undefined, split_seed: undefined, reading: undefined });
  assert.deepEqual(commandFiles(state({ data: data({ train: generated, valid: null, test: null, holdOut: true }) })), { train: 'generated-sample.txt', valid: undefined, test: undefined, split: [60, 20, 20], split_seed: 1, reading: undefined });
  const graded = { kind: 'url', name: 'x.gz', grades: 'comment:digit' };
  assert.deepEqual(commandFiles(state({ data: data({ train: graded, valid: null, test: null, holdOut: false }) }))?.reading, { rules: { grades: 'comment:digit' } });
  assert.equal(commandFiles(start), null);
});

test('the command and the checksums are those of a table, not of the text made of it', () => {
  const rules = { zero_based: false, label: '', qid: '', docid: '', ignore: ['docid'], unjudged: '', grades: '', missing: 'mean' };
  const reading = { rules, group_sizes: undefined };
  const [train, test] = ['train.csv', 'test.csv'].map((name) => ({ kind: 'blob', name }));
  const readAs = { train: { text: 'CSV', checksum: 'a'.repeat(16), reading }, test: { text: 'CSV', checksum: 'b'.repeat(16), reading } };
  const table = /** @type {any} */ (data({ train, valid: null, test, holdOut: false, readAs }));
  assert.deepEqual(commandFiles(state({ data: table }))?.reading, reading);
  assert.ok(!hasMixedRules(table.request));
  assert.deepEqual(fileChecksums({ ...table, checksums: { train: '1', valid: null, test: '2' } }), { train: 'a'.repeat(16), valid: null, test: 'b'.repeat(16) });
  const other = { ...readAs.test, reading: { ...reading, rules: { ...rules, missing: 'zero' } } };
  assert.ok(hasMixedRules({ ...table.request, readAs: { ...readAs, test: other } }), 'one command has one set of rules');
  assert.ok(hasMixedRules({ ...table.request, readAs: { test: readAs.test } }), 'LETOR text is read without rules');
});

test('stacked contributions have no gap, stay on their side of 0, and end at the sum', () => {
  const parts = [3, -2, 0, 1.5, -0.5, 0.25, 0.25, 0.5, -0.125, 0.5];
  const { segments, low, high, sum } = stack(parts);
  assert.equal(sum, parts.reduce((whole, part) => whole + part, 0));
  assert.equal(low + high, sum, 'what adds less what takes away');
  for (const [side, sign] of /** @type {const} */ ([[segments.filter(({ value }) => value > 0), 1], [segments.filter(({ value }) => value < 0), -1]])) {
    let end = 0;
    for (const { value, from, to } of side) {
      assert.equal(to - from, Math.abs(value), 'as long as its value');
      assert.equal(sign > 0 ? from : to, end, 'it begins where the one before ends');
      end = sign > 0 ? to : from;
    }
    assert.equal(end, sign > 0 ? high : low);
  }
  assert.deepEqual(segments.map(({ key }) => key), [1, 2, 4, 5, 6, 7, 0, 0], 'nothing of no size; what has no key of its own goes together by its sign');
  assert.deepEqual(segments.slice(-2).map(({ value }) => value), [1, -0.125]);
  assert.deepEqual(clear({ key: 1, value: 4, from: 0, to: 4 }, 1), [1, 4], 'a number stands beside the mark of the sum');
  assert.deepEqual(clear({ key: 1, value: 4, from: 0, to: 4 }, 3), [0, 3]);
  assert.deepEqual(clear({ key: 1, value: 4, from: 0, to: 4 }, 4), [0, 4], 'which is not in this one');
  assert.deepEqual(stack([]), { segments: [], low: 0, high: 0, sum: 0 });
});

test('the length of w includes all weights, for any number and size', () => {
  assert.equal(normOf(Float64Array.of(3, -4)), 5);
  assert.equal(normOf(new Float64Array(250_000).fill(2)), 1000);
  assert.equal(normOf(Float64Array.of(3 * 2 ** 600, 4 * 2 ** 600)), 5 * 2 ** 600);
  assert.equal(normOf(new Float64Array(2)), 0);
});
