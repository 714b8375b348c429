// What is told before it begins: the memory of a file by its head, and the cost of an iteration.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PATIENCE, cutMeasure, isDear, muchMemory, needOf } from '../../www/caution.js';
import { estimateOf } from '../../www/estimate.js';
import { letor } from '../e2e/letor.mjs';

/** @typedef {import('../../www/reducer.js').State} State */

const plain = letor({ seed: 3, queries: 200, documents: 50, features: 20 });

for (const [name, content] of /** @type {[string, string | Uint8Array<ArrayBuffer>][]} */ ([['plain', plain], ['packed', new Uint8Array(gzipSync(plain))]])) {
  test(`documents and features of a ${name} file are guessed from its head`, async () => {
    const blob = new Blob([content]);
    assert.ok(blob.size > 2 ** 19, 'most of the file is not looked at');
    const { documents, features, comments } = await estimateOf(blob);
    assert.ok(Math.abs(documents / 10_000 - 1) < 0.05, `10,000 documents: ${documents}`);
    assert.equal(features, 20);
    assert.ok(comments > 10 && comments < 25, `a comment is like " docid = Q1-D1": ${comments} bytes`);
  });
}

test('a file that is no LETOR text, or empty, has an estimate of nothing', async () => {
  for (const content of ['', '\n\n', '# a comment\n']) assert.equal((await estimateOf(new Blob([content]))).documents, 0);
  // Broken packing is told by whoever reads the whole file.
  assert.equal((await estimateOf(new Blob([new Uint8Array(gzipSync(plain)).subarray(0, 10)]))).features, 0);
});

test('a small file of few documents with a far index needs much', async () => {
  const estimate = await estimateOf(new Blob(['1 qid:1 1000000:1\n0 qid:1 1:1\n'.repeat(100)]));
  assert.equal(estimate.documents, 200);
  const { bytes, tooLarge } = needOf(estimate, { split: false, scaled: false });
  assert.equal(bytes, 1.6e9);
  assert.equal(tooLarge, false);
  assert.deepEqual(needOf(estimate, { split: true, scaled: false }), { bytes: 3.2e9, tooLarge: false });
  assert.equal(needOf({ ...estimate, documents: 300 }, { split: false, scaled: false }).tooLarge, true);
});

test('smaller devices are asked sooner', () => {
  assert.deepEqual([undefined, 0.5, 2, 4, 8].map(muchMemory), [1e9, 0.125e9, 0.5e9, 1e9, 1e9]);
});

test('a dear run waits, and a cut-off is offered where there is one', () => {
  /** @param {string} measure @param {number} steps @param {string} [status] @param {string} [method] */
  const state = (measure, steps, status = 'preparing', method = 'dorm') => /** @type {State} */ (/** @type {unknown} */ ({
    settings: { method, measure }, run: { status, overview: { search_steps: steps } },
    catalog: { methods: [{ name: 'dorm', options: [{ name: 'measure' }, { name: 'threshold' }] }, { name: 'svm-map', options: [{ name: 'threshold' }] }], measures: [{ name: 'ndcg', cut_off: true }, { name: 'eru', cut_off: false }] },
  }));
  assert.equal(isDear(state('ndcg', 2001 ** 3)), true, '2,001 documents without a cut-off');
  assert.equal(isDear(state('ndcg', PATIENCE)), false);
  assert.equal(isDear(state('ndcg', 2001 ** 3, 'running')), false, 'somebody has said that it shall begin');
  assert.deepEqual(['ndcg', 'ndcg@5', 'eru:5,2'].map((measure) => cutMeasure(state(measure, 0))), ['ndcg@10', null, null]);
  assert.equal(cutMeasure(state('ndcg', 0, 'preparing', 'svm-map')), null, 'a measure that the method does not heed makes nothing shorter');
});
