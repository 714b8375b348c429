// The plane of w in words.

import '../../support/dom.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { storyOf } = await import('../../../../www/features/inspect/weight-plane/plane-text.js');

/** @param {number} planes */
const story = (planes) => storyOf(/** @type {any} */ ({ iteration: 1, best: 1, has_floor: true, path: [{}, {}],
  held: Array.from({ length: planes }), new: [] }), [], null).map((part) => (typeof part === 'string' ? part : part.textContent)).join('');

test('the planes of the working set are not said to hold w, because only those with α > 0 do', () => {
  assert.match(story(798), /The working set has 798 planes; those with α > 0 hold w, and the certificate counts them\./);
  assert.match(story(1), /has 1 plane;/);
});
