// What the picture of an online learner makes of its reports.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutOf, tickOf } from '../../../../www/features/learn/lessons/pictures/one-by-one/layout.js';
import { seenOf, wishesOf } from '../../../../www/features/learn/lessons/pictures/one-by-one/paid-run.js';

test('means come from what each search cost and from the reported regret', () => {
  const reports = [{ paid: 0, regret: 0, bound: 0 }, { paid: 1, regret: 0.75, bound: 6 }, { paid: 0.5, regret: 0.25, bound: 4 }];
  assert.deepEqual(seenOf(reports), [{ cost: 1, paid: 1, best: 0.25, regret: 0.75, bound: 6 }, { cost: 0.5, paid: 0.75, best: 0.5, regret: 0.25, bound: 4 }]);
  assert.deepEqual(seenOf([]), []);
});

test('readers who change are told apart by the names of their searches', () => {
  const lines = ['# features: fresh, long', '1 qid:fresh-1 1:1', '0 qid:fresh-1 1:0', '1 qid:fresh-2 1:1', '1 qid:long-3 2:1'];
  assert.deepEqual(wishesOf(lines), [{ name: 'fresh', from: 0 }, { name: 'long', from: 2 }]);
  assert.deepEqual(wishesOf(lines.slice(0, 4)), [], 'no change');
  assert.deepEqual(wishesOf(null), []);
});

test('four ticks fit, so that four times the first one is on the axis', () => {
  assert.deepEqual([32, 119, 200].map(tickOf), [8, 25, 50]);
  for (const searches of [10, 32, 119, 200, 900]) assert.ok(4 * tickOf(searches) <= searches, `${searches}`);
});

test('the chart is as high as the dearest search, or as the bound near the first tick', () => {
  const seen = Array.from({ length: 40 }, (_, at) => ({ cost: 0.9 - at / 100, paid: 1, best: 0, regret: 1, bound: 10 / Math.sqrt(at + 1) }));
  assert.ok(Math.abs(layoutOf(false, seen, false).y[1] - 1) < 1e-12);
  assert.equal(layoutOf(true, seen, true).y[1], Math.ceil(1.3 * seen[tickOf(40) - 1].bound));
});
