// The violator beside the plane of w, its lines, and the shades, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIZE } from '../../../../www/features/inspect/weight-plane/grid.js';
import { bandOf, strengthOf, valueBetween } from '../../../../www/features/inspect/weight-plane/price-shades.js';
import { linesOf, mostDemanding } from '../../../../www/features/inspect/weight-plane/query-lines.js';
import { isUnsorted } from '../../../../www/features/inspect/inspector/ties.js';
import { hingeSum, violatorRows } from '../../../../www/features/inspect/weight-plane/violator-figures.js';
import { NO_PLANE_OF_W, reducePlaneOfW } from '../../../../www/features/inspect/weight-plane/weight-plane-state.js';

/** @param {number[]} scores @returns {any} */
const inspection = (scores) => ({ documents: scores.map((score, at) => ({ score, grade: at, comment: `page ${at}` })),
  predicted: [2, 1, 0], violator: [0, 2, 1] });

test('rows say how far a document stands above its rank in the model', () => {
  assert.deepEqual(violatorRows(inspection([1, 2, 3]), 2, 2).map(({ name, moved }) => [name, moved]), [['page 0', 2], ['page 2', -1]]);
});

test('where all scores are equal the model has no order to compare with', () => {
  assert.equal(isUnsorted(inspection([0, 0, 0])), true);
  assert.equal(isUnsorted(inspection([0])), false);
  assert.deepEqual(violatorRows(inspection([0, 0, 0]), 2, 3).map(({ moved }) => moved), [null, null, null]);
});

test('the bars subtract, and the printed numbers add up', () => {
  const bars = (/** @type {number} */ one, /** @type {number} */ other) => {
    const { zero, loss, margin, hinge } = hingeSum({ loss: one, hinge: other });
    return { zero, bars: [loss, margin, hinge] };
  };
  assert.deepEqual(bars(0.5, 0.25).bars.map(({ text, from, to }) => [text, from, to]), [['0.500', 0, 1], ['− 0.250', 0.5, 1], ['= 0.250', 0, 0.5]]);
  assert.deepEqual(bars(1, 1.6).bars.map(({ text }) => text), ['1.000', '+ 0.600', '= 1.600']);
  const { bars: below, zero } = bars(0.75, -0.25);
  assert.deepEqual([below[1].text, below[1].from, below[2].from, below[2].to, zero], ['− 1.000', 0, 0.25, 0, 0.25], 'H leads below 0');
  // 0.3335 and 0.1113 are printed as 0.334 and 0.111, so the margin is not 0.222.
  assert.deepEqual(bars(0.3335001, 0.1113).bars.map(({ text }) => text), ['0.334', '− 0.223', '= 0.111']);
});

/** @param {number} query @param {number} foundAt @param {number} loss @param {number} [dual] @returns {any} */
const cut = (query, foundAt, loss, dual = 0) => ({ slack: query, query, found_at: foundAt, loss, offset: 0, x: 1, y: 0.5, dual });
const plane = /** @type {any} */ ({ iteration: 3, path: [{}, {}, {}, { x: 0, y: 0 }],
  held: [cut(1, 0, 0.2), cut(1, 2, 0.3, 2), cut(2, 1, 0.4, 9), cut(1, 1, 90, 5)], new: [cut(2, 3, 0.6), cut(1, 3, 0.5)] });
const frame = { left: 0, top: 0, width: 400, height: 400, x: /** @type {[number, number]} */ ([-1, 1]), y: /** @type {[number, number]} */ ([-1, 1]) };

test('lines are those of the query: found here, then those that hold w most; none beyond the picture', () => {
  assert.deepEqual(linesOf(plane, 1, frame).map(({ found_at: at }) => at), [3, 2, 0]);
  assert.deepEqual(linesOf(plane, 7, frame).map(({ query, found_at: at }) => [query, at]), [[2, 3], [1, 3]], 'another query has none');
});

test('the thick line demands most at the w that is shown', () => {
  const lines = [cut(1, 3, 0.5), { ...cut(1, 2, 0.6), x: -1 }];
  assert.equal(mostDemanding(lines, { x: -1, y: 0 }), lines[0]);
  assert.equal(mostDemanding(lines, { x: 1, y: 0 }), lines[1]);
  assert.equal(mostDemanding([], { x: 0, y: 0 }), null);
});

test('a low value has the strongest shade, a high one the ground', () => {
  const levels = [1, 2, 3];
  assert.deepEqual([0, 1.5, 9].map((value) => bandOf(value, levels)), [0, 1, 3]);
  const strengths = [0, 1, 2, 3].map((band) => strengthOf(band, levels.length));
  assert.deepEqual(strengths.toSorted((one, other) => other - one), strengths);
  assert.equal(strengths[3], 0);
  const slope = Float64Array.from({ length: SIZE * SIZE }, (_, at) => (at % SIZE) + 10 * Math.floor(at / SIZE));
  assert.equal(valueBetween(slope, 3.25, 7.5), 78.25);
  assert.equal(valueBetween(slope, SIZE - 1, SIZE - 1), 11 * (SIZE - 1), 'the last corner');
});

test('a probe can be released, and is forgotten then', () => {
  const state = { run: { id: 1 } };
  const set = reducePlaneOfW(NO_PLANE_OF_W, { type: 'weightplane/probe', run: 1, x: 1, y: 2 }, state);
  assert.deepEqual(set.probe && [set.probe.x, set.probe.y], [1, 2]);
  assert.equal(reducePlaneOfW(set, { type: 'weightplane/release' }, state).probe, null);
});
