// Lines and sides of planes in a drawing, and the floor of lines, without a browser.

import '../support/dom.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenSide, demandAt, endsOf, spotOf, weightsAt } from '../../../www/pictures/plane-geometry.js';

const { floorOf } = await import('../../../www/pictures/side-view.js');

/** A drawing of 100 × 50 units that shows weights from 0 to 2. */
const FRAME = { left: 10, top: 20, width: 100, height: 50, x: /** @type {[number, number]} */ ([0, 2]), y: /** @type {[number, number]} */ ([0, 2]) };
const line = (/** @type {object} */ change) => ({ loss: 1, x: 1, y: 0, ...change });

test('a plane breaks the side of its line on which it demands slack', () => {
  assert.deepEqual(brokenSide(FRAME, line({})).map(([x]) => x).toSorted(), [10, 10, 60, 60], 'weights below 1');
  assert.deepEqual(endsOf(FRAME, line({})), [[60, 20], [60, 70]], 'from the top to the bottom');
  assert.equal(endsOf(FRAME, line({ loss: 5 })), null, 'it demands slack everywhere');
  assert.deepEqual(brokenSide(FRAME, line({ loss: -5 })), [], 'it demands slack nowhere');
  assert.equal(endsOf(FRAME, line({ x: 0 })), null, 'a plane without a direction has no line');
  assert.equal(demandAt(line({}), [0.25, 7]), 0.75);
});

test('an offset counts like a smaller loss, on a plane beside 0', () => {
  const [beside, through] = [line({ loss: 3, offset: 2, y: 0.5 }), line({ y: 0.5 })];
  assert.deepEqual(endsOf(FRAME, beside), endsOf(FRAME, through));
  assert.deepEqual(brokenSide(FRAME, beside), brokenSide(FRAME, through));
  assert.equal(demandAt(beside, [1, 1]), -0.5);
});

test('a point of the drawing leads back to its weights', () => {
  assert.deepEqual(spotOf(FRAME, [0.5, 0.5]), [35, 57.5]);
  assert.deepEqual(weightsAt(FRAME, [35, 57.5]), [0.5, 0.5]);
  assert.deepEqual(weightsAt(FRAME, [-900, 900]), [0, 0], 'no farther than the edge');
});

test('the floor is the highest line, and never below 0', () => {
  const [falling, rising] = [(/** @type {number} */ at) => 1 - at, (/** @type {number} */ at) => at - 2];
  assert.deepEqual(floorOf([0, 1, 1.5, 3], [falling, rising]), [[0, 1], [1, 0], [1.5, 0], [3, 1]]);
  assert.deepEqual(floorOf([0, 1], []), [[0, 0], [1, 0]]);
});
