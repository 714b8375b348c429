// What the lesson on overfitting says of other draws of its data: how often the test lands below the peak of validation.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { linesOf } from '../../scripts/make-overfit-sample.mjs';
import { GRID } from '../../www/features/learn/lessons/pictures/chart/price-run.js';
import { LetorReader, Training, catalog, initSync } from '../../www/wasm/rankscope.js';

const DRAWS = 40;

/** @param {'train' | 'valid' | 'test'} part @param {number} queries @param {number} seed */
function dataOf(part, queries, seed) {
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(`${linesOf(part, queries, seed).join('\n')}\n`));
  return reader.finish();
}

/** NDCG on validation and test data at every C. @param {number} draw */
function pointsOf(draw) {
  const [train, valid, tests] = [dataOf('train', 10, draw), dataOf('valid', 100, draw + 1000), dataOf('test', 200, draw + 2000)];
  return GRID.map((c) => {
    const settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, measure: 'ndcg', c, reference: 'averaged', gap: 0.001, scale: 'none', measures: ['ndcg'] });
    const training = new Training(train, settings);
    training.watch_validation(valid);
    training.watch_test(tests);
    const reports = [];
    for (;;) {
      const progress = training.advance(1e6);
      if (progress.state === 'stepped') reports.push(progress.report);
      if (progress.state === 'stopped') {
        const { valid: [{ value = NaN }], test: [{ value: judged = NaN }] } = reports[progress.stop.best_iteration];
        return { value, judged };
      }
    }
  });
}

test('of 40 other draws, the test lands below the peak of validation in as many as the lesson says', async () => {
  initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
  const below = Array.from({ length: DRAWS }, (_, draw) => pointsOf(draw + 1)).filter((points) => {
    const peak = points.reduce((best, point) => (point.value > best.value ? point : best));
    return peak.judged < peak.value;
  }).length;
  const { steps } = JSON.parse(await readFile(at('www', 'lessons', 'overfitting.json'), 'utf8'));
  assert.match(steps[2].question.reveal, new RegExp(`in ${DRAWS} others, the test landed below the peak ${below} times\\.`));
});
