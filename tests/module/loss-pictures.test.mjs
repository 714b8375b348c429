// The numbers of the pictures of losses are those of a trained run.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initSync } from '../../www/wasm/rankscope.js';
import { spread } from '../../www/features/learn/lessons/pictures/losses/spread.js';
import { pairLoss, pullsOf } from '../../www/features/learn/lessons/pictures/losses/pair-loss.js';
import { owpcRun } from '../../www/features/learn/lessons/pictures/pair-weights/owpc-run.js';
import { classLoss, fits, squaredLoss } from '../../www/features/learn/lessons/pictures/points/point-loss.js';
import { trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { trainedSearches } from '../../www/features/learn/lessons/pictures/losses/trained-search.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

const LESSON = JSON.parse(readFileSync(new URL('../../www/lessons/pairs.json', import.meta.url), 'utf8'));

test('the loss of a pair is the hinge or the logistic loss, and its pull the slope', () => {
  const [hinge, logistic] = [pairLoss('hinge'), pairLoss('logistic')];
  for (const margin of [-1.2, 0, 0.4, 0.95, 1, 2.5]) {
    assert.ok(Math.abs(hinge.loss(margin) - Math.max(0, 1 - margin)) < 1e-9);
    assert.ok(Math.abs(logistic.loss(margin) - Math.log1p(Math.exp(-margin))) < 1e-9);
    assert.ok(Math.abs(hinge.pull(margin) - (margin < 1 ? 1 : 0)) < 1e-6);
    assert.ok(Math.abs(logistic.pull(margin) - 1 / (1 + Math.exp(margin))) < 1e-4);
  }
});

test('the pulls of the pairs add up to the pulls that the core reports', () => {
  const trained = trainedSearches();
  for (const kind of /** @type {const} */ (['hinge', 'logistic'])) {
    const loss = pairLoss(kind);
    const { pages, pull } = trained(loss, LESSON.steps[3].state.data, 100);
    const { sums } = pullsOf(loss, pages);
    sums.forEach((sum, at) => assert.ok(Math.abs((100 / 15) * sum - pull[at]) < 0.01, `${kind}, page ${at}`));
  }
});

test('pages that would cover each other stand apart in their order', () => {
  const places = spread([100, 104, 300], 30);
  assert.ok(places[1] - places[0] >= 29.9);
  assert.equal(places[2], 300);
});

test('the weighted sum of the pairs is the slack that OWPC reports', () => {
  const lesson = JSON.parse(readFileSync(new URL('../../www/lessons/pair-weights.json', import.meta.url), 'utf8'));
  const lines = lesson.steps[0].state.data;
  for (const generator of ['constant', 'top:50', 'inverse-rank']) {
    const { turns } = owpcRun(lines, generator, 8, pairLoss('hinge'));
    const { reports } = trainSmall(lines, { method: 'owpc', generator, c: 8, steps: 'full' });
    const slack = /** @type {Record<string, any>} */ (reports[reports.length - 1]).mean_slack;
    assert.ok(Math.abs(turns[turns.length - 1].loss - slack) < 1e-6, generator);
  }
});

test('the loss of a single page is half the square, or the logistic loss of its class', () => {
  const [squared, classed] = [squaredLoss(), classLoss()];
  for (const score of [-1, 0.4, 2, 3.4]) {
    for (const grade of [0, 1, 2]) {
      assert.ok(Math.abs(squared.of(grade, score) - (score - grade) ** 2 / 2) < 1e-9);
      assert.ok(Math.abs(classed.of(grade, score) - Math.log1p(Math.exp(grade > 0 ? -score : score))) < 1e-9);
    }
  }
});

test('the squares between grades and shifted scores make the loss of the fit', () => {
  const lesson = JSON.parse(readFileSync(new URL('../../www/lessons/pointwise.json', import.meta.url), 'utf8'));
  const fitted = fits(lesson.steps[0].state.data, 100);
  for (const w of [fitted.squares, fitted.pairs]) {
    const { loss, scores } = fitted.at(w);
    const mean = scores.reduce((sum, score, at) => sum + (score - fitted.pages[at].grade) ** 2 / 2, 0) / scores.length;
    assert.ok(Math.abs(loss - mean) < 1e-9);
  }
});
