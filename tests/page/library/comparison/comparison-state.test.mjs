// The comparison's state and its plan, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridOf, howPicked, measuresOf, obstacle, planOf, runsOf } from '../../../../www/features/library/comparison/comparison-plan.js';
import { done } from '../../../../www/features/library/comparison/comparison-state.js';
import { initialState, reduce } from '../../../../www/app/reducer.js';

/** @typedef {import('../../../../www/app/reducer.js').State} State */
/** @typedef {import('../../../../www/app/reducer.js').Action} Action */
/** @typedef {import('../../../../www/features/library/comparison/comparison-state.js').Choices} Choices */
/** @typedef {import('../../../../www/features/library/comparison/comparison-state.js').ComparisonTable} ComparisonTable */

const settings = /** @type {import('../../../../www/core/protocol.js').TrainingSettings} */ ({ method: 'dorm', measure: 'ndcg@10', c: 10 });
const catalog = /** @type {import('../../../../www/core/protocol.js').Catalog} */ (/** @type {unknown} */ ({ defaults: settings, methods: ['dorm', 'svm-map', 'mean-difference', 'frank'].map((name) => ({ name, family: name.includes('-d') || name === 'frank' ? 'other' : 'max-margin', training: name.includes('-d') ? [] : [{ name: 'c' }] })) }));
const request = /** @type {import('../../../../www/features/data/data-state.js').DataRequest} */ ({ sample: null, name: 'mine.txt', settings: {} });
/** @param {number} queries */
const held = (queries) => /** @type {import('../../../../www/core/protocol.js').DatasetSummary} */ ({ queries });

/** @param {boolean} valid @param {boolean} test @returns {Action[]} */
const loaded = (valid, test) => [{ type: 'load', request }, { type: 'loaded', load: 1, summaries: { train: held(8), valid: valid ? held(3) : null, test: test ? held(4) : null } }];

/** @param {number[]} counts runs done, by row of 2 @returns {ComparisonTable} */
const table = (...counts) => ({ measures: ['map'], against: undefined, note: undefined, rows: counts.map((count) => ({ method: 'dorm', label: 'DORM', done: count, of: 2, failure: undefined, seconds: 0, cells: [] })) });

/** @param {number} id @param {number[]} counts @returns {Action} */
const filled = (id, ...counts) => ({ type: 'comparison/table', id, table: table(...counts), csv: 'method,map', curves: [] });

/** @type {Action[]} */
const begun = [...loaded(false, true), { type: 'comparison/start' }, { type: 'comparison/planned', id: 1, jobs: 4, workers: 2 }, filled(1, 0, 0)];

/** @param {Action[]} actions @returns {State} */
const after = (...actions) => actions.reduce(reduce, initialState(catalog, 'system'));

/** @param {Partial<Choices>} change @returns {Action} */
const choose = (change) => ({ type: 'comparison/choices', change });

/** @type {[string, Action[], (state: State) => unknown, unknown][]} */
const cases = [
  ['nothing is compared at first', [], ({ comparison, panels }) => [Boolean(panels.comparison), comparison.status], [false, 'none']],
  ['Compare starts on the present data', begun, ({ comparison }) => [comparison.status, comparison.name, comparison.jobs], ['running', 'mine.txt', 4]],
  ['results fill in, in any order', [...begun, filled(1, 0, 1)], ({ comparison }) => [comparison.status, done(comparison)], ['running', 1]],
  ['the last result ends it', [...begun, filled(1, 2, 2)], ({ comparison }) => [comparison.status, comparison.csv], ['done', 'method,map']],
  ['Cancel keeps the rows', [...begun, filled(1, 2, 1), { type: 'comparison/cancel' }], ({ comparison }) => [comparison.status, done(comparison), comparison.note], ['cancelled', 3, 'Cancelled. Finished rows are kept.']],
  ['what comes after Cancel is dropped', [...begun, { type: 'comparison/cancel' }, filled(1, 2, 2)], ({ comparison }) => [comparison.status, done(comparison)], ['cancelled', 0]],
  ['Cancel after the end changes nothing', [...begun, filled(1, 2, 2), { type: 'comparison/cancel' }], ({ comparison }) => [comparison.status, comparison.note], ['done', '']],
  ['results of an older comparison are dropped', [...begun, { type: 'comparison/cancel' }, { type: 'comparison/start' }, filled(1, 2, 2)], ({ comparison }) => [comparison.id, comparison.status, comparison.table], [2, 'running', null]],
  ['other data cancel it and say so', [...begun, { type: 'load', request: { ...request, name: 'other.txt' } }, { type: 'loaded', load: 2, summaries: { train: held(2), valid: null, test: null } }],
    ({ comparison }) => [comparison.status, comparison.note], ['cancelled', 'Cancelled because other data were loaded. The finished rows are those of mine.txt.']],
  ['a file that cannot be read does not', [...begun, { type: 'load', request }, { type: 'load failed', load: 2, name: 'bad.txt', failure: { message: '', problems: [], total: 0 } }], ({ comparison }) => comparison.status, 'running'],
  ['a pool that cannot work says why', [...begun, { type: 'comparison/failed', id: 1, message: 'mine.txt: gone' }], ({ comparison }) => [comparison.status, comparison.note], ['cancelled', 'mine.txt: gone']],
  ['training goes its own way', [...begun, { type: 'train' }], ({ run, comparison }) => [run?.status, comparison.status], ['running', 'running']],

  ['without data there is nothing to compare', [], (state) => obstacle(state)?.message, 'Load data first.'],
  ['test data are needed', loaded(true, false), (state) => obstacle(state)?.message, 'Test data are missing. Choose Hold out, or choose a Test file.'],
  ['nothing is in the way', loaded(false, true), obstacle, null],
  ['a method is needed', [...loaded(false, true), choose({ methods: [] })], (state) => obstacle(state)?.field, 'methods'],
  ['C is a positive number', [...loaded(false, true), choose({ grid: '1, 0' })], (state) => obstacle(state)?.field, 'c_grid'],
  ['C is a number', [...loaded(false, true), choose({ grid: '1, ten' })], (state) => obstacle(state)?.field, 'c_grid'],
  ['a measure is needed', [...loaded(false, true), choose({ measures: ' , ' })], (state) => obstacle(state)?.field, 'measures'],
  ['no more folds than queries', [...loaded(false, true), choose({ folds: 9 })], (state) => obstacle(state)?.field, 'folds'],
  ['folds do not matter with validation data', [...loaded(true, true), choose({ folds: 9 })], obstacle, null],
  ['folds pick C without validation data', loaded(false, true), (state) => [planOf(state).folds, runsOf(planOf(state), state.catalog), /cross-validation/.test(howPicked(state))], [5, (2 * 5 + 1) * 6, true]],
  ['validation data pick C', loaded(true, true), (state) => [planOf(state).folds, runsOf(planOf(state), state.catalog), /3 validation queries/.test(howPicked(state))], [undefined, 2 * 5 + 1, true]],
];

for (const [name, actions, read, expected] of cases) test(name, () => assert.deepEqual(read(after(...actions)), expected));

test('values of C can be typed in many ways', () => {
  assert.deepEqual(gridOf('0.01, 1;10  1e2, 1'), [0.01, 1, 10, 100]);
  assert.deepEqual(gridOf(' , '), []);
});

test('measures keep the commas of their parameters', () => {
  assert.deepEqual(measuresOf('NDCG@10, map,mrr@10 map'), ['ndcg@10', 'map', 'mrr@10']);
  assert.deepEqual(measuresOf('eru:5,2, ndcg@5 ,'), ['eru:5,2', 'ndcg@5']);
});
