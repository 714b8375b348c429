// Imports between the files of src/, and between its rooms, form no cycle. Test modules are left out.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cycleIn, importsOfCore, pathsOf } from './support/core-imports.mjs';

test('files and rooms of src/ form no import cycle', async () => {
  const { files, rooms } = await importsOfCore();
  assert.ok(rooms.get('run')?.has('learner') && files.get('model')?.has('method::settings'), 'the arrows are found');
  assert.equal(cycleIn(rooms), null);
  assert.equal(cycleIn(files), null);
});

test('a cycle is found', () => {
  const graph = new Map([['a', new Set(['b'])], ['b', new Set(['c', 'd'])], ['d', new Set(['b'])]]);
  assert.equal(cycleIn(graph), 'b → d → b');
  assert.deepEqual(pathsOf('crate::{a::{self, b as c}, d}'), [['crate', 'a'], ['crate', 'a', 'b'], ['crate', 'd']]);
});
