// What the pictures of lessons know without a page: hidden parts, shades, all orders of a few documents, printed parts of H.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../support/dom.mjs';
import { ordersOf } from '../../../../www/features/learn/lessons/pictures/all-lists.js';
import { changeOf, presenceOf } from '../../../../www/features/learn/lessons/pictures/shown-parts.js';
import { countWord } from '../../../../www/lib/count-word.js';

// It imports style sheets.
const { worthOf } = await import('../../../../www/features/learn/lessons/pictures/oracle-bars.js');

test('a part with a question mark is hidden until the answer', () => {
  const show = ['list', 'row?'];
  assert.deepEqual([false, true].map((revealed) => presenceOf({ show, revealed }, 'row')), ['asked', 'shown']);
  assert.equal(presenceOf({ show, revealed: false }, 'list'), 'shown');
  assert.equal(presenceOf({ show, revealed: true }, 'loss'), 'absent');
  assert.equal(presenceOf(null, 'list'), 'absent', 'before the first step');
});

test('an answer to the step that was drawn before is told from another step', () => {
  const [first, second] = [{ title: 'a' }, { title: 'b' }];
  const change = (/** @type {any} */ before, /** @type {any} */ next) => changeOf(before, next);
  assert.deepEqual(change(null, { step: first, revealed: true }), { isNew: true, isAnswered: false });
  assert.deepEqual(change({ step: first, revealed: false }, { step: first, revealed: true }), { isNew: false, isAnswered: true });
  assert.deepEqual(change({ step: first, revealed: true }, { step: first, revealed: true }), { isNew: false, isAnswered: false });
  assert.deepEqual(change({ step: first, revealed: false }, { step: second, revealed: true }), { isNew: true, isAnswered: false });
});

test('all orders of a few documents, each once and sorted', () => {
  assert.deepEqual(ordersOf(3).map((order) => order.join('')), ['012', '021', '102', '120', '201', '210']);
  assert.equal(new Set(ordersOf(5).map(String)).size, 120);
});

test('the printed parts of H add up: the margin takes the rounding', () => {
  const { numbers, words } = worthOf({ loss: 0.41346, margin: 0.0994, hinge: 0.31406 });
  assert.deepEqual(numbers, { loss: '0.413', margin: '0.099', hinge: '0.314' });
  assert.deepEqual(words, { loss: 'loss 0.413', margin: 'margin 0.099', hinge: 'H 0.314' });
  assert.equal(worthOf({ loss: 0, margin: -0.04, hinge: 0.04 }).numbers.margin, '−\u00A00.040');
  assert.equal(worthOf({ loss: 0.055, margin: 0, hinge: 0.055 }).numbers.margin, '0.000');
});

test('small numbers are words', () => {
  assert.deepEqual([1, 5, 12].map(countWord), ['One', 'Five', '12']);
});
