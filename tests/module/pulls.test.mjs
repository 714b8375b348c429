// What the picture of pulls computes itself adds up to the pulls that the core reports.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initSync } from '../../www/wasm/rankscope.js';
import { trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { pairsOf, weightOf } from '../../www/features/learn/lessons/pictures/pulls/pair-weights.js';
import { boostedRuns } from '../../www/features/learn/lessons/pictures/pulls/boosted-run.js';
import { gainOf, printed, scoreFor, sharesOf } from '../../www/features/learn/lessons/pictures/pulls/shares.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

const LINES = ['3 qid:a 1:1 2:0', '2 qid:a 1:0.2 2:1', '2 qid:a 1:0 2:0.4', '1 qid:a 1:0.5 2:0.5', '0 qid:a 1:0.9 2:0.1',
  '0 qid:a 1:0.1 2:0.8'];
const C = 10;
const lesson = JSON.parse(readFileSync(new URL('../../www/lessons/boosting.json', import.meta.url), 'utf8'));

for (const targets of /** @type {const} */ (['grade', 'gain'])) {
  test(`the shares by ${targets} and by score differ by the pulls of ListNet, before and after training`, () => {
    const { training, iterations } = trainSmall(LINES, { method: 'listnet', targets, c: C });
    assert.ok(iterations > 0);
    for (const at of [0, 1, iterations]) {
      const { documents, pull } = training.pulls(at, 0);
      const target = sharesOf(documents.map(({ grade }) => (targets === 'gain' ? gainOf(grade) : grade)));
      const shares = sharesOf(documents.map(({ score }) => score));
      pull?.forEach((one, page) => assert.ok(Math.abs(one / C - (target[page] - shares[page])) < 1e-9, `page ${page} at ${at}`));
    }
  });
}

test('at the score for a share, a page has this share', () => {
  const scores = [0.4, -1, 2, 0];
  for (const share of [0.01, 0.25, 0.9]) {
    const at = scoreFor(scores, 2, share);
    assert.ok(Math.abs(sharesOf(scores.with(2, at))[2] - share) < 1e-12);
  }
});

test('printed shares add up', () => {
  assert.deepEqual(printed(0.06697, 1 / 7), { target: 6.7, share: 14.3, pull: -7.6 });
});

test('the weights of the pairs add up to the pulls of the methods, up to a factor', () => {
  for (const [method, loss, settings] of /** @type {const} */ ([['rankboost', 'exponential', { rounds: 5 }], ['frank', 'fidelity', { rounds: 5 }],
    ['ranknet-linear', 'logistic', {}]])) {
    const { training, iterations } = trainSmall(LINES, { method, ...settings });
    for (const at of [0, 1, iterations]) {
      const { documents, pull } = training.pulls(at, 0);
      assert.ok(pull);
      const pages = documents.map(({ grade }) => ({ title: '', grade }));
      const own = pages.map((_, page) => pairsOf(loss, pages, documents.map(({ score }) => score), page).pull);
      const factor = pull[0] / own[0];
      own.forEach((one, page) => assert.ok(Math.abs(one * factor - pull[page]) < 1e-9, `${method}, page ${page} at ${at}`));
    }
  }
  for (const loss of /** @type {const} */ (['exponential', 'fidelity', 'logistic'])) assert.ok(Math.abs(weightOf(loss, 0) - 1) < 1e-12);
});

test('the weights times what swaps change in NDCG are the pulls of LambdaMART, up to a factor; ties share their ranks', () => {
  const step = lesson.steps[5].state;
  for (const [lines, k] of /** @type {const} */ ([[LINES, 10], [LINES, 2], [step.data, 30]])) {
    const { training, iterations } = trainSmall(lines, { method: 'lambdamart', variant: 'published', rounds: 3, cut_off: k,
      min_documents: 2 });
    for (const at of [0, 1, iterations]) {
      const { documents, pull, predicted } = training.pulls(at, 0);
      const pages = documents.map(({ grade }) => ({ title: '', grade }));
      const swaps = { order: Array.from(predicted), measure: `ndcg@${k}` };
      const scores = documents.map(({ score }) => score);
      assert.equal(at === 0, scores.every((score) => score === scores[0]));
      pages.forEach((_, page) => {
        const own = pairsOf('logistic', pages, scores, page, swaps).pull;
        assert.ok(Math.abs(own / 2 - (pull?.[page] ?? NaN)) < 1e-9, `page ${page} at ${at}, k ${k}`);
      });
    }
  }
});

test('at equal scores, the pull of LambdaMART is the mean over all orders of the list', () => {
  const grades = LINES.map((line) => Number(line[0]));
  const { training } = trainSmall(LINES, { method: 'lambdamart', variant: 'published', rounds: 1, cut_off: 3 });
  const orders = /** @type {(rest: number[]) => number[][]} */ ((rest) => (rest.length === 0 ? [[]]
    : rest.flatMap((page) => orders(rest.filter((other) => other !== page)).map((order) => [page, ...order]))));
  const all = orders(grades.map((_, page) => page));
  const discount = (/** @type {number} */ rank) => (rank < 3 ? 1 / Math.log2(rank + 2) : 0);
  const ideal = grades.toSorted((one, other) => other - one).reduce((sum, grade, rank) => sum + gainOf(grade) * discount(rank), 0);
  training.pulls(0, 0).pull?.forEach((pull, page) => {
    const mean = all.reduce((sum, order) => sum + grades.reduce((own, grade, other) => own + 0.5 * (gainOf(grades[page]) - gainOf(grade))
      * Math.abs(discount(order.indexOf(page)) - discount(order.indexOf(other))), 0), 0) / all.length / ideal;
    assert.ok(Math.abs(pull - mean) < 1e-12, `page ${page}`);
  });
});

test('with the weight of all pairs, the pull of RankBoost is a share', () => {
  const lines = lesson.steps[4].state.data;
  const runs = boostedRuns();
  const { pages, rounds, pairs } = runs(lines, 'rankboost', 0);
  assert.equal(pairs, 90);
  const { training } = trainSmall(lines, { method: 'rankboost', rounds: 8 });
  rounds.forEach(({ scores, all }, at) => {
    const { pull } = pairsOf('exponential', pages, scores, 8);
    assert.ok(Math.abs(pull / (all ?? 0) - (training.pulls(at, 0).pull?.[8] ?? 0)) < 1e-9);
  });
});
