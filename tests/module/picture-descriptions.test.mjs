// What pictures say of themselves: the shipped lessons name no other parts, and the documentation says the same.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { fetchDescriptions } from '../../www/features/learn/lesson-editor/picture-descriptions.js';
import '../page/support/dom.mjs';

const pictures = await fetchDescriptions();

test('each picture says its parts', () => {
  for (const [name, { parts }] of Object.entries(pictures)) assert.ok(Object.keys(parts).length > 0, name);
});

for (const file of readdirSync(at('www', 'lessons'))) {
  test(`${file} shows no part that its pictures lack`, () => {
    const { steps } = JSON.parse(readFileSync(at('www', 'lessons', file), 'utf8'));
    for (const { picture, show = [], question, title } of steps) {
      if (!picture) continue;
      for (const part of show) assert.ok(part.replace(/\?$/, '') in pictures[picture].parts, `${title}: ${part}`);
      assert.ok(question || !show.some((/** @type {string} */ part) => part.endsWith('?')), `${title}: no answer shows what is hidden`);
    }
  });
}

test('the documentation says of every picture what the picture says of itself', () => {
  const text = readFileSync(at('docs', 'lessons.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \| ([^|]*) \| ((?:`[a-z]+`(?:, )?)+) \|$/gm)];
  const said = rows.map(([, name, shows, parts]) => [name, { shows: shows.replace(/`(.*?)`/g, '“$1”').replaceAll("'", '’').replaceAll('*', ''), parts: parts.match(/[a-z]+/g) }]);
  assert.deepEqual(Object.fromEntries(said), Object.fromEntries(Object.entries(pictures).map(([name, { shows, parts }]) => [name, { shows, parts: Object.keys(parts) }])));
  const [, arrow] = /^\| `arrow` \| the w of the pictures (.*?) at the beginning/m.exec(text) ?? [];
  assert.deepEqual(arrow?.match(/[a-z-]{3,}/g)?.filter((word) => word !== 'and'), Object.keys(pictures).filter((name) => pictures[name].hasArrow));
});
