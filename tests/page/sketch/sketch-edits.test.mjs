// Edits of the sketch pad: what they change, what they refuse, and Undo.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_DOCUMENTS, MOST_QUERIES, add, addQuery, clear, faultOf, feature, freePlace, move, regrade, remove, removeQuery, shades, shownDocuments, start, undo } from '../../../www/features/sketch/sketch-edits.js';
import { NO_SKETCH, reduceSketch } from '../../../www/features/sketch/sketch-state.js';

/** @typedef {import('../../../www/features/sketch/sketch-state.js').SketchView} SketchView */

/** @param {SketchView} state @param {Partial<SketchView>} change */
const after = (state, change) => reduceSketch(state, { type: 'sketch/set', change });
const begun = after(NO_SKETCH, start(NO_SKETCH, 'separable'));

test('features have three decimals and stay in their range', () => {
  assert.deepEqual([0.12345, -2.5, 7, -0.0001].map((value) => feature(value)), [0.123, -2, 2, 0]);
  assert.ok(Object.is(feature(-0.0001), 0), 'no −0');
});

test('documents are added with the grade of the brush, moved, graded and removed', () => {
  const count = shownDocuments(begun).length;
  let state = after({ ...begun, brush: 3 }, add({ ...begun, brush: 3 }, 0.5, -3));
  assert.deepEqual(shownDocuments(state).at(-1), { x: 0.5, y: -2, grade: 3 });
  assert.equal(state.chosen, count, 'the new document is chosen');
  state = after(state, move(state, count, { x: 1 }, true));
  assert.deepEqual(shownDocuments(state).at(-1), { x: 1, y: -2, grade: 3 });
  state = after(state, regrade(state, count, 0));
  assert.equal(shownDocuments(state).at(-1)?.grade, 0);
  assert.equal(state.brush, 0, 'the next document gets the same grade');
  assert.deepEqual(regrade(state, count, 5), {}, 'there is no grade 5');
  state = after(state, remove(state, count));
  assert.deepEqual(shownDocuments(state), shownDocuments(begun));
  assert.deepEqual([move(state, 99, { x: 1 }, true), remove(state, 99), regrade(state, 99, 1)], [{}, {}, {}], 'a document that is not there');
});

test('a drag is one step of Undo', () => {
  let state = begun;
  for (const [at, x] of [0.1, 0.2, 0.3].entries()) state = after(state, move(state, 0, { x }, at === 0));
  assert.equal(shownDocuments(state)[0].x, 0.3);
  state = after(state, undo(state));
  assert.deepEqual(state.pad, begun.pad);
  assert.deepEqual(undo(begun), {}, 'nothing came before');
});

test('what does not fit is refused with a reason', () => {
  let state = begun;
  while (shownDocuments(state).length < MOST_DOCUMENTS) state = after(state, add(state, 0, 0));
  assert.match(add(state, 0, 0).note ?? '', /at most 20 documents\. Remove one first\./);
  while ((state.pad ?? []).length < MOST_QUERIES) state = after(state, addQuery(state));
  assert.match(addQuery(state).note ?? '', /at most 8 queries/);
  while ((state.pad ?? []).length > 1) state = after(state, removeQuery(state));
  assert.match(removeQuery(state).note ?? '', /keeps at least one query/);
});

test('new queries have free names', () => {
  let state = after(begun, removeQuery({ ...begun, query: 1 }));
  state = after(state, addQuery(state));
  assert.deepEqual(state.pad?.map(({ id }) => id), ['1', '3', '4']);
  assert.equal(state.query, 2, 'the new query is shown');
});

test('a query that cannot be ranked wrongly says why', () => {
  const point = { x: 0, y: 0, grade: 2 };
  assert.match(faultOf({ id: '4', documents: [] }), /^Query 4 has 0 documents, so there is nothing to rank/);
  assert.match(faultOf({ id: '4', documents: [point] }), /^Query 4 has 1 document,/);
  assert.match(faultOf({ id: '4', documents: [point, point] }), /^All documents of query 4 have grade 2/);
  assert.equal(faultOf({ id: '4', documents: [point, { ...point, grade: 0 }] }), '');
});

test('a new document finds a free place', () => {
  /** @type {{ x: number, y: number, grade: number }[]} */
  const documents = [];
  for (let count = 0; count < MOST_DOCUMENTS; count += 1) {
    const place = freePlace(documents);
    assert.ok(documents.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > 0.25));
    documents.push({ ...place, grade: 0 });
  }
});

test('Clear leaves one empty query, and Undo brings pad and sheet back', () => {
  const three = after(NO_SKETCH, start(NO_SKETCH, 'three-searches'));
  const other = after(three, start(three, 'ring'));
  const empty = after(other, clear(other));
  assert.deepEqual(empty.pad, [{ id: '1', documents: [] }]);
  const back = after(after(empty, undo(empty)), undo(after(empty, undo(empty))));
  assert.deepEqual([back.pad, back.sheet], [three.pad, three.sheet]);
});

test('on a sheet of shares features stay between 0 and 1', () => {
  const three = after(NO_SKETCH, start(NO_SKETCH, 'three-searches'));
  const moved = after(three, move(three, 0, { x: -0.5, y: 3 }, true));
  assert.deepEqual([shownDocuments(moved)[0].x, shownDocuments(moved)[0].y], [0, 1]);
});

test('the highest grade of the pad has the strongest shade', () => {
  const shadeOf = shades([{ id: '1', documents: [{ x: 0, y: 0, grade: 2 }] }]);
  assert.deepEqual([0, 1, 2].map(shadeOf), ['0', '2', '4']);
});
