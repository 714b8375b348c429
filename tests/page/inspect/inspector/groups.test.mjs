// The ranking with one document per group, and its repeats.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelRanking, repeatsOf } from '../../../../www/features/inspect/inspector/groups.js';
import { FIRST_VIEW, OFF, ON, reduceInspectorView } from '../../../../www/features/inspect/inspector/inspector-state.js';

const diverse = { groups: [4, 4, 0, 4, 0], ranks: 3, order: [0, 2, 1, 3, 4] };
const query = { predicted: [0, 1, 2, 3, 4], diverse };

test('the switch chooses the ranking where there are groups', () => {
  assert.equal(modelRanking(query, ON), diverse.order);
  assert.equal(modelRanking(query, OFF), query.predicted);
  assert.equal(modelRanking({ predicted: query.predicted, diverse: undefined }, ON), query.predicted);
});

test('a repeat is a document of the first ranks whose group stands above it', () => {
  assert.deepEqual(repeatsOf(diverse, query.predicted), [false, true, false]);
  assert.deepEqual(repeatsOf({ ...diverse, ranks: 2 }, diverse.order), [false, false]);
  assert.deepEqual(repeatsOf(undefined, query.predicted), []);
});

test('the switch is off at first, and stays where it is put', () => {
  const first = /** @type {any} */ ({ ...FIRST_VIEW, snapshot: null });
  assert.equal(first.onePerGroup, OFF);
  const on = reduceInspectorView(first, { type: 'inspector/one per group', on: true });
  assert.equal(on.onePerGroup, ON);
  assert.equal(reduceInspectorView(on, { type: 'inspector/one per group', on: false }).onePerGroup, OFF);
});
