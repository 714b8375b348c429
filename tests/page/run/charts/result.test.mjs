// The sentence with the result says what happened, on which data, and what limits it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headline, resultOf } from '../../../../www/features/run/charts/result.js';

/** @param {number | null} value */
const part = (value) => (value === null ? [] : [{ measure: 'ndcg@10', value }]);
/**
 * A run whose measure goes from one value to another.
 * @param {Record<'train' | 'valid' | 'test', [number, number] | null>} values @param {number} [norm] of the last w
 */
const run = (values, norm = 1) => /** @type {any} */ ({ reports: [0, 1].map((at) => ({
  norm: at * norm, train: part(values.train?.[at] ?? null), valid: part(values.valid?.[at] ?? null), test: part(values.test?.[at] ?? null),
})) });
const many = /** @type {any} */ ({ train: { queries: 120 }, valid: { queries: 40 }, test: { queries: 40 } });
/** @param {any} of @param {number} iteration @param {any} [summaries] */
const told = (of, iteration, summaries = many) => {
  const result = resultOf(of, iteration, summaries);
  return result && [result.text + result.value, result.note];
};
const all = run({ train: [0.2, 0.8], valid: [0.2, 0.7], test: [0.2, 0.6] });

test('unseen queries count where there are any, then validation, then training', () => {
  assert.deepEqual(told(all, 1), ['NDCG@10 on unseen queries rose from 0.200 to 0.600', '']);
  assert.deepEqual(told(run({ train: [0.2, 0.8], valid: [0.2, 0.7], test: null }), 1), ['NDCG@10 on validation queries rose from 0.200 to 0.700', 'no test data']);
  assert.deepEqual(told(run({ train: [0.2, 0.8], valid: null, test: null }), 1), ['NDCG@10 on training queries rose from 0.200 to 0.800', 'no test data']);
});

test('a measure that fell or did not move is told as such', () => {
  assert.deepEqual(told(run({ train: null, valid: null, test: [0.6, 0.4] }), 1), ['NDCG@10 on unseen queries fell from 0.600 to 0.400', '']);
  assert.deepEqual(told(run({ train: null, valid: null, test: [0.6, 0.6004] }), 1), ['NDCG@10 on unseen queries did not move: 0.600', ''], 'what three decimals do not show is no rise');
});

test('w = 0 is named', () => {
  assert.deepEqual(told(all, 0), ['NDCG@10 on unseen queries at w = 0: 0.200', '']);
  assert.deepEqual(told(run({ train: null, valid: null, test: [0.2, 0.2] }, 0), 1), ['w is still 0, so NDCG@10 on unseen queries stays at 0.200', '']);
});

test('few queries are told with what chance may do', () => {
  const few = { train: { queries: 6 }, valid: null, test: null };
  assert.deepEqual(told(run({ train: [0.2, 0.8], valid: null, test: null }), 1, few)?.[1], 'no test data · only 6 queries, ±0.40 by chance');
});

test('without a measure there is no result', () => {
  assert.equal(resultOf(null, 0, null), null);
  assert.equal(resultOf(run({ train: null, valid: null, test: null }), 1, many), null);
});

test('one query has no interval, and a measure beyond 0 to 1 has none either', () => {
  const one = { train: { queries: 1 }, valid: null, test: null };
  const trained = run({ train: [0.2, 0.8], valid: null, test: null });
  assert.equal(told(trained, 1, one)?.[1], 'no test data · one query only');
  const raw = /** @type {any} */ ({ reports: trained.reports.map((/** @type {any} */ report) => ({ ...report, train: [{ measure: 'dcg@10', value: report.train[0].value }] })) });
  assert.equal(told(raw, 1, { train: { queries: 6 }, valid: null, test: null })?.[1], 'no test data · only 6 queries');
});

test('few validation queries are named with what is missing', () => {
  const few = { train: { queries: 120 }, valid: { queries: 9 }, test: null };
  assert.equal(told(run({ train: [0.2, 0.8], valid: [0.2, 0.7], test: null }), 1, few)?.[1], 'no test data · only 9 queries, ±0.33 by chance');
});

test('a value that is not finite is no result', () => {
  assert.equal(resultOf(run({ train: null, valid: null, test: [NaN, 0.5] }), 1, many), null);
});

/** A run of five iterations that ended with the model of one of them. @param {object} stop */
const ended = (stop) => /** @type {any} */ ({ stop, reports: [0.2, 0.3, 0.637, 0.65, 0.66].map((value) => ({ norm: 1, train: [], valid: [], test: part(value) })) });
/** @param {any} of @param {{ iteration: number, follow: boolean }} cursor */
const head = (of, cursor) => {
  const { value = '', note = '' } = headline(of, cursor, many) ?? {};
  return [value, note];
};

test('once a run has ended, the result is that of its model, and says so where it is not the last', () => {
  const last = { iteration: 4, follow: true };
  assert.deepEqual(head(ended({ best_iteration: 2 }), last), ['0.637', 'kept model: iteration 2']);
  assert.deepEqual(head(ended({ best_iteration: 4, chosen: { iteration: 2, optimum: 4 } }), last), ['0.637', 'kept model: iteration 2']);
  assert.deepEqual(head(ended({ best_iteration: 4 }), last), ['0.660', '']);
  assert.deepEqual(head({ ...ended({}), stop: null }, last), ['0.660', ''], 'before the end nothing is kept');
});

test('the result of another iteration says that it is not that of the model', () => {
  assert.deepEqual(head(ended({ best_iteration: 2 }), { iteration: 1, follow: false }), ['0.300', 'iteration 1; kept model: iteration 2']);
  assert.deepEqual(head(ended({ best_iteration: 2 }), { iteration: 2, follow: false }), ['0.637', 'kept model: iteration 2']);
});
