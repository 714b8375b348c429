// The table of costs as text of the setting.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isTable, rowName, sizeOf, tableText, withCost, withKind } from '../../../www/features/settings/cost-table.js';

const ROWS = [{ grade: 0, kind: null, costs: [1, 0.5] }, { grade: 1, kind: null, costs: [0, 0] }];

test('a table is written as the JSON that the core reads', () => {
  const text = tableText(withCost(ROWS, 0, 1, 0.25));
  assert.deepEqual(JSON.parse(text), [{ grade: 0, cost: [1, 0.25] }, { grade: 1, cost: [0, 0] }]);
  assert.deepEqual([isTable(text), isTable('rank * grade'), isTable(' [')], [true, false, true]);
  assert.equal(ROWS[0].costs[1], 0.5, 'what is given stays');
});

test('another kind begins with the costs of the others, beside their grade', () => {
  const rows = withKind(ROWS, 'news');
  assert.deepEqual(rows.map(({ grade, kind }) => [grade, kind]), [[0, null], [0, 'news'], [1, null], [1, 'news']]);
  assert.deepEqual(rows[1].costs, [1, 0.5]);
  assert.equal(withKind(rows, 'news'), rows, 'a kind has one row for each grade');
  assert.equal(withKind(rows, ''), rows);
  assert.deepEqual(rows.map((row) => rowName(row, true)), ['grade 0, other', 'grade 0, news', 'grade 1, other', 'grade 1, news']);
  assert.equal(JSON.parse(tableText(rows))[1].kind, 'news');
});

test('the size is that of the table, and of the usual one for a formula', () => {
  assert.deepEqual(sizeOf('rank', 2), { ranks: 5, highest: 2 });
  assert.deepEqual(sizeOf(tableText(ROWS), 0), { ranks: 2, highest: 1 });
  assert.deepEqual(sizeOf(tableText(ROWS), 4), { ranks: 2, highest: 4 });
  assert.equal(sizeOf(`[{"grade": 0, "cost": [${Array(31).fill(1)}]}]`, 1).ranks, 0, 'too wide to edit');
  assert.equal(sizeOf('[{"grade": 0, ', 1).ranks, 0, 'no table yet');
  assert.equal(sizeOf('[1, 2]', 1).ranks, 0);
});
