// The table of a long run has the iterations around the cursor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../support/dom.mjs';
import { chartTable, firstOf } from '../../../../www/features/run/charts/chart-table.js';

test('a short run is shown whole', () => {
  for (const cursor of [0, 250, 499]) assert.equal(firstOf(500, cursor), 0);
});

test('the rows of a long run hold the cursor, begin at few places, and end with the run', () => {
  for (const rows of [501, 749, 750, 751, 10_001, 123_456]) {
    for (let cursor = 0; cursor < rows; cursor += 1) {
      const first = firstOf(rows, cursor);
      assert.ok(first >= 0 && first <= cursor && cursor < first + 500 && first % 250 === 0, `${cursor} of ${rows}: ${first}`);
    }
    assert.ok(firstOf(rows, rows - 1) + 500 >= rows, `the end of ${rows}`);
  }
});

/** The table of a run and of a kept run laid over it, as rows of texts. */
function tableOf() {
  const table = chartTable();
  const curve = (/** @type {string} */ key, /** @type {object[] | undefined} */ reports) => ({ key, label: key, reports,
    of: (/** @type {{ value: number }} */ report) => report.value, text: (/** @type {number | null} */ value) => (value === null ? '' : String(value)) });
  const kept = Array.from({ length: 4 }, (_, at) => ({ value: 10 + at }));
  const chart = /** @type {any} */ ({ name: 'Objective', curves: [curve('own', undefined), curve('kept', kept)] });
  return (/** @type {number[]} */ values, id = 1) => {
    table.update(chart, /** @type {any} */ ({ id, reports: values.map((value) => ({ value })) }), values.length - 1);
    return [...table.element.querySelectorAll('tbody tr')].map((row) => [...row.children].map(textOf));
  };
}

test('rows that a kept run filled first get the values of the new run', () => {
  const rowsAfter = tableOf();
  assert.deepEqual(rowsAfter([1]), [['0', '1', '10'], ['1', '', '11'], ['2', '', '12'], ['3', '', '13']]);
  assert.deepEqual(rowsAfter([1, 2, 3]), [['0', '1', '10'], ['1', '2', '11'], ['2', '3', '12'], ['3', '', '13']]);
  assert.deepEqual(rowsAfter([7], 2)[0], ['0', '7', '10'], 'another run begins anew');
});
