// What steps of lessons want of the tab Compare and of the reader's order, and the way there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_COMPARISON } from '../../../../www/features/library/comparison/comparison-state.js';
import { comparisonTarget, towardsComparison } from '../../../../www/features/learn/lessons/comparison-target.js';
import { orderOf, towardsOrder } from '../../../../www/features/learn/lessons/order-target.js';
import { wrongLiterals } from '../../../../www/features/learn/lessons/text.js';

/** @typedef {import('../../../../www/features/library/comparison/comparison-state.js').Comparison} Comparison */

test('the words of a comparison', () => {
  const { target } = comparisonTarget(['methods=dorm,svm-map', 'grid=0.1,1', 'folds=3', 'run']);
  assert.deepEqual(target, { choices: { methods: ['dorm', 'svm-map'], grid: '0.1, 1', measures: 'ndcg@10', folds: 3, ranker: false }, isRun: true });
  for (const words of ['run', ['fold=3'], ['folds=x'], ['grid=0'], ['grid=a'], ['methods=<b>'], ['__proto__=1']]) assert.ok(comparisonTarget(words).fault, JSON.stringify(words));
});

test('the way to a comparison', () => {
  const { target } = comparisonTarget(['methods=dorm', 'run']);
  assert.ok(target);
  /** @param {Partial<Comparison>} change */
  const of = (change) => ({ ...NO_COMPARISON, choices: target.choices, ...change });
  assert.deepEqual(towardsComparison(target, NO_COMPARISON, false), { type: 'comparison/choices', change: target.choices });
  assert.deepEqual(towardsComparison(target, of({}), false), { type: 'comparison/start' });
  assert.deepEqual(towardsComparison(target, of({ problem: { field: null, message: 'No.' } }), false), { problem: 'No.' });
  assert.equal(towardsComparison(target, of({ status: 'running' }), true), null);
  assert.equal(towardsComparison(target, of({ status: 'done' }), true), undefined);
  assert.deepEqual(towardsComparison(target, of({ status: 'cancelled', note: 'Ended.' }), true), { problem: 'Ended.' });
  assert.equal(towardsComparison({ ...target, isRun: false }, of({}), false), undefined, 'only set up');
});

test('the words of an order, and the way to it', () => {
  assert.deepEqual(orderOf(['2', '1', '3']).order, [1, 0, 2]);
  for (const words of ['21', [], ['1'], ['1', '1'], ['0', '1'], ['1', '3'], Array(10).fill('1')]) assert.ok(orderOf(words).fault, JSON.stringify(words));
  assert.deepEqual(towardsOrder([1, 0], null), { type: 'lessons/order', list: [1, 0], values: null });
  assert.equal(towardsOrder([1, 0], { list: [1, 0], values: null }), null, 'the core measures it');
  assert.equal(towardsOrder([1, 0], { list: [1, 0], values: { auc: 1, ap: 1, ndcg: 1, swapped: [1] } }), undefined);
});

test('a number in a text that differs from the run is reported', () => {
  assert.deepEqual(wrongLiterals({ 0.667: { over: [2, 3] }, 3.4: 'a statement of a paper' }, {}, 'here'), []);
  assert.deepEqual(wrongLiterals({ 0.66: { over: [2, 3] } }, {}, 'here'), ['here: the text says 0.66, the run says 0.67']);
});
