// The differences from a baseline as numbers, from the table that the core wrote.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf, rangeOf } from '../../../../www/features/library/study/differences.js';

/** @param {[string, string[]][]} columns @returns {any} */
const sheet = (columns) => ({ title: 'Against DORM', columns: columns.map(([head, cells]) => ({ head, cells, words: head === 'method' })) });
const table = sheet([
  ['method', ['RankSVM', 'RankSVM', 'RankSVM']], ['size', ['10', '10', '40']], ['measure', ['ndcg@10', 'map', 'ndcg@10']],
  ['difference', ['−0.0073 [−0.0143, −0.0006]', '−0.0083 [−0.0177, +0.0005]', '+0.0056 [−0.0008, +0.0122]']],
  ['queries', ['152', '152', '152']], ['p signflip', ['0.02', '0.08', '0.09']], ['adjusted', ['0.04', '0.16', '0.18']],
]);

test('the first measure counts, in groups of what else the rows name, with adjusted p-values', () => {
  assert.deepEqual(differencesOf(table), { title: 'Against DORM', measure: 'ndcg@10', units: 'queries', isAdjusted: true, groups: [
    { name: 'size 10', rows: [{ name: 'RankSVM', value: -0.0073, low: -0.0143, high: -0.0006, p: 0.04 }] },
    { name: 'size 40', rows: [{ name: 'RankSVM', value: 0.0056, low: -0.0008, high: 0.0122, p: 0.18 }] }] });
});

test('p-values that the core did not adjust are not said to be adjusted', () => {
  const found = differencesOf(sheet([['method', ['RankSVM']], ['measure', ['ndcg@10']], ['difference', ['+0.1 [+0.05, +0.2]']], ['users', ['60']], ['p t', ['0.02']]]));
  assert.deepEqual([found?.units, found?.isAdjusted, found?.groups[0].rows[0].p], ['users', false, 0.02]);
});

test('the picture has room for all intervals and for 0', () => {
  const found = differencesOf(table);
  const [low, high] = rangeOf(/** @type {NonNullable<typeof found>} */ (found));
  assert.ok(low < -0.0143 && high > 0.0122);
});

test('a table without tests or without intervals has no picture', () => {
  assert.equal(differencesOf(undefined), null);
  assert.equal(differencesOf(sheet([['method', ['DORM']], ['ndcg@10', ['0.84']]])), null);
  assert.equal(differencesOf(sheet([['method', ['A']], ['measure', ['m']], ['difference', ['–']], ['p t', ['0.1']]])), null);
});
