// docs/glossary.md has the terms of the page, and the page has a term for every method and measure.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { isUpToDate, writeGlossary } from '../../scripts/lib/glossary.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { TERMS } from '../../www/features/learn/glossary/terms.js';

test('docs/glossary.md is up to date', async () => {
  if (process.env.UPDATE_README !== undefined) await writeGlossary();
  assert.ok(await isUpToDate(), 'UPDATE_README=1 node --test tests/scripts/glossary.test.mjs writes it');
});

/** The labels of `Method { … }` in the catalogue. @param {string} source */
const methodLabels = (source) => [...source.matchAll(/Method \{\s*name: "[^"]+",\s*label: "([^"]+)"/g)].map(([, label]) => label);

test('every method of the catalogue has a term', () => {
  const folder = at('src', 'method');
  const labels = readdirSync(folder).filter((name) => name.endsWith('.rs')).flatMap((name) => methodLabels(readFileSync(`${folder}/${name}`, 'utf8')));
  assert.ok(labels.length >= 10, `methods are found: ${labels}`);
  assert.deepEqual(labels.filter((label) => !TERMS.some(({ name }) => name.toLowerCase() === label.toLowerCase())), []);
});
