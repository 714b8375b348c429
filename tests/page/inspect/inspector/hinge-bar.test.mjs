// The bar of H is the sum that it shows, whatever the sign of the margin.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hingeParts } from '../../../../www/features/inspect/inspector/hinge-bar.js';

test('a margin below 0 adds to the loss, one above 0 takes from it', () => {
  assert.deepEqual(hingeParts(1, -0.25), { loss: 0.8, less: 0, margin: 0.2 });
  assert.deepEqual(hingeParts(1, 0.25), { loss: 0.75, less: 0.25, margin: 0 });
  assert.deepEqual(hingeParts(0.5, 2), { loss: 0, less: 1, margin: 0 }, 'H below 0 has no part of the loss left');
  assert.deepEqual(hingeParts(0, 0), { loss: 0, less: 0, margin: 0 });
});

test('the parts fill the bar', () => {
  const amount = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  fc.assert(fc.property(amount, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (loss, margin) => {
    const { loss: left, less, margin: added } = hingeParts(loss, margin);
    assert.ok(Math.abs(left + less + added - 1) < 1e-9 && Math.min(left, less, added) >= 0);
  }));
});
