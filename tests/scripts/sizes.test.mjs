// The limit on the length of lines, in the page and in the scripts. Biome limits functions and files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'vite';
import { at, root } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';

const MOST_COLUMNS = 120;

const folders = (await Promise.all(['www', 'scripts'].map((folder) => filesUnder(at(folder))))).flat();
const files = folders.filter((path) => /\.m?js$/.test(path) && !path.includes(`${sep}wasm${sep}`));

/** @typedef {{ type: string, start: number, end: number }} Node */

/** Every node of a syntax tree. @param {unknown} part @returns {Generator<Node>} */
function* nodes(part) {
  if (Array.isArray(part)) for (const one of part) yield* nodes(one);
  else if (typeof part === 'object' && part !== null) {
    if ('type' in part && 'start' in part) yield /** @type {Node} */ (part);
    for (const one of Object.values(part)) yield* nodes(one);
  }
}

/** @param {string} path @param {string} source */
function treeOf(path, source) {
  const { program, errors } = parseSync(path, source);
  assert.deepEqual(errors, [], path);
  return [...nodes(program.body)];
}

/** Returns the line number of a place, from 1. @param {string} source @param {number} place */
const lineAt = (source, place) => source.slice(0, place).split('\n').length;

/** Returns lines over the limit. Lines inside a multi-line string are not limited. @param {string} path @param {string} source */
function wideLines(path, source) {
  const texts = treeOf(path, source).filter(({ type }) => type === 'TemplateElement')
    .map(({ start, end }) => [lineAt(source, start), lineAt(source, end)]).filter(([first, last]) => first < last);
  return source.split('\n').flatMap((line, before) => {
    const number = before + 1;
    const isText = texts.some(([first, last]) => number >= first && number <= last);
    return [...line].length > MOST_COLUMNS && !isText ? [`${relative(root, path)}:${number}: ${[...line].length} columns`] : [];
  });
}

test(`no line has more than ${MOST_COLUMNS} columns`, () => {
  assert.ok(files.length > 150, 'the page and the scripts have many files');
  assert.deepEqual(files.flatMap((path) => wideLines(path, readFileSync(path, 'utf8'))), []);
});

test('the scanner finds long lines', () => {
  assert.deepEqual(wideLines('a.js', `const a = 1; // ${'−'.repeat(MOST_COLUMNS)}`).length, 1);
  assert.deepEqual(wideLines('a.js', `const a = \`\n${'b'.repeat(500)}\n\`;`), []);
});
