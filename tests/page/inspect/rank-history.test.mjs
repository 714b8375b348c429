// Ranks over time: the iterations that are shown, the replies that are kept, and the lines of a bump chart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentsAmong, levelOf, lineOf, nearestIteration } from '../../../www/features/inspect/rank-history/bump-chart.js';
import { NO_RANKS, RANKS_REQUEST, reduceRanks, shownIterations } from '../../../www/features/inspect/rank-history/rank-history-state.js';

/** @param {number} id @param {number} last @returns {any} a run with iterations 0 to `last` */
function run(id, last) {
  const reports = Array.from({ length: last + 1 }, (_, iteration) => ({ iteration }));
  return { id, reports };
}
/** @param {number} iteration @param {number[]} model @param {number[]} [violator] */
const point = (iteration, model = [0], violator = undefined) => ({ iteration, model, violator });

test('a short run is shown whole, a long one in even steps to its newest iteration', () => {
  assert.deepEqual(shownIterations(0), [0]);
  assert.deepEqual(shownIterations(3), [0, 1, 2, 3]);
  assert.equal(shownIterations(40).length, 41);
  assert.deepEqual(shownIterations(41).slice(-3), [38, 40, 41]);
  for (const [last, step] of [[81, 5], [250, 10], [500, 20], [1500, 50], [4000, 100]]) {
    const shown = shownIterations(last);
    assert.deepEqual([shown[0], shown[1], shown.at(-1)], [0, step, last], `${last}`);
    assert.ok(shown.length <= 42 && shown.every(Number.isInteger), `${last} has ${shown.length}`);
  }
});

test('the request asks for what is missing, a few iterations at a time, of the query shown', () => {
  const state = /** @type {any} */ ({ panels: { ranks: true }, run: run(1, 6), ranks: NO_RANKS });
  const shown = /** @type {any} */ ({ run: { id: 1 }, iteration: 2, query: 5, inspection: null });
  const iterations = (/** @type {any} */ of, query = 5) => RANKS_REQUEST.wanted(of, { ...shown, query });
  assert.deepEqual(iterations(state), { type: 'rank history', run: 1, query: 5, iterations: [0, 1, 2, 3] });
  const ranks = { run: 1, query: 5, problem: '', points: [0, 1, 2, 3].map((at) => point(at)) };
  assert.deepEqual(iterations({ ...state, ranks }), { type: 'rank history', run: 1, query: 5, iterations: [4, 5, 6] });
  assert.deepEqual(/** @type {any} */ (iterations({ ...state, ranks }, 4)).iterations, [0, 1, 2, 3], 'another query begins anew');
  const all = { ...ranks, points: [0, 1, 2, 3, 4, 5, 6].map((at) => point(at)) };
  assert.equal(iterations({ ...state, ranks: all }), null);
  assert.equal(iterations({ ...state, panels: {} }), null, 'closed');
});

test('replies join in order; those of another run are dropped, and what is no longer shown goes', () => {
  const state = { run: run(1, 50) };
  /** @param {number[]} at */
  const reply = (...at) => ({ run: 1, query: 5, problem: '', points: at.map((iteration) => point(iteration)) });
  const one = reduceRanks(NO_RANKS, reply(4, 50), state);
  const two = reduceRanks(one, reply(0, 2), state);
  assert.deepEqual(two.points.map(({ iteration }) => iteration), [0, 2, 4, 50]);
  assert.equal(reduceRanks(two, { ...reply(6), run: 9 }, state), two);
  const later = reduceRanks(two, reply(51), { run: run(1, 51) });
  assert.deepEqual(later.points.map(({ iteration }) => iteration), [0, 2, 4, 50, 51]);
  const longer = reduceRanks(later, reply(100), { run: run(1, 100) });
  assert.deepEqual(longer.points.map(({ iteration }) => iteration), [0, 50, 100], 'steps of 5 have neither 2, 4 nor 51');
  assert.deepEqual(reduceRanks(longer, { ...reply(0), query: 6 }, { run: run(1, 100) }).points.length, 1);
});

test('documents of the first ranks at any time are drawn, in the order of the end', () => {
  const points = [point(0, [0, 1, 2, 3], [3, 2, 1, 0]), point(1, [3, 0, 1, 2], [0, 1, 2, 3])];
  assert.deepEqual(documentsAmong(points, 'model', 2), [1, 2, 0]);
  assert.deepEqual(documentsAmong(points, 'violator', 1), [0, 3]);
  assert.deepEqual(documentsAmong([point(0, [1, 0])], 'violator', 2), [], 'without planes there is no violator');
});

test('a line is not drawn while its document stays below the first ranks', () => {
  const points = [2, 0, 5, 6, 7, 1].map((rank, at) => point(at, [rank]));
  const rows = lineOf(points, 'model', 0, 3).map((part) => part.map(({ iteration, row }) => [iteration, row]));
  assert.deepEqual(rows, [[[0, 2], [1, 0], [2, 3]], [[4, 3], [5, 1]]]);
  assert.deepEqual(lineOf([point(0, [1])], 'model', 0, 3), [[{ iteration: 0, row: 1 }]], 'a single iteration is a dot');
});

test('a press chooses the nearest iteration that is drawn', () => {
  const points = [0, 5, 10, 12].map((at) => point(at));
  assert.deepEqual([0, 0.3, 0.8, 1].map((share) => nearestIteration(points, share)), [0, 5, 10, 12]);
});

test('grades have levels of one hue', () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((grade) => levelOf(grade, 4)), [0, 1, 3, 4, 5]);
  assert.deepEqual([levelOf(1, 1), levelOf(0, 0)], [5, 0]);
});
