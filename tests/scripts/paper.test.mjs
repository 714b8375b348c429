// The paper counts what is there, and cites what its bibliography has.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';

const paper = readFileSync(at('paper', 'paper.md'), 'utf8');
const words = paper.replace(/\s+/g, ' ');
const bibliography = readFileSync(at('paper', 'paper.bib'), 'utf8');
const lessons = readdirSync(at('www', 'lessons')).filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(at('www', 'lessons', name), 'utf8')));

test('it counts the lessons, their steps, questions and minutes, and the methods', () => {
  const steps = lessons.flatMap((lesson) => lesson.steps);
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  const questions = steps.filter(({ question }) => question).length;
  const sentence = `has ${lessons.length} lessons with ${steps.length} steps and ${questions} questions, planned for ${minutes} minutes`;
  assert.ok(words.includes(sentence), sentence);
  const [, table] = /<!-- methods: [\s\S]*?-->\n([\s\S]*?)<!-- end of methods -->/.exec(readFileSync(at('README.md'), 'utf8')) ?? [];
  const methods = table?.trim().split('\n').length - 2;
  assert.ok(words.includes(`It trains ${methods} methods`), `${methods} methods`);
});

test('it cites every entry of the bibliography, and no other', () => {
  const cited = [...new Set([...paper.matchAll(/@([A-Z][a-z]+\d{4})/g)].map(([, key]) => key))].sort();
  assert.deepEqual(cited, [...bibliography.matchAll(/^@\w+\{(\w+),$/gm)].map(([, key]) => key).sort());
});

test('titles and years of the bibliography are those of the lessons or documents', () => {
  const plain = (/** @type {string} */ text) => text.replace(/[{}]/g, '');
  const known = new Map(lessons.flatMap(({ sources = [] }) => sources)
    .map((/** @type {{ title: string, year: number }} */ { title, year }) => [title, year]));
  for (const [entry] of bibliography.matchAll(/^@[\s\S]*?^\}$/gm)) {
    const [, title] = /title = \{(.*)\},/.exec(entry) ?? [];
    assert.equal(known.get(plain(title ?? '')), Number(/year = \{(\d+)\}/.exec(entry)?.[1]), title);
  }
});
