// The list of lessons and the folder of lessons have the same names.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { LESSONS } from '../../www/features/learn/lessons/lesson-list.js';

test('the list names every file once', async () => {
  const files = (await readdir(at('www', 'lessons'))).map((file) => file.replace(/\.json$/, ''));
  assert.deepEqual([...LESSONS].sort(), files.sort());
});
