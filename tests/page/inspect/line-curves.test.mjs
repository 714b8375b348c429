// The curves of the objective along a line of w.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factorsOf } from '../../../www/features/inspect/bounds/line-points.js';
import { curvesAlong } from '../../../www/features/inspect/bounds/line-curves.js';

test('the line leads from w = 0 to six times the longest w', () => {
  const factors = factorsOf(0.5, 2);
  assert.equal(factors[0], 0);
  assert.ok(Math.abs((factors.at(-1) ?? 0) * 0.5 - 12) < 1e-12, 'twelve is six times two');
  assert.ok(factors.every((factor, at) => at === 0 || factor > factors[at - 1]));
});

test('an objective is half the squared length plus C times the bound; the loss has no length', () => {
  const along = { factors: [0, 1, 2], norm: 2, hinge: [1, 1, 3], ramp: [1, 0.5, 0.5], loss: [0.5, 0.25, 0.25] };
  const [hinge, ramp, loss] = curvesAlong(along, 10);
  assert.deepEqual(hinge.points, [[0, 10], [2, 12], [4, 38]]);
  assert.deepEqual([hinge.at, hinge.value], [0, 10]);
  assert.deepEqual([ramp.at, ramp.value], [2, 7]);
  assert.deepEqual(loss.points, [[0, 5], [2, 2.5], [4, 2.5]]);
  assert.deepEqual(curvesAlong({ ...along, ramp: undefined }, 10).map(({ name }) => name), ['hinge', 'loss']);
});
