// The leads on queries are those of two models that the core trains, and the lesson's numbers are those of the picture.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { LetorReader, Training, catalog, initSync } from '../../www/wasm/rankscope.js';
import { leadText } from '../../www/features/learn/lessons/pictures/query-leads/draw-leads.js';
import { LEADS, TRAINED, meanOf } from '../../www/features/learn/lessons/pictures/query-leads/leads.js';
import '../page/support/dom.mjs';

const read = (/** @type {string} */ file) => readFileSync(new URL(`../../www/${file}`, import.meta.url));
initSync({ module: read('wasm/rankscope_bg.wasm') });

/** @param {string} part of the sample */
function dataOf(part) {
  const reader = new LetorReader();
  reader.push(gunzipSync(read(`samples/${TRAINED.sample}-${part}.txt.gz`)));
  return reader.finish();
}

/** NDCG@10 of each test query, expected over the orders of equal scores. @param {object} settings */
function values(settings) {
  const test = dataOf('test');
  const training = new Training(dataOf('train'), /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults,
    measures: [TRAINED.measure], ...settings }));
  while (training.advance(1e6).state !== 'stopped');
  const model = training.model();
  const scores = Array.from(model.score(test));
  const [{ value }] = model.evaluate(test, [TRAINED.measure], 'skip');
  let from = 0;
  const all = Array.from({ length: test.summary().queries }, (_, query) => {
    const pages = test.documents(query).map(({ grade }, page) => ({ gain: 2 ** grade - 1, score: scores[from + page] }));
    from += pages.length;
    const dcg = (/** @type {number[]} */ gains) =>
      gains.slice(0, 10).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
    const sorted = pages.toSorted((one, other) => other.score - one.score).map((page) => {
      const tied = pages.filter(({ score }) => score === page.score);
      return tied.reduce((sum, { gain }) => sum + gain, 0) / tied.length;
    });
    return dcg(sorted) / dcg(pages.map(({ gain }) => gain).toSorted((one, other) => other - one));
  });
  assert.ok(Math.abs(all.reduce((sum, one) => sum + one, 0) / all.length - Number(value)) < 1e-9, 'the mean of the core');
  return all;
}

test('each lead is that of the two trained models', () => {
  const [line, trees] = [values(TRAINED.line), values(TRAINED.trees)];
  assert.equal(line.length, LEADS.length);
  LEADS.forEach((lead, query) => assert.ok(Math.abs(trees[query] - line[query] - lead) < 1e-4, `query ${query + 1}`));
});

test('the lesson has the numbers of the picture', () => {
  const { question: { reveal, more } } = JSON.parse(String(read('lessons/trees.json'))).steps[4];
  const { mean, low, high } = meanOf(LEADS.length);
  for (const value of [mean, low, high]) assert.ok(reveal.includes(leadText(value)), leadText(value));
  const early = meanOf(20);
  assert.ok(early.high > 0 && -early.low > 0.7 * (early.high - early.low), 'with 20 queries most of the band lies below 0');
  assert.ok(LEADS.slice(20).filter((lead) => lead > 0).length > 15, 'most of the other 30 lie above 0');
  const needed = LEADS.length * ((high - mean) / mean) ** 2;
  assert.ok(more.includes('some thousand queries') && needed > 2000 && needed < 10_000, String(needed));
});
