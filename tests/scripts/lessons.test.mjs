// The list of lessons is generated from their files.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { LESSON_LIST, lessonList, lessonNames } from '../../scripts/lib/lessons.mjs';
import { at } from '../../scripts/lib/project.mjs';

test('the list names every file, in the order of their field', async () => {
  assert.equal(await readFile(LESSON_LIST, 'utf8'), lessonList(await lessonNames()), '"npm run build" writes it anew');
});

test('every lesson of the page has its own place in the order', async () => {
  const orders = await Promise.all((await lessonNames()).map(async (name) => JSON.parse(await readFile(at('www', 'lessons', `${name}.json`), 'utf8')).order));
  assert.deepEqual(orders, orders.map((_, at) => at + 1));
});
