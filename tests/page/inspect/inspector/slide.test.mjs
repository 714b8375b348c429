// Documents slide while a reader can follow, and jump otherwise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slides } from '../../../../www/features/inspect/inspector/slide.js';

const drawing = (/** @type {Partial<import('../../../../www/features/inspect/inspector/slide.js').Drawing>} */ change) => ({ run: 1, query: 5, iteration: 3, time: 1000, ...change });

test('one step slides, and Play at five iterations a second', () => {
  assert.equal(slides(drawing({}), drawing({ iteration: 4, time: 3000 }), false), true);
  assert.equal(slides(drawing({}), drawing({ iteration: 4, time: 1200 }), false), true);
  assert.equal(slides(drawing({}), drawing({ iteration: 2, time: 3000 }), false), true, 'backwards too');
});

test('faster changes jump', () => {
  assert.equal(slides(drawing({}), drawing({ iteration: 4, time: 1066 }), false), false);
  assert.equal(slides(drawing({}), drawing({ iteration: 23, time: 2000 }), false), false);
});

test('another query, another run, the same iteration and reduced motion jump', () => {
  assert.equal(slides(drawing({}), drawing({ iteration: 4, time: 3000, query: 6 }), false), false);
  assert.equal(slides(drawing({}), drawing({ iteration: 4, time: 3000, run: 2 }), false), false);
  assert.equal(slides(drawing({}), drawing({ time: 3000 }), false), false);
  assert.equal(slides(drawing({}), drawing({ iteration: 4, time: 3000 }), true), false);
  assert.equal(slides(null, drawing({}), false), false);
});
