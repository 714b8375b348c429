// The end of a run: the kept iteration, and an optimum at w = 0.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtZero, keptIteration, markedIteration, modelIteration, needsName } from '../../../../www/features/run/training/run-end.js';
import { atZeroText, chosenText } from '../../../../www/features/run/training/run-end-text.js';

/** @typedef {import('../../../../www/features/run/training/run-state.js').Run} Run */

/** @param {object} stop @param {string} [kind] @returns {Run} */
const run = (stop, kind = 'planes') => /** @type {any} */ ({
  stop: { reason: 'converged', best_iteration: 31, zero_primal: 10, beats_zero: true, ...stop },
  reports: [{ kind, valid: [{ measure: 'ndcg@10', value: 0.2 }] }],
});
const chosen = { iteration: 12, optimum: 31, valid: 0.36, optimum_valid: 0.25 };

test('validation data keep an iteration, or the optimum', () => {
  assert.equal(keptIteration(run({ chosen })), 12);
  assert.equal(keptIteration(run({ chosen: { ...chosen, iteration: 31 } })), null, 'the optimum was kept');
  assert.equal(keptIteration(run({ chosen: null })), null, 'nothing chose');
  assert.equal(keptIteration(null), null);
  assert.deepEqual([modelIteration(run({ chosen })), modelIteration(run({})), modelIteration({ stop: null })], [12, 31, null]);
});

test('the status names both', () => {
  assert.equal(chosenText(run({ chosen })), 'Optimum at 31, kept 12: validation NDCG@10 0.360 against 0.250.');
  assert.match(chosenText(run({ chosen }, 'boosting')), /^Best on training data at 31, kept 12: /);
  assert.equal(chosenText(run({})), '');
});

test('an optimum no better than w = 0 is one only where training converged', () => {
  assert.equal(isAtZero(run({ beats_zero: false })), true);
  assert.equal(isAtZero(run({})), false);
  assert.equal(isAtZero(run({ beats_zero: false, reason: 'iteration limit' })), false);
  assert.equal(isAtZero(null), false);
  assert.match(atZeroText(run({ beats_zero: false, best_primal: 10, gap: 1e-3 })), /not below 10\.00?, its value at w = 0/);
  assert.match(atZeroText(run({ beats_zero: false, best_primal: 9.995, gap: 1e-5 })),
    /less than 0\.1 % below 10\.00?, its value at w = 0/);
});

test('the order at w = 0 is praised only where there is one', () => {
  const ended = (/** @type {number} */ norm) => {
    const { stop, reports } = run({ beats_zero: false });
    return atZeroText({ ...run({}), stop, reports: /** @type {any} */ ([...reports, { norm }]) });
  };
  assert.match(ended(0), /Every score is 0, so the model orders nothing/);
  assert.match(ended(0.2), /may still be good/);
});

test('a ring marks the model where it is not the last iteration, and numbers of other iterations have a name', () => {
  const of = (/** @type {object | null} */ stop) => /** @type {any} */ ({ stop, reports: [{}, {}, {}] });
  assert.deepEqual([markedIteration(of({ best_iteration: 1 })), markedIteration(of({ best_iteration: 2 })), markedIteration(of(null)), markedIteration(null)], [1, null, null, null]);
  assert.equal(markedIteration(of({ best_iteration: 1, chosen: { iteration: 2, optimum: 1 } })), 2, 'validation data kept the last one');
  assert.deepEqual([0, 1, 2].map((at) => needsName(of({ best_iteration: 2 }), at)), [true, true, false]);
  assert.deepEqual([0, 1, 2].map((at) => needsName(of({ best_iteration: 1 }), at)), [true, true, true]);
  assert.deepEqual([0, 1, 2].map((at) => needsName(of(null), at)), [true, true, false]);
});
