// The JSON Schema of lessons agrees with the check of the page: every lesson of the page fits, and a fault is found at the
// same place by both. What needs settings, or two places of a lesson, only the page finds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import './support/page-globals.mjs';
import { faulty, schemaCheck } from './support/schemas.mjs';
import { lessonSchema } from '../../scripts/lib/lesson-schema.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../www/app/parts.js';
import { catalog, check, start } from '../../www/core/core.js';
import { FIRST_SAMPLE, SAMPLES, UNNAMED_SAMPLE } from '../../www/features/data/samples.js';
import { LESSONS } from '../../www/features/learn/lessons/lesson-list.js';
import { readLesson } from '../../www/features/learn/lessons/schema.js';
import { PICTURES } from '../../www/features/learn/lessons/stage/picture-list.js';

before(start);
const places = schemaCheck(lessonSchema());
const lessons = LESSONS.map((id) => ({ id, lesson: JSON.parse(readFileSync(at('www', 'lessons', `${id}.json`), 'utf8')) }));

/** Returns the problems of the page, each as its place and its words. @param {unknown} value */
function problems(value) {
  const world = { catalog: catalog(), check, samples: SAMPLES, first: FIRST_SAMPLE, unnamed: UNNAMED_SAMPLE, panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE, pictures: Object.keys(PICTURES) };
  return readLesson(JSON.stringify(value), world).problems.map((text) => (text.startsWith('the file has') ? ['the file has', text] : text.split(/: (.*)/s).slice(0, 2)));
}

/** What only the page finds: settings, names and limits of other places, and the length of the file. */
const BETWEEN = /^(?:.*\.state$|.*\.state\.(?:order|ratings|comparison)$|the file has )|is not among the (?:figures|marks) beside it|is not remembered by an earlier step|^must be a number from .* to|is nested too deeply|^measures: |is not reported|has no /;

test('every lesson of the page fits the schema', () => {
  for (const { id, lesson } of lessons) assert.deepEqual(places(lesson), [], id);
});

test('a faulty lesson fails at the same place by the schema and on the page', () => {
  const step = { title: 'One', text: 'Text' };
  const question = { ask: 'Which?', choices: [{ text: 'a', right: true, feedback: 'f' }, { text: 'b', right: false, feedback: 'f' }], reveal: 'So.' };
  const cases = /** @type {[string, object][]} */ ([
    ['minutes', { minutes: 0 }], ['rankscope', { rankscope: 'study' }], ['author', { author: 'me' }], ['steps', { steps: [] }], ['path', { path: 'Elsewhere' }],
    ['needs[0]', { needs: ['no lesson'] }], ['sources[0].year', { sources: [{ authors: 'a', title: 't' }] }],
    ['steps[0].text', { steps: [{ title: 'One' }] }], ['steps[1].title', { steps: [step, { ...step, title: ' ' }] }],
    ['steps[0].highlight.role', { steps: [{ ...step, highlight: { role: 'window', name: 'W' } }] }],
    ['steps[0].picture', { steps: [{ ...step, picture: 'none' }] }], ['steps[0].arrow', { steps: [{ ...step, arrow: [0, 0] }] }],
    ['steps[0].state.embed', { steps: [{ ...step, state: { embed: true } }] }], ['steps[0].state.c', { steps: [{ ...step, state: { c: {} } }] }],
    ['steps[0].figures.a.is.value', { steps: [{ ...step, figures: { a: { is: { value: 'report.none' } } } }] }],
    ['steps[0].figures.a.is.over', { steps: [{ ...step, figures: { a: { is: { over: [1, 2, 3] } } } }] }],
    ['steps[0].expect[0].within', { steps: [{ ...step, expect: [{ less: [1, 2], within: 1 }] }] }],
    ['steps[0].remember', { steps: [{ ...step, remember: 'now' }] }], ['steps[0].literals.x', { steps: [{ ...step, literals: { x: 'words' } }] }],
    ['steps[0].question', { steps: [{ ...step, question: { ask: 'A?', reveal: 'R' } }] }],
    ['steps[0].question.choices', { steps: [{ ...step, question: { ...question, choices: question.choices.map((one) => ({ ...one, right: true })) } }] }],
    ['steps[0].question.choices[1].feedback', { steps: [{ ...step, question: { ...question, choices: [question.choices[0], { text: 'b', right: false }] } }] }],
  ]);
  for (const [place, change] of cases) {
    const lesson = { rankscope: 'lesson', title: 'T', summary: 'S', minutes: 3, steps: [step], ...change };
    assert.deepEqual(places(lesson), [place], JSON.stringify(change));
    assert.deepEqual([...new Set(problems(lesson).map(([where]) => where))], [place], JSON.stringify(change));
  }
});

test('whatever is changed in a lesson of the page, both find the same', () => {
  const tried = new Set();
  let changes = 0;
  let faults = 0;
  for (const { id, lesson } of lessons) {
    for (const { change, value } of faulty(lesson, tried)) {
      changes += 1;
      const found = problems(value);
      const bySchema = places(value);
      faults += Math.min(bySchema.length, 1);
      // A long file is refused before it is read.
      if (found[0]?.[0] === 'the file has') continue;
      for (const place of bySchema) assert.ok(found.some(([where]) => where === place), `${id}, ${change}: only the schema finds ${place}`);
      for (const [where, why] of found) {
        if (!BETWEEN.test(where) && !BETWEEN.test(why)) assert.ok(bySchema.includes(where), `${id}, ${change}: only the page finds ${where}: ${why}`);
      }
    }
  }
  assert.ok(changes > 2_000 && faults > changes / 2, `${faults} of ${changes} changes are faults`);
});
