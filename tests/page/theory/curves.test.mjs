// Places of curves, their ticks and the values at the handle, without a browser.

import '../support/dom.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { curvesLayout, drawCurves, placeOn, powerTicks, roundTicks, valueAt, valueOn } =
  await import('../../../www/pictures/lab-curves.js');

const axis = (/** @type {object} */ change) => ({ least: 0, most: 4, ticks: [], label: '', ...change });

test('a place leads back to its value, on both kinds of axes', () => {
  for (const [one, value, place] of /** @type {const} */ ([
    [axis({}), 1, 35], [axis({ least: 1, most: 100, isLog: true }), 10, 60],
    [axis({ least: 0.5, most: 0.005, isLog: true }), 0.05, 60],
  ])) {
    assert.ok(Math.abs(placeOn(one, 10, 110, value) - place) < 1e-9);
    assert.ok(Math.abs(valueOn(one, 10, 110, place) - value) < 1e-9);
    assert.ok(Math.abs(valueOn(one, 10, 110, -500) - one.least) < 1e-9, 'no farther than the end');
  }
});

test('ticks are round, and lie between the ends', () => {
  assert.deepEqual(roundTicks(0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(roundTicks(0.43, 0.61), [0.45, 0.5, 0.55, 0.6]);
  assert.deepEqual(powerTicks(1, 1000), [1, 10, 100, 1000]);
  assert.deepEqual(powerTicks(1, 1e12), [1, 100, 1e4, 1e6, 1e8, 1e10, 1e12]);
});

test('a curve has a value between its points only', () => {
  const points = /** @type {const} */ ([[1, 2], [3, 4], [100, 8]]);
  assert.equal(valueAt(points, 2), 3);
  assert.equal(valueAt(points, 3), 4);
  assert.ok(Math.abs((valueAt(points, Math.sqrt(300), true) ?? 0) - 6) < 1e-12, 'half-way on a logarithmic axis');
  assert.equal(valueAt(points, 0.5), null);
  assert.equal(valueAt([], 1), null);
  assert.equal(valueAt([[0.5, 1], [0.1, 5]], 0.3), 3, 'falling places');
});

test('names of curves do not overlap, and a curve that leaves the axes says so', () => {
  for (const isPhone of [false, true]) {
    const layout = curvesLayout(isPhone);
    const curves = ['a', 'b', 'c', 'd'].map((name, hue) =>
      ({ name, hue, points: /** @type {const} */ ([[0, 1], [4, name === 'd' ? 9 : 1 + hue / 100]]) }));
    const levels = [{ y: 1, name: 'one' }];
    const drawn = drawCurves(layout, { x: axis({}), y: axis({ ticks: [0, 2, 4] }), curves, at: 2, levels });
    const nodes = drawn.filter((node) => node instanceof Element);
    const names = nodes.filter((node) => node.classList.contains('curves-name'));
    const places = names.map((node) => Number(node.getAttribute('y'))).toSorted((one, other) => one - other);
    assert.ok(places.every((place, at) => at === 0 || place - places[at - 1] >= 15.9), String(places));
    assert.ok(places.every((place) => place >= layout.top && place <= layout.bottom + 20), String(places));
    assert.deepEqual(names.map((node) => node.textContent).toSorted(), ['a', 'b', 'c', '↑ d']);
  }
});
