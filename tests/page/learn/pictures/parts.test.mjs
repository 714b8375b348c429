// The parts of pictures: each file says them, the shipped lessons name no others, and the documentation lists them.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../../scripts/lib/project.mjs';
import { PICTURES } from '../../../../www/features/learn/lessons/stage/picture-list.js';

/** The names in the first list after a text. @param {string} text @param {RegExp} start */
const namesAfter = (text, start) => (start.exec(text)?.[1] ?? '').match(/[a-z][a-z-]*/g) ?? [];

/** @type {Record<string, string[]>} */
const parts = Object.fromEntries(Object.keys(PICTURES).map((name) => {
  const source = readFileSync(at('www', 'features', 'learn', 'lessons', 'pictures', `${name}.js`), 'utf8');
  return [name, namesAfter(source, /export const parts = (?:\/\*\*.*?\*\/ \()?\[([^\]]*)\]/)];
}));

test('each picture says its parts', () => {
  for (const [name, said] of Object.entries(parts)) assert.ok(said.length > 0, name);
});

for (const file of readdirSync(at('www', 'lessons'))) {
  test(`${file} shows no part that its pictures lack`, () => {
    const { steps } = JSON.parse(readFileSync(at('www', 'lessons', file), 'utf8'));
    for (const { picture, show = [], question, title } of steps) {
      if (!picture) continue;
      for (const part of show) assert.ok(parts[picture].includes(part.replace(/\?$/, '')), `${title}: ${part}`);
      assert.ok(question || !show.some((/** @type {string} */ part) => part.endsWith('?')), `${title}: no answer shows what is hidden`);
    }
  });
}

test('the documentation lists every picture with its parts', () => {
  const text = readFileSync(at('docs', 'lessons.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \| [^|]* \| ((?:`[a-z]+`(?:, )?)+) \|$/gm)];
  assert.deepEqual(Object.fromEntries(rows.map(([, name, list]) => [name, list.match(/[a-z]+/g)])), parts);
});
