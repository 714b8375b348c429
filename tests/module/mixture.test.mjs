// The smoothed NDCG of the picture of a mixture is the one that the core reports, in every stage of SmoothRank.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LetorReader, Training, catalog, generate_sample, initSync } from '../../www/wasm/rankscope.js';
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

/** How the page divides its made-up searches, and the iteration of the step. */
const SPLIT = /** @type {const} */ ([0.6, 0.2, 0.2, 1]);
const LAST = 9;

// What step 3 of the lesson says of the cause: wider gaps between scores, and not the length of w alone.
test('the first w, stretched until its scores spread as far as the last ones, has nearly their smoothed NDCG', () => {
  const reader = new LetorReader();
  reader.push(generate_sample(200, 40, 1));
  const [data] = reader.finish().into_split(...SPLIT);
  const training = new Training(data, /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults,
    method: 'smoothrank', c: 10, scale: 'none', measures: ['ndcg@10'] }));
  /** @type {any[]} */
  const reports = [];
  while (reports.length <= LAST) {
    const progress = training.advance(1e6);
    if (progress.state === 'stepped') reports.push(progress.report);
  }
  const queries = data.summary().queries;
  const lists = (/** @type {number} */ at) => Array.from({ length: queries }, (_, query) => {
    const { documents, predicted } = training.pulls(at, query);
    return Array.from(predicted, (page) => documents[page]);
  });
  const [first, last] = [lists(0), lists(LAST)];
  const mean = (/** @type {number[]} */ values) => values.reduce((all, one) => all + one, 0) / values.length;
  const spread = (/** @type {typeof first} */ all) => Math.sqrt(mean(all.map((pages) => {
    const middle = mean(pages.map(({ score }) => score));
    return mean(pages.map(({ score }) => (score - middle) ** 2));
  })));
  /** The smoothed NDCG@10 with scores times `by`. @param {typeof first} all @param {number} by */
  const smooth = (all, by) => mean(all.flatMap((pages) => {
    const dcg = (/** @type {(page: number) => number} */ gainAt) =>
      pages.slice(0, 10).reduce((sum, _, rank) => sum + gainAt(rank) / Math.log2(rank + 2), 0);
    const gains = pages.map(({ grade }) => 2 ** grade - 1);
    const sorted = gains.toSorted((one, other) => other - one);
    const scores = pages.map(({ score }) => by * score);
    const value = dcg((rank) => sharesAround(scores, scores[rank], 4).reduce((sum, share, page) => sum + share * gains[page], 0));
    const best = dcg((rank) => sorted[rank]);
    return best ? [value / best] : [];
  }));
  assert.ok(Math.abs(smooth(first, 1) - (1 - reports[0].mean_loss)) < 1e-3);
  assert.ok(Math.abs(smooth(last, 1) - (1 - reports[LAST].mean_loss)) < 1e-3);
  const wider = spread(last) / spread(first);
  assert.equal(wider.toFixed(1), '3.6');
  assert.equal(smooth(first, wider).toFixed(3), '0.696');
  assert.ok(reports[LAST].norm < wider * reports[0].norm, 'the stretched w is longer than the trained one');
});
