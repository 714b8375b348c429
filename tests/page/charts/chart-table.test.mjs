// The table of a long run has the iterations around the cursor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from '../../../www/features/charts/chart-table.js';

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
