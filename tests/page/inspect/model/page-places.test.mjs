// The place of a document in the file of pages, by its line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfLine } from '../../../../www/features/inspect/model/page-places.js';

test('a line behind the head belongs to a candidate of a query', () => {
  const queries = [{ candidates: 2 }, { candidates: 1 }, { candidates: 3 }];
  const places = [1, 2, 3, 4, 5, 6, 7, 8, undefined].map((line) => placeOfLine(queries, line));
  assert.deepEqual(places.map((place) => place && [place.query, place.candidate]), [null, [0, 0], [0, 1], [1, 0], [2, 0], [2, 1], [2, 2], null, null]);
});
