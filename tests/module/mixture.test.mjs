// The smoothed NDCG of the picture of a mixture is the one that the core reports, in every stage of SmoothRank.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initSync } from '../../www/wasm/rankscope.js';
import { trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { SIGMAS, sharesAround, smoothed } from '../../www/features/learn/lessons/pictures/mixture/shares.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

const lesson = JSON.parse(readFileSync(new URL('../../www/lessons/smooth-ranks.json', import.meta.url), 'utf8'));

test('the smoothed and the true NDCG are those of the core, and the widths are those of its stages', () => {
  const { training, reports } = trainSmall(lesson.steps[0].state.data, { method: 'smoothrank', c: 10 });
  const sigmas = new Set();
  for (const [at, report] of /** @type {any[]} */ (reports).entries()) {
    const { documents, predicted } = training.pulls(at, 0);
    const pages = Array.from(predicted, (page) => documents[page]);
    const { smooth, exact } = smoothed(pages.map(({ grade }) => grade), pages.map(({ score }) => score), report.smoothing);
    assert.ok(Math.abs(smooth - (1 - report.mean_loss)) < 1e-9, `iteration ${at}`);
    assert.ok(Math.abs(exact - report.train[0].value) < 1e-9, `iteration ${at}`);
    sigmas.add(report.smoothing);
  }
  assert.deepEqual([...sigmas], [...SIGMAS]);
});

test('the shares of a mixture add up to 1, and the nearest page has the largest', () => {
  for (const sigma of SIGMAS) {
    const shares = sharesAround([3, 2.6, 1, 0], 2.6, sigma);
    assert.ok(Math.abs(shares.reduce((sum, one) => sum + one) - 1) < 1e-12);
    assert.equal(shares.indexOf(Math.max(...shares)), 1);
  }
});
