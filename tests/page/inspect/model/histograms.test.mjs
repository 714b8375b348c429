// Histograms behind step functions: their range, what the worker counts, and their words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, whereDocumentsLie } from '../../../../www/features/inspect/model/step-functions.js';
import { histogramsOf, rangeOf } from '../../../../www/worker/histograms.js';

/** @param {[number, number, number, number]} values */
const spread = ([lowest, lower_quartile, upper_quartile, highest]) => ({ lowest, lower_quartile, upper_quartile, highest });

/** @param {[number, number]} got @param {[number, number]} expected */
const close = (got, expected) => expected.forEach((value, at) => assert.ok(Math.abs(got[at] - value) < 1e-12, `${got} is ${expected}`));

test('the range has all thresholds, the middle half, and a part of the other documents', () => {
  close(rangeOf([0.5], spread([0, 0.2, 0.8, 1])), [-0.05, 1.05]);
  close(rangeOf([1, 2], spread([0, 1, 2, 1e6])), [-0.15, 3.15]);
  close(rangeOf([5], spread([0, 0, 0, 0])), [-0.25, 5.25]);
});

test('a range without a width is that of all documents', () => {
  close(rangeOf([0], spread([0, 0, 0, 10])), [-0.5, 10.5]);
  close(rangeOf([3], spread([3, 3, 3, 3])), [2.85, 3.15]);
  close(rangeOf([0], spread([0, 0, 0, 0])), [-0.05, 0.05]);
});

/** A run that records what is counted. @param {number} highest */
function fake(highest) {
  /** @type {string[]} */
  const calls = [];
  const run = {
    feature_spread(/** @type {number} */ feature) {
      calls.push(`spread ${feature}`);
      return spread([-highest, 0, 1, highest]);
    },
    feature_histogram(/** @type {number} */ feature) {
      calls.push(`histogram ${feature}`);
      return { counts: [1], below: 0, above: 0 };
    },
  };
  return { calls, run: /** @type {import('../../../../www/wasm/rankscope.js').Training} */ (/** @type {unknown} */ (run)) };
}

test('only features with step functions are counted, and again only for another range', () => {
  const { calls, run } = fake(1);
  const uses = [{ feature: 4 }, { feature: 1 }];
  const steps = [{ feature: 1, thresholds: [0.5], values: [0, 1] }];
  assert.deepEqual(histogramsOf(run, uses, steps).map(({ feature }) => feature), [1]);
  histogramsOf(run, uses, steps);
  assert.deepEqual(calls, ['spread 1', 'histogram 1']);
  histogramsOf(run, uses, [{ feature: 1, thresholds: [0.5, 7], values: [0, 1, 2] }]);
  assert.deepEqual(calls, ['spread 1', 'histogram 1', 'histogram 1']);
  assert.deepEqual(histogramsOf(run, uses, []), []);
});

test('a range that no number can measure has no histogram', () => {
  const { calls, run } = fake(Number.MAX_VALUE);
  assert.deepEqual(histogramsOf(run, [{ feature: 0 }], [{ feature: 0, thresholds: [-1e308, 1e308], values: [0, 1, 2] }]), []);
  assert.deepEqual(calls, ['spread 0']);
});

test('the words say where the documents lie', () => {
  const rest = { feature: 0, low: 0, high: 1, counts: [], below: 0, above: 0 };
  assert.equal(whereDocumentsLie({ ...rest, ...spread([0, 0.25, 0.5, 1]), above: 1204 }), 'Half of the documents lie from 0.250 to 0.500, 1,204 further right.');
  assert.equal(whereDocumentsLie({ ...rest, ...spread([0, 0, 0, 1]), below: 2 }), 'Half or more of the documents have the value 0, 2 further left.');
  assert.equal(whereDocumentsLie({ ...rest, ...spread([3, 3, 3, 3]) }), 'All documents have the value 3.00.');
});

test('empty bins have no bar, and the others a visible height', () => {
  const path = barsOf([0, 1000, 1, 0]);
  assert.equal(path.split('M').length - 1, 2);
  assert.match(path, /v-60\.0/);
  assert.match(path, /v-2\.0/);
  assert.equal(barsOf([0, 0]), '');
});
