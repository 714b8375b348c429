// Reports in few bytes: each is made again as it was, and an iteration takes fewer than 200 bytes with its curves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charts, plotOf } from '../../../www/features/run/charts/curves.js';
import { Series } from '../../../www/features/run/charts/series.js';
import { History } from '../../../www/lib/history.js';
import { PackedList } from '../../../www/lib/packed-list.js';
import { PLANES } from '../support/charts.mjs';

/** Past the records that are kept as objects. */
const BEHIND = 100;

/** Whether two values are equal, also in the sign of zero and in the order of keys. @param {unknown} one @param {unknown} other */
function same(one, other) {
  assert.deepStrictEqual(one, other);
  assert.equal(JSON.stringify(one), JSON.stringify(other));
}

/** The list of some records, read when none of them is kept as an object any more. @param {any[]} records @returns {any[]} */
function madeAgain(records) {
  /** @type {PackedList<any>} */
  const list = new PackedList();
  [...records, ...Array.from({ length: BEHIND }, (_, at) => ({ at }))].forEach((record, place) => list.put(place, record));
  return records.map((_, place) => list.at(place)).map((record) => structuredClone(record));
}

/** A report of cutting planes on training, validation and test data. @param {number} iteration */
function report(iteration) {
  const slack = 0.3 + Math.sin(iteration) / 9;
  const primal = 7e5 + 1e4 * Math.sin(iteration / 3);
  const best = 7e5 + 1e4 / (iteration + 1);
  const measured = (/** @type {number} */ shift) => [{ measure: 'ndcg@10', value: 0.5 + Math.cos(shift * iteration) / 7 }];
  return { iteration, objective: primal, best_objective: best, gap: 1 / (iteration + 1.5), kind: 'planes', round: iteration >> 9, primal,
    best_primal: best, dual: 6e5 - 1e4 / (iteration + 1.25), mean_slack: slack, mean_loss: slack / 2.1, component_slacks: [slack],
    norm: 800 + Math.sqrt(iteration + 0.3), cuts: 100 + (iteration % 30), added: 1, worst_violation: Math.PI / (iteration + 1),
    train: measured(1), valid: measured(2), test: measured(3) };
}

test('a record is made again as it was', () => {
  const records = [
    { a: 0, b: -0, c: 1, d: 65_535, e: 65_536, f: -1, g: 0.1, h: 0.1, i: NaN, j: Infinity, k: 5e-324, l: 2 ** 53, m: Number.MAX_VALUE },
    { a: 1, b: -0, c: [1, [2, { d: null }]], e: '3', f: true, g: [] }, {}, { 'a b': 'é\u{1F600}"\\', 10: 1, 2: 2 },
    { train: [{ measure: 'ap', value: null }, { measure: 'auc', value: 0.25 }], chosen: { feature: 3, threshold: 0.25, alpha: 4 } },
    report(5), { ...report(6), train: [] }, report(7),
  ];
  same(madeAgain(records), records);
});

test('10,000 reports are the same before and after, in every order of reading', () => {
  const records = Array.from({ length: 10_000 }, (_, iteration) => report(iteration));
  /** @type {History<any>} */
  let list = new History(new PackedList());
  for (let from = 0; from < records.length; from += 7) {
    const some = records.slice(from, from + 7);
    list = list.withAll(some.map(({ iteration }) => iteration), some);
  }
  same([...list], records);
  for (let at = 0; at < 30_000; at += 7919) same(list.at(at % 10_000), records[at % 10_000]);
  assert.equal(JSON.stringify(list), JSON.stringify(records), 'a file of runs has them as an array');
  same([list.at(-1), list.at(10_000), list.at(-10_001)], [records[9999], undefined, undefined]);
});

test('the same report is the same object as long as views read it', () => {
  const list = new PackedList();
  for (let place = 0; place < 1000; place += 1) list.put(place, report(place));
  const [first, far] = [list.at(0), list.at(500)];
  for (let place = 0; place < 1000; place += 1) list.at(place);
  assert.equal(list.at(0), first, 'watchers compare the first report');
  assert.notEqual(list.at(500), far, 'only some are kept as objects');
  same(list.at(500), far);
});

test('a value inside is replaced in the new state alone, and a skipped place is undefined', () => {
  const list = new History(new PackedList()).withAll([0, 1, 2], [{ a: 0 }, { a: 1 }, { a: 2 }]);
  same([...list.withAll([1], [{ a: 9 }])], [{ a: 0 }, { a: 9 }, { a: 2 }]);
  same([...list.withAll([4], [{ a: 9 }])], [{ a: 0 }, { a: 1 }, { a: 2 }, undefined, { a: 9 }]);
  same([...list], [{ a: 0 }, { a: 1 }, { a: 2 }]);
});

test('an iteration takes fewer than 200 bytes, with its seconds and the curves of the charts', () => {
  /** @type {PackedList<any>} */
  const packed = new PackedList();
  let reports = new History(packed);
  /** The bytes of reports, curves and seconds. @param {number} to */
  const bytesAt = (to) => {
    const some = Array.from({ length: to - reports.length }, (_, at) => report(reports.length + at));
    reports = reports.withAll(some.map(({ iteration }) => iteration), some);
    const run = /** @type {any} */ ({ reports, overview: { queries_used: 3, measures: ['ndcg@10'], components: [] } });
    const drawn = charts(run, 'ndcg@10', PLANES, String).flatMap((chart) => plotOf(chart, run, false, String).columns);
    assert.equal(drawn.length, 7, 'two bounds, slack and loss, three measures');
    return packed.size + drawn.reduce((sum, series) => sum + series.size, 0) + 8 * to;
  };
  const few = bytesAt(1000);
  const growth = (bytesAt(10_000) - few) / 9000;
  assert.ok(growth < 200, `${growth} bytes`);
});

test('the bytes of a curve are its values, and little more', () => {
  const series = new Series();
  for (let at = 0; at < 10_000; at += 1) series.push(Math.sin(at));
  assert.ok(series.size >= 80_000 && series.size < 125_000, `${series.size} bytes`);
});
