// The inspector's state, and what folds of long rankings, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldsOf, linesOf, placesOf } from '../../www/folding.js';
import { NO_MICROSCOPE, isShown, moved, ownRanking, reduceMicroscope, refocus } from '../../www/microscope.js';

/** @typedef {import('../../www/reducer.js').State} State */
/** @typedef {import('../../www/microscope.js').MicroscopeAction} MicroscopeAction */

/** @param {number} query @param {number} iteration */
const look = (query, iteration) => /** @type {import('../../www/protocol.js').Look} */ (/** @type {unknown} */ ({
  run: 1, iteration, inspection: { query, id: `q${query}`, documents: [{}, {}, {}, {}], violator: [3, 2, 1, 0], reference: [0, 1, 2, 3], predicted: [1, 0, 2, 3] },
}));
/** @param {MicroscopeAction[]} actions @returns {State} */
const after = (...actions) => actions.reduce((state, action) => ({ ...state, microscope: reduceMicroscope(state.microscope, action, state) }), /** @type {State} */ ({ look: look(5, 2), microscope: NO_MICROSCOPE }));

test('a document goes to any rank, or to the nearest there is', () => {
  assert.deepEqual(moved([3, 2, 1, 0], 1, 0), [1, 3, 2, 0]);
  assert.deepEqual(moved([3, 2, 1, 0], 3, 99), [2, 1, 0, 3]);
  assert.deepEqual(moved([3, 2, 1, 0], 0, -5), [0, 3, 2, 1]);
  assert.deepEqual(moved([3, 2, 1, 0], 7, 1), [3, 2, 1, 0], 'a stranger moves nothing');
});

test('one’s own permutation starts from the violator, the reference or the model', () => {
  assert.deepEqual(ownRanking(after()), [3, 2, 1, 0]);
  assert.deepEqual(ownRanking(after({ type: 'own start', base: 'reference' })), [0, 1, 2, 3]);
  assert.deepEqual(ownRanking(after({ type: 'own start', base: 'predicted' }, { type: 'own move', document: 3, to: 0 })), [3, 1, 0, 2]);
  assert.deepEqual(ownRanking(after({ type: 'own move', document: 3, to: 2 }, { type: 'own start', base: 'violator' })), [3, 2, 1, 0], 'starting again forgets what was moved');
});

test('it stays at another iteration and goes with another query', () => {
  const { microscope } = after({ type: 'own start', base: 'reference' }, { type: 'own move', document: 3, to: 0 }, { type: 'unfold', rank: 9 });
  assert.equal(refocus(microscope, look(5, 2), look(5, 3)), microscope);
  const other = refocus(microscope, look(5, 2), look(6, 2));
  assert.deepEqual([other.own.ranking, other.own.base, other.unfolded], [null, 'reference', []]);
});

test('answers belong to the place they were asked about', () => {
  const place = { run: 1, iteration: 2, query: 5 };
  const state = after({ type: 'try all' }, { type: 'tried all', ...place, enumeration: /** @type {any} */ ({ best: 1 }) });
  assert.deepEqual([state.microscope.own.trying, isShown(state.microscope.own.tried, look(5, 2)), isShown(state.microscope.own.tried, look(5, 3))], [false, true, false]);
  assert.equal(after({ type: 'try all' }, { type: 'own failed' }).microscope.own.trying, false);
});

const still = Array.from({ length: 30 }, (_, at) => at);
const swapped = still.map((at) => (at === 10 ? 11 : at === 11 ? 10 : at));
const turned = [...still].reverse();
const shifted = [29, ...still.slice(0, 29)];

test('runs of documents that stay or shift together fold', () => {
  assert.deepEqual(foldsOf([still, still, swapped], still, 30), [{ from: 1, to: 9, stays: true, grade: null }, { from: 13, to: 29, stays: true, grade: null }]);
  assert.deepEqual(foldsOf([still, still, shifted], still, 30).map(({ stays }) => stays), [false]);
  assert.deepEqual(foldsOf([still, turned, still], still, 30), [], 'a turned ranking keeps no neighbours');
  assert.deepEqual(foldsOf([still, still, still], still, 6), [], 'five are not worth it');
});

test('documents of one grade stand for each other in the reference, but not in the violator', () => {
  const zeros = still.map(() => 0);
  assert.deepEqual(foldsOf([still, turned, turned], zeros, 30), [{ from: 1, to: 29, stays: true, grade: 0 }]);
  assert.deepEqual(foldsOf([still, still, turned], zeros, 30), []);
  const good = still.map((at) => (at === 12 ? 1 : 0));
  assert.deepEqual(foldsOf([[12, ...still.filter((at) => at !== 12)], turned, turned], good, 30).map(({ from, to }) => [from, to]), [[2, 16], [19, 29]], 'good documents are never hidden among bad ones');
});

test('lines are all ranks, each once, alone or in a fold', () => {
  const folds = foldsOf([still, still, swapped], still, 30);
  const lines = linesOf(folds, [], 30);
  assert.deepEqual(lines, [0, folds[0], 10, 11, 12, folds[1]]);
  assert.equal(linesOf(folds, [20], 30).length, 1 + 1 + 20, 'an unfolded run is shown in full');
  assert.deepEqual(linesOf(folds, [5, 20], 30), still);
  assert.deepEqual(placesOf([2, 0, 1]), [1, 2, 0]);
});
