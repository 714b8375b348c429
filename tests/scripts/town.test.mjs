// The sample of a town: its grades and candidates follow the rules of docs/data.md, and its texts are short pages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';

/** @typedef {{ url: string, title: string, date: string, text: string, links: string[] }} Page */
/** @typedef {{ query: string, about: string, pages: string[], grades: Record<string, number> }} Query */

/** @type {{ about: string, pages: Page[], queries: Query[] }} */
const town = JSON.parse(readFileSync(at('www', 'samples', 'town.json'), 'utf8'));
const source = (/** @type {string} */ name) => readFileSync(at('scripts', 'town', name), 'utf8').trim();
const documents = readFileSync(at('docs', 'data.md'), 'utf8').replace(/\s+/g, ' ');
const wordsOf = (/** @type {string} */ text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The first lines of the written pages, by title. */
const heads = new Map(source('pages.txt').split('\n\n').map((page) => {
  const [head, title] = page.split('\n');
  const [, date, answers, touches, until] = head.split('|');
  return [title, { date, answers: answers.split(','), touches: touches.split(','), until }];
}));
const topics = new Map(source('queries.txt').split('\n').map((line) => /** @type {[string, string]} */ (line.split('|').slice(0, 2))));

test('grades follow from topics and last days', () => {
  const counts = [0, 0, 0, 0];
  for (const { query, pages, grades } of town.queries) {
    const topic = topics.get(query) ?? '';
    const subject = new RegExp(`^${topic.replace(/:.*/, '')}:`);
    for (const url of pages) {
      const { answers, touches, until } = heads.get(town.pages.find((page) => page.url === url)?.title ?? '') ?? assert.fail(url);
      let grade = [...answers, ...touches].some((one) => subject.test(one)) ? 1 : 0;
      if (touches.includes(topic)) grade = 2;
      if (answers.includes(topic)) grade = 3;
      if (until && Date.parse(until) < Date.parse('2026-06-15')) grade -= Math.min(grade, 2);
      assert.equal(grades[url] ?? 0, grade, `${query}: ${url}`);
      counts[grade] += 1;
    }
    assert.deepEqual(Object.keys(grades).filter((url) => !pages.includes(url)), []);
    assert.ok(Object.values(grades).filter((grade) => grade >= 2).length >= 2, `${query} has good pages`);
    assert.ok(pages.length >= 10 && pages.length <= 24, `${query} has candidates: ${pages.length}`);
  }
  const [bad, ...others] = counts;
  assert.ok(documents.includes(`have ${bad}, ${others[0]}, ${others[1]} and ${others[2]} documents`), `${counts}`);
});

test('candidates are the pages whose words are rarest', () => {
  const bags = new Map(town.pages.map(({ url, title, text }) => [url, new Set([...wordsOf(title), ...wordsOf(text)])]));
  for (const { query, pages } of town.queries) {
    const weights = new Map([...bags].map(([url, bag]) => [url, [...new Set(wordsOf(query))].filter((word) => bag.has(word))
      .reduce((sum, word) => sum + Math.log(bags.size / [...bags.values()].filter((one) => one.has(word)).length), 0)]));
    const least = Math.min(...pages.map((url) => weights.get(url) ?? NaN));
    const left = [...weights].filter(([url]) => !pages.includes(url));
    assert.ok(least > 0, `${query}: every candidate has a word`);
    assert.ok(left.every(([, weight]) => weight <= least + 1e-9), `${query}: no other page has rarer words`);
    assert.ok(pages.length === 24 || left.every(([, weight]) => weight === 0), `${query}: no page is left out`);
  }
});

test('the pages are short, have their own titles, and belong to the public', () => {
  assert.match(town.about, /CC0 1\.0/);
  assert.match(readFileSync(at('www', 'samples', 'LICENSES.md'), 'utf8'), /`town\.json`.*CC0 1\.0/);
  assert.deepEqual([town.pages.length, town.queries.length], [400, 64]);
  assert.equal(heads.size, 400, 'a title names one page');
  for (const { url, title, date, text } of town.pages) {
    const length = text.split(/\s+/).length;
    assert.ok(length >= 12 && length <= 45, `${url} has ${length} words`);
    assert.ok(date <= '2026-06-15', `${url} is of ${date}`);
    assert.doesNotMatch(title + text, /\b\w+:\w+\b/, `${url} shows no topic`);
  }
  for (const { query, about } of town.queries) {
    assert.ok(wordsOf(query).length <= 4, query);
    assert.match(about, /[.?]$/, query);
  }
});
