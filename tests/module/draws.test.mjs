// The sixty draws of the picture are those that the core makes, and the lesson's counts are theirs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initSync } from '../../www/wasm/rankscope.js';
import { trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { DRAWS, LAST_SEED, SETTINGS, cornerOf, linesOfSeed } from '../../www/features/learn/lessons/pictures/draws/draws.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });
const lesson = JSON.parse(readFileSync(new URL('../../www/lessons/combo.json', import.meta.url), 'utf8'));

/** AUC and NDCG of a trained model. @param {string[]} lines @param {object} settings */
function ends(lines, settings) {
  const run = trainSmall(lines, /** @type {any} */ ({ ...SETTINGS, ...settings }));
  const [auc, ndcg] = run.reports[run.iterations].train.map(({ value }) => Number(value));
  run.end();
  return { auc, ndcg };
}

test('of all draws so far, those with two models that disagree are kept, with how far the model of both is ahead', () => {
  const { components } = lesson.steps[2].question.state;
  /** @type {number[][]} */
  const found = [];
  for (let seed = 1; seed <= LAST_SEED; seed += 1) {
    const lines = linesOfSeed(seed);
    const [pairs, top] = [ends(lines, { method: 'svm-auc' }), ends(lines, { method: 'svm-ndcg' })];
    if (!(pairs.auc > top.auc + 1e-9 && top.ndcg > pairs.ndcg + 1e-9)) continue;
    const both = ends(lines, { method: 'combo', components });
    found.push([seed, both.auc - pairs.auc, both.ndcg - top.ndcg]);
  }
  assert.deepEqual(found.map(([seed]) => seed), DRAWS.map(([seed]) => seed));
  found.forEach(([seed, auc, ndcg], at) => {
    assert.ok(Math.abs(auc - DRAWS[at][1]) < 1e-4, `AUC of ${seed}`);
    assert.ok(Math.abs(ndcg - DRAWS[at][2]) < 1e-4, `NDCG of ${seed}`);
  });
});

test('the lesson counts the corners', () => {
  const { text, question: { ask, reveal } } = lesson.steps[3];
  const counted = (/** @type {string} */ corner) => DRAWS.filter(([, auc, ndcg]) => cornerOf(auc, ndcg) === corner).length;
  assert.ok(text.includes(`the ${DRAWS.length} in which the two methods disagree`));
  assert.ok(reveal.includes(`in ${counted('auc')} of ${DRAWS.length} draws it gives up NDCG, in ${counted('ndcg')} AUC, in ${counted('neither')} both. In ${counted('both')} it`));
  assert.ok(ask.startsWith('Four') && DRAWS.filter(([, auc]) => auc > 0).length === 4);
});
