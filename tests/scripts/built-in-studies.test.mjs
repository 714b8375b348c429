// The list of built-in studies that the page and the npm package get.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { STUDY_SOURCES, builtInStudies } from '../../scripts/lib/built-in-studies.mjs';

test('every study of the folder is listed once, with its text, in the order of the command line', async () => {
  const [folder, list] = STUDY_SOURCES;
  const all = await builtInStudies();
  const names = all.map(({ name }) => name);
  assert.deepEqual([...names].sort(), (await readdir(folder)).map((file) => file.replace(/\.json$/, '')).sort());
  for (const { name, json } of all) assert.equal(json, await readFile(join(folder, `${name}.json`), 'utf8'));
  const source = await readFile(list, 'utf8');
  const places = names.map((name) => source.indexOf(`"${name}"`));
  assert.deepEqual(places, [...places].sort((a, b) => a - b));
});
