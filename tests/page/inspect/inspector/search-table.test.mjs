// What a search table leaves out of a long query is said with its numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCut, leftOut } from '../../../../www/features/inspect/inspector/search-table.js';

/** @param {object} change @returns {any} */
const table = (change) => ({ form: 'assignment', rows: [0, 1, 2], shown_rows: [0, 1, 2], width: 3, shown_width: 3, violator_values: [1, 2, 3], violator_total: 6, ...change });

test('a whole table leaves nothing out', () => {
  assert.equal(isCut(table({})), false);
  assert.equal(leftOut(table({})), '');
});

test('left-out ranks and documents are counted, with their part of the sum', () => {
  const cut = table({ shown_rows: [0, 2], shown_width: 2, violator_values: [1, 3] });
  assert.equal(isCut(cut), true);
  assert.match(leftOut(cut), /^Only the first 2 of 3 ranks have cells\./);
  assert.match(leftOut(cut), /1 document of 3 has no row here; their cells add 2\.000 to the sum of ŷ\.$/);
  assert.match(leftOut(table({ form: 'path', shown_width: 2 })), /2 of 3 columns/);
});
