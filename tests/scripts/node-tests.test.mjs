import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestFirst } from '../../scripts/lib/node-tests.mjs';

test('tests without a duration start first, then the longest tests', () => {
  const files = [['a', 10], ['b', 50], ['c', 20], ['d', 20], ['e', 90]].map(([path, size]) => ({ path: String(path), size: Number(size) }));
  assert.deepEqual(longestFirst(files, {}), ['e', 'b', 'c', 'd', 'a']);
  assert.deepEqual(longestFirst(files, { a: 900, b: 30, e: 400 }), ['c', 'd', 'a', 'e', 'b']);
});
