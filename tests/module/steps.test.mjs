// The pair error that the picture of one feature counts for a threshold is the one that the core reports.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initSync } from '../../www/wasm/rankscope.js';
import { trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { pairErrorOf, valuesOf } from '../../www/features/learn/lessons/pictures/steps/model-score.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

test('the first stump of RankBoost has the least pair error of all thresholds, and the one that is counted', () => {
  const lesson = JSON.parse(readFileSync(new URL('../../www/lessons/boosting.json', import.meta.url), 'utf8'));
  const lines = lesson.steps[0].state.data;
  const { reports, training } = trainSmall(lines, { method: 'rankboost', rounds: 1 });
  const documents = valuesOf(lines);
  assert.equal(documents.length, 12);
  const scorer = training.scorer(1);
  const [term] = scorer.kind === 'additive' ? scorer.terms : [];
  assert.ok(term?.weak.kind === 'stump' && term.weight < 0);
  const [, { pair_error: told }] = /** @type {any[]} */ (reports);
  assert.ok(Math.abs(1 - pairErrorOf(documents, term.weak.threshold) - told) < 1e-12);
  for (const { value } of documents) {
    const error = pairErrorOf(documents, value);
    assert.ok(Math.min(error, 1 - error) > told - 1e-12, `threshold ${value}`);
  }
});
