// Estimates before the work: the memory of a file from its head, and the cost of an iteration.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { STEP_LIMIT } from '../../../../www/features/run/training/run-state.js';
import { cutMeasure, isExpensive, muchMemory, needOf, refusal } from '../../../../www/features/run/training/resource-limits.js';
import { estimateSize } from '../../../../www/features/data/estimate-size.js';
import { letor } from '../../../e2e/support/letor.mjs';

/** @typedef {import('../../../../www/app/reducer.js').State} State */

const plain = letor({ seed: 3, queries: 200, documents: 50, features: 20 });

for (const [name, content] of /** @type {[string, string | Uint8Array<ArrayBuffer>][]} */ ([['plain', plain], ['packed', new Uint8Array(gzipSync(plain))]])) {
  test(`documents and features of a ${name} file are estimated from its head`, async () => {
    const blob = new Blob([content]);
    assert.ok(blob.size > 2 ** 19, 'most of the file is not looked at');
    const { documents, features, comments } = await estimateSize(blob);
    assert.ok(Math.abs(documents / 10_000 - 1) < 0.05, `10,000 documents: ${documents}`);
    assert.equal(features, 20);
    assert.ok(comments > 10 && comments < 25, `a comment is like " docid = Q1-D1": ${comments} bytes`);
  });
}

test('an empty file, or a file that is not LETOR text, has the estimate 0', async () => {
  for (const content of ['', '\n\n', '# a comment\n']) assert.equal((await estimateSize(new Blob([content]))).documents, 0);
  // Reading the whole file reports broken compression.
  assert.equal((await estimateSize(new Blob([new Uint8Array(gzipSync(plain)).subarray(0, 10)]))).features, 0);
});

test('a large feature index alone needs the memory of w, not of a matrix', async () => {
  const estimate = await estimateSize(new Blob(['1 qid:1 100000:1\n0 qid:1 1:1 2:0\n'.repeat(100)]));
  assert.deepEqual([estimate.documents, estimate.features, estimate.stored], [200, 100_000, 1]);
  const ofW = 800 * 100_000;
  assert.deepEqual(needOf(estimate, { scaled: false }), { bytes: ofW + 200 * 12, tooLarge: false });
  const full = { ...estimate, documents: 2000, stored: estimate.features };
  assert.deepEqual(needOf(full, { scaled: false }), { bytes: ofW + 1.6e9, tooLarge: false });
  assert.deepEqual(needOf(full, { scaled: true }), { bytes: ofW + 3.2e9, tooLarge: false });
  assert.equal(needOf({ ...full, documents: 3000 }, { scaled: false }).tooLarge, true);
});

test('a feature index that the reader refuses says nothing about the memory', async () => {
  const { documents, features } = await estimateSize(new Blob(['1 qid:1 1:1 2:3\n0 qid:1 1:1 99999999999:0\n']));
  assert.deepEqual([documents, features], [2, 2]);
});

test('files that a page cannot hold are refused before they are read, with the documents that fit', () => {
  /** @param {number} documents @param {number} features @param {boolean} [scaled] */
  const file = (documents, features, scaled = false) => {
    const estimate = { documents, features, stored: features, comments: 0 };
    return { ...estimate, ...needOf(estimate, { scaled }) };
  };
  // MSLR-WEB30K: 3.7 million documents of 136 features. The core holds 2 GiB of them.
  assert.deepEqual(refusal([file(3_700_000, 136)]), { refused: true, fits: Math.floor(2 ** 31 / 8 / 136) });
  assert.equal(refusal([file(1_900_000, 136)]).refused, false, 'the estimate is too close to the limit');
  assert.equal(refusal([file(75_000, 44)]).refused, false);
  const three = [1, 2, 3].map(() => file(1_500_000, 136, true));
  assert.deepEqual(refusal(three), { refused: true, fits: Math.floor(4_500_000 * 2 ** 32 / (4_500_000 * 16 * 136 + 3 * 800 * 136)) }, 'together they exceed 4 GiB');
});

test('devices with less memory ask earlier', () => {
  assert.deepEqual([undefined, 0.5, 2, 4, 8].map(muchMemory), [1e9, 0.125e9, 0.5e9, 1e9, 1e9]);
});

test('an expensive run waits, and a cut-off is offered if the method has one', () => {
  /** @param {string} measure @param {number} steps @param {string} [status] @param {string} [method] */
  const state = (measure, steps, status = 'preparing', method = 'dorm') => /** @type {State} */ (/** @type {unknown} */ ({
    settings: { method, measure }, run: { status, overview: { search_steps: steps } },
    catalog: { methods: [{ name: 'dorm', options: [{ name: 'measure' }, { name: 'threshold' }] }, { name: 'svm-map', options: [{ name: 'threshold' }] }], measures: [{ name: 'ndcg', cut_off: true, other_names: [], methods: ['dorm'] }, { name: 'eru', cut_off: false, other_names: [], methods: ['dorm'] }] },
  }));
  assert.equal(isExpensive(state('ndcg', 2001 ** 3)), true, '2,001 documents without a cut-off');
  assert.equal(isExpensive(state('ndcg', STEP_LIMIT)), false);
  assert.equal(isExpensive(state('ndcg', 2001 ** 3, 'running')), false, 'somebody has said that it shall begin');
  assert.deepEqual(['ndcg', 'ndcg@5', 'eru:5,2'].map((measure) => cutMeasure(state(measure, 0))), ['ndcg@10', null, null]);
  assert.equal(cutMeasure(state('ndcg', 0, 'preparing', 'svm-map')), null, 'without an option for the measure no cut-off is offered');
});
