// The list of the picture of pages of sites: the rule rank by rank, and what the core says of its end.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { orderAt, siteList, sitesOf, skippedAt, worthOf } from '../../www/features/learn/lessons/pictures/sites/site-list.js';
import { LetorReader, Training, catalog, initSync } from '../../www/wasm/rankscope.js';

initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });

/** Trains on the sample to the end. @param {string} measure @param {number} c */
async function trained(measure, c) {
  const reader = new LetorReader();
  reader.push(await readFile(at('www', 'samples', 'sites-train.txt')));
  const settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, measure, c, scale: 'none',
    group: 'key:site', measures: ['dndcg@5', 'repeats@5'] });
  const training = new Training(reader.finish(), settings);
  let iterations = -1;
  for (let state = ''; state !== 'stopped';) {
    ({ state } = training.advance(1e6));
    if (state === 'stepped') iterations += 1;
  }
  return { training, iterations };
}

test('taken rank by rank, the rule ends at the order of the core, and its share is dNDCG', async () => {
  const { training, iterations } = await trained('ndcg@5', 1000);
  for (let query = 0; query < 30; query += 1) {
    const list = siteList(training.inspect(iterations, query));
    assert.ok(list);
    const { ruled, ranks, value = 0 } = list;
    assert.deepEqual(orderAt(list, ranks), [...ruled], `${query}`);
    const [first, last] = [orderAt(list, 0), orderAt(list, ranks)].map((order) => worthOf(list, order));
    assert.equal(first.repeats.filter(Boolean).length, ranks - sitesOf(list, ranks).length);
    assert.ok(!last.repeats.some(Boolean));
    assert.ok(Math.abs(last.share - value) < 1e-9);
    assert.ok(first.share <= last.share + 1e-9);
    for (let rank = 0; rank < ranks; rank += 1) {
      const taken = ruled.slice(0, rank).map((document) => list.pages[document].kind);
      assert.ok(skippedAt(list, rank).every((document) => taken.includes(list.pages[document].kind)));
    }
  }
});

const QUERIES = 30;

/** The mean demand at an iteration, as the weights that it asks for. @param {Training} training @param {number} iteration
 * @param {number[][][]} features by query and document */
function demandAt(training, iteration, features) {
  const demand = [0, 0, 0];
  for (let query = 0; query < QUERIES; query += 1) {
    training.inspect(iteration, query).coefficients.forEach((by, document) =>
      features[query][document].forEach((value, feature) => { demand[feature] += (by * value) / QUERIES; }));
  }
  return demand;
}

// What step 4 of the lesson says of the cause.
test('with the rule both lists have the same five sites, and the demands say little about them', async () => {
  /** @type {number[][][]} */
  const features = Array.from({ length: QUERIES }, () => []);
  for (const line of (await readFile(at('www', 'samples', 'sites-train.txt'), 'utf8')).split('\n')) {
    const query = Number(/qid:train-(\d+)/.exec(line)?.[1]) - 1;
    if (query >= 0) features[query].push([1, 2, 3].map((name) => Number(line.match(` ${name}:(\\S+)`)?.[1])));
  }
  const share = (/** @type {ArrayLike<number>} */ weights) => (weights[1] / weights[0]).toFixed(2);
  const [ruled, plain] = [await trained('dndcg@5', 10), await trained('ndcg@5', 10)];
  for (const iteration of [0, ruled.iterations]) {
    for (let query = 0; query < QUERIES; query += 1) {
      const { reference, violator, diverse } = ruled.training.inspect(iteration, query);
      const [best, worst] = [reference, violator].map((list) => list.slice(0, 5)
        .map((document) => diverse?.groups[document]).sort().join());
      assert.equal(best, worst, `query ${query}, iteration ${iteration}`);
    }
  }
  // The search of step 5: one page passes another, and no other moves.
  const [before, after] = [plain, ruled].map(({ training, iterations }) => {
    const list = /** @type {NonNullable<ReturnType<typeof siteList>>} */ (siteList(training.inspect(iterations, 14)));
    return orderAt(list, list.ranks).slice(0, list.ranks);
  });
  const quality = (/** @type {number} */ rank) => features[14][before[rank]][1];
  assert.deepEqual(after, [before[0], before[2], before[1], ...before.slice(3)]);
  assert.ok(quality(2) < quality(1), 'that of the poorer site rises');
  assert.equal(share(demandAt(ruled.training, 0, features)), '0.17');
  assert.equal(share(demandAt(plain.training, 0, features)), '0.68');
  for (const measure of ['dndcg@5', 'ndcg@5']) {
    const { training, iterations } = await trained(measure, 1000);
    assert.equal(Number(share(training.weights(iterations))).toFixed(1), '1.3');
  }
  // The weights of the run with the rule, but the site with its share of the run without.
  const weights = [...ruled.training.weights(ruled.iterations)];
  const old = plain.training.weights(plain.iterations);
  weights[1] = (weights[0] * old[1]) / old[0];
  assert.equal((await diverseValue(weights)).toFixed(2), '0.87');
  assert.equal((await diverseValue(ruled.training.weights(ruled.iterations))).toFixed(2), '0.84');
});

/** dNDCG@5 of the test searches. @param {ArrayLike<number>} weights */
async function diverseValue(weights) {
  /** @type {Map<string, { grade: number, site: string, score: number }[]>} */
  const searches = new Map();
  for (const line of (await readFile(at('www', 'samples', 'sites-test.txt'), 'utf8')).split('\n')) {
    const [, grade, id, rest, site] = /^(\d) qid:(\S+) (.*) # site=(\w)/.exec(line) ?? [];
    if (!id) continue;
    const score = rest.split(' ').reduce((all, one, at) => all + Number(one.slice(2)) * weights[at], 0);
    searches.set(id, [...searches.get(id) ?? [], { grade: Number(grade), site, score }]);
  }
  const dcg = (/** @type {number[]} */ grades) =>
    grades.slice(0, 5).reduce((all, grade, rank) => all + (2 ** grade - 1) / Math.log2(rank + 2), 0);
  const values = [...searches.values()].map((pages) => {
    const first = (/** @type {typeof pages} */ order) =>
      order.filter(({ site }, at) => order.findIndex((one) => one.site === site) === at).map(({ grade }) => grade);
    const best = dcg(first(pages.toSorted((one, other) => other.grade - one.grade)));
    return best ? dcg(first(pages.toSorted((one, other) => other.score - one.score))) / best : Number.NaN;
  }).filter(Number.isFinite);
  return values.reduce((all, value) => all + value, 0) / values.length;
}
