// The list of the picture of pages of sites: the rule rank by rank, and what the core says of its end.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { orderAt, siteList, sitesOf, skippedAt, worthOf } from '../../www/features/learn/lessons/pictures/sites/site-list.js';
import { LetorReader, Training, catalog, initSync } from '../../www/wasm/rankscope.js';

test('taken rank by rank, the rule ends at the order of the core, and its share is dNDCG', async () => {
  initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
  const reader = new LetorReader();
  reader.push(await readFile(at('www', 'samples', 'sites-train.txt')));
  const settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, measure: 'ndcg@5', c: 1000, scale: 'none', group: 'key:site', measures: ['dndcg@5', 'repeats@5'] });
  const training = new Training(reader.finish(), settings);
  let iterations = -1;
  for (let state = ''; state !== 'stopped';) {
    ({ state } = training.advance(1e6));
    if (state === 'stepped') iterations += 1;
  }
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
