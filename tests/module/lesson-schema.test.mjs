// The JSON Schema of lessons agrees with the check of the page: every lesson of the page fits, and a fault is found at the
// same place by both. What needs settings, or two places of a lesson, only the page finds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import './support/page-globals.mjs';
import { faulty, schemaCheck } from './support/schemas.mjs';
import { lessonSchema } from '../../scripts/lib/lesson-schema.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { HIDEABLE, LINKABLE } from '../../www/app/parts.js';
import { catalog, check, start } from '../../www/core/core.js';
import { FIRST_SAMPLE, SAMPLES } from '../../www/features/data/samples.js';
import { LESSONS } from '../../www/features/learn/lessons/lesson-list.js';
import { readLesson } from '../../www/features/learn/lessons/schema.js';
import { PICTURES } from '../../www/features/learn/lessons/stage/picture-list.js';

before(start);
const places = schemaCheck(lessonSchema());
const lessons = LESSONS.map((id) => ({ id, lesson: JSON.parse(readFileSync(at('www', 'lessons', `${id}.json`), 'utf8')) }));

/** Returns the problems of the page, each as its place and its words. @param {unknown} value */
function problems(value) {
  const world = { catalog: catalog(), check, samples: SAMPLES, first: FIRST_SAMPLE, panels: LINKABLE, hideable: HIDEABLE, pictures: Object.keys(PICTURES) };
  return readLesson(JSON.stringify(value), world).problems.map((text) => text.split(/: (.*)/s).slice(0, 2));
}

/** What only the page finds: names of other places, and settings. */
const BETWEEN = /is not among the (?:figures|marks) beside it|is not remembered by an earlier step|must be a number from .* to|is nested too deeply/;

test('every lesson of the page fits the schema', () => {
  for (const { id, lesson } of lessons) assert.deepEqual(places(lesson), [], id);
});
