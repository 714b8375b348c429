// docs/teaching/ says what the lessons of the page say, and its plans are those of the page.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { COURSE, SHELF, markdown, staleTeaching, writeTeaching } from '../../scripts/lib/teaching.mjs';
import { LECTURES } from '../../www/features/learn/map/plan.js';

const pages = readdirSync(at('docs', 'teaching')).filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(at('docs', 'teaching', name), 'utf8') }));

test('the objectives and the plans are up to date', async () => {
  if (process.env.UPDATE_README !== undefined) await writeTeaching();
  assert.deepEqual(await staleTeaching(), [], 'UPDATE_README=1 node --test tests/scripts/teaching.test.mjs writes them');
});

test('every lesson has its place in the usual course', () => {
  const placed = new Set(COURSE.units.flatMap(({ lessons }) => lessons));
  assert.deepEqual(SHELF.filter(({ id }) => !placed.has(id)).map(({ id }) => id), []);
  assert.deepEqual([...placed].filter((name) => !SHELF.some(({ id }) => id === name)), []);
});

test('talks and lessons fill each plan to the minute', () => {
  assert.deepEqual(Object.keys(COURSE.talks), LECTURES.map(({ key }) => key));
  for (const { key, minutes, plan } of LECTURES) {
    const lessons = plan.reduce((sum, name) => sum + (SHELF.find(({ id }) => id === name)?.lesson.minutes ?? NaN), 0);
    const talks = COURSE.talks[key].reduce((sum, talk) => sum + talk.minutes, 0);
    assert.equal(lessons + talks, minutes, key);
    for (const { before } of COURSE.talks[key]) assert.ok(before === null || plan.includes(before), `${key}: ${before}`);
  }
});

test('texts of lessons become Markdown', () => {
  assert.equal(markdown('A {term:ndcg|NDCG} of {{n}}:\n\n[1] $ξ_q^2 < y*$ and *w*.'), 'A NDCG of …: ξ\\_q^2 \\< y\\* and *w*.');
  assert.equal(markdown('The {term:slack}.'), 'The slack.');
});

test('steps that the pages name have this title', () => {
  let named = 0;
  for (const { name, text } of pages) {
    for (const [all, lesson, step, title] of text.matchAll(/(\d+)\.(\d+) \*([^*]+)\*/g)) {
      assert.equal(SHELF[Number(lesson) - 1]?.lesson.steps[Number(step) - 1]?.title, title, `${name}: ${all}`);
      named += 1;
    }
  }
  assert.ok(named > 100, `${named} steps`);
});

test('links of the pages open lessons and steps that are there', () => {
  let links = 0;
  for (const { name, text } of pages) {
    for (const [all, fields] of text.matchAll(/`#v=1&([^`]+)`/g)) {
      const given = new URLSearchParams(fields);
      const lessons = [given.get('lesson'), ...given.get('plan')?.split(',') ?? []].filter((one) => one !== null);
      for (const lesson of lessons) {
        const found = SHELF.find(({ id }) => id === lesson);
        assert.ok(found && Number(given.get('step') ?? 1) <= found.lesson.steps.length, `${name}: ${all}`);
      }
      links += 1;
    }
  }
  assert.ok(links > SHELF.length, `${links} links`);
});
