// The inspector's state, and the collapsed ranks of long rankings, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collapsedRanks, visibleLines } from '../../../../www/features/inspect/inspector/collapsed-ranks.js';
import { placesOf } from '../../../../www/features/inspect/inspector/places.js';
import { NO_INSPECTOR, isShown, moved, ownRanking, reduceInspector, refocus } from '../../../../www/features/inspect/inspector/inspector-state.js';

/** @typedef {import('../../../../www/app/reducer.js').State} State */
/** @typedef {import('../../../../www/features/inspect/inspector/inspector-state.js').InspectorAction} InspectorAction */

/** @param {number} query @param {number} iteration */
const snapshot = (query, iteration) => /** @type {import('../../../../www/core/protocol.js').Snapshot} */ (/** @type {unknown} */ ({
  run: 1, iteration, inspection: { query, id: `q${query}`, documents: [{}, {}, {}, {}], violator: [3, 2, 1, 0], reference: [0, 1, 2, 3], predicted: [1, 0, 2, 3] },
}));
/** @param {InspectorAction[]} actions @returns {State} */
function after(...actions) {
  let state = /** @type {State} */ ({ snapshot: snapshot(5, 2), inspector: NO_INSPECTOR });
  for (const action of actions) state = { ...state, inspector: reduceInspector(state.inspector, action, state) };
  return state;
}

test('a document moves to any rank, or to the nearest existing rank', () => {
  assert.deepEqual(moved([3, 2, 1, 0], 1, 0), [1, 3, 2, 0]);
  assert.deepEqual(moved([3, 2, 1, 0], 3, 99), [2, 1, 0, 3]);
  assert.deepEqual(moved([3, 2, 1, 0], 0, -5), [0, 3, 2, 1]);
  assert.deepEqual(moved([3, 2, 1, 0], 7, 1), [3, 2, 1, 0], 'a stranger moves nothing');
});

test('one’s own permutation starts from the model, the reference or the violator', () => {
  assert.deepEqual(ownRanking(after()), [1, 0, 2, 3]);
  assert.deepEqual(ownRanking(after({ type: 'inspector/start', base: 'reference' })), [0, 1, 2, 3]);
  assert.deepEqual(ownRanking(after({ type: 'inspector/start', base: 'predicted' }, { type: 'inspector/move', document: 3, to: 0 })), [3, 1, 0, 2]);
  assert.deepEqual(ownRanking(after({ type: 'inspector/move', document: 3, to: 2 }, { type: 'inspector/start', base: 'violator' })), [3, 2, 1, 0], 'starting again forgets what was moved');
});

test('the own permutation stays at another iteration and is dropped for another query', () => {
  const { inspector } = after({ type: 'inspector/start', base: 'reference' }, { type: 'inspector/move', document: 3, to: 0 }, { type: 'inspector/expand', rank: 9 });
  assert.equal(refocus(inspector, snapshot(5, 2), snapshot(5, 3)), inspector);
  const other = refocus(inspector, snapshot(5, 2), snapshot(6, 2));
  assert.deepEqual([other.own.ranking, other.own.base, other.expanded], [null, 'reference', []]);
});

test('the ranking of a link waits for its query, and is dropped if it ranks other documents', () => {
  const linked = after({ type: 'inspector/arrange', query: 6, ranking: [2, 0, 1, 3] });
  assert.deepEqual([linked.inspector.own.ranking, linked.inspector.own.arranged?.query], [null, 6], 'another query is shown');
  const shown = refocus(linked.inspector, snapshot(5, 2), snapshot(6, 2));
  assert.deepEqual([shown.own.ranking, shown.own.arranged], [[2, 0, 1, 3], null]);
  assert.deepEqual(refocus(linked.inspector, null, snapshot(6, 2)).own.ranking, [2, 0, 1, 3], 'without an earlier snapshot too');
  assert.deepEqual(after({ type: 'inspector/arrange', query: 5, ranking: [2, 0, 1, 3] }).inspector.own.ranking, [2, 0, 1, 3]);
  assert.equal(after({ type: 'inspector/arrange', query: 5, ranking: [1, 0] }).inspector.own.ranking, null);
});

test('replies belong to the place of their request', () => {
  const place = { run: 1, iteration: 2, query: 5 };
  const state = after({ type: 'inspector/try all' }, { type: 'inspector/tried all', ...place, enumeration: /** @type {any} */ ({ best: 1 }) });
  assert.deepEqual([state.inspector.own.trying, isShown(state.inspector.own.tried, snapshot(5, 2)), isShown(state.inspector.own.tried, snapshot(5, 3))], [false, true, false]);
  assert.equal(after({ type: 'inspector/try all' }, { type: 'inspector/failed' }).inspector.own.trying, false);
});

const still = Array.from({ length: 30 }, (_, at) => at);
const swapped = still.map((at) => (at === 10 ? 11 : at === 11 ? 10 : at));
const turned = [...still].reverse();
const shifted = [29, ...still.slice(0, 29)];

test('ranks are collapsed if their documents stay or shift together', () => {
  assert.deepEqual(collapsedRanks([still, still, swapped], still, 30), [{ from: 1, to: 9, stays: true, grade: null }, { from: 13, to: 29, stays: true, grade: null }]);
  assert.deepEqual(collapsedRanks([still, still, shifted], still, 30).map(({ stays }) => stays), [false]);
  assert.deepEqual(collapsedRanks([still, turned, still], still, 30), [], 'a turned ranking keeps no neighbours');
  assert.deepEqual(collapsedRanks([still, still, still], still, 6), [], 'five are not worth it');
});

test('documents of one grade are interchangeable in the reference, but not in the violator', () => {
  const zeros = still.map(() => 0);
  assert.deepEqual(collapsedRanks([still, turned, turned], zeros, 30), [{ from: 1, to: 29, stays: true, grade: 0 }]);
  assert.deepEqual(collapsedRanks([still, still, turned], zeros, 30), []);
  const good = still.map((at) => (at === 12 ? 1 : 0));
  assert.deepEqual(collapsedRanks([[12, ...still.filter((at) => at !== 12)], turned, turned], good, 30).map(({ from, to }) => [from, to]), [[2, 16], [19, 29]], 'good documents are never hidden among bad ones');
});

test('the lines contain every rank once, alone or collapsed', () => {
  const folds = collapsedRanks([still, still, swapped], still, 30);
  const lines = visibleLines(folds, [], 30);
  assert.deepEqual(lines, [0, folds[0], 10, 11, 12, folds[1]]);
  assert.equal(visibleLines(folds, [20], 30).length, 1 + 1 + 20, 'an unfolded run is shown in full');
  assert.deepEqual(visibleLines(folds, [5, 20], 30), still);
  assert.deepEqual(placesOf([2, 0, 1]), [1, 2, 0]);
});
