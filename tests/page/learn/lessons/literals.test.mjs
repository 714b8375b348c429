// The texts of the page's lessons write out no decimal number of a run: each is a figure, or its source is declared.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../../scripts/lib/project.mjs';
import { LESSONS } from '../../../../www/features/learn/lessons/lesson-list.js';

/** @typedef {import('../../../../www/features/learn/lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../../../../www/features/learn/lessons/schema.js').Step} Step */

/** @param {string} id @returns {Lesson} */
const lessonOf = (id) => JSON.parse(readFileSync(at('www', 'lessons', `${id}.json`), 'utf8'));

/** The texts of a step as a reader sees them. @param {Step} step */
function textsOf({ title, text, more, gist, claim, question }) {
  const { ask, reveal, choices, number } = question ?? {};
  return [title, text, more, gist, claim, ask, reveal, question?.more, number?.right, number?.wrong, ...(choices ?? []).flatMap((one) => [one.text, one.feedback])].flatMap((one) => one ?? []);
}

/** Every number below a value, also those in words such as "power:0.5". @param {unknown} value @returns {number[]} */
function numbersIn(value) {
  if (typeof value === 'number') return [Math.abs(value)];
  if (typeof value === 'string') return [...value.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
  return value && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : [];
}

/** What the page does at a step: states and conditions, whose numbers cannot disagree with it. @param {Step} step */
const doneBy = ({ state, expect, question }) => [state, expect, question?.state, question?.expect, question?.number, question?.choices?.map(({ right }) => right)];

/** The undeclared decimal numbers in the texts of a step. @param {Step} step @param {Step[]} before */
export function undeclared(step, before) {
  const known = new Set(numbersIn([...before.map(({ state, question }) => [state, question?.state]), doneBy(step)]));
  const written = textsOf(step).join(' ').replace(/\{\{\w+\}\}|`[^`]*`/g, '').matchAll(/(?<![\d.:])\d+\.\d+/g);
  return [...written].map(([number]) => number).filter((number) => !known.has(Number(number)) && !Object.hasOwn(step.literals ?? {}, number));
}

for (const id of LESSONS) {
  test(`lesson ${id}: every decimal number in its texts is a figure or declared`, () => {
    const { steps } = lessonOf(id);
    steps.forEach((step, index) => assert.deepEqual(undeclared(step, steps.slice(0, index)), [], `step ${index + 1}: take it from the run as {{figure}}, or declare it in "literals"`));
  });
  test(`lesson ${id}: no declared number is unused`, () => {
    for (const step of lessonOf(id).steps) {
      for (const literal of Object.keys(step.literals ?? {})) assert.ok(textsOf(step).join(' ').includes(literal), `${step.title}: ${literal}`);
    }
  });
  test(`lesson ${id} cites its sources, ends with something to try, and points at something in each step`, () => {
    const { steps, sources, try: free } = lessonOf(id);
    assert.ok(sources?.length, 'sources');
    assert.ok(free, 'try');
    for (const { highlight, picture, title } of steps) assert.ok(highlight ?? picture, `${title}: neither a highlight nor a picture`);
  });
}

test('an undeclared number is found', () => {
  const step = { title: 'One', text: 'C is 0.5, and the slack is 0.123.', state: { c: 0.5 } };
  assert.deepEqual(undeclared(step, []), ['0.123']);
  assert.deepEqual(undeclared({ ...step, literals: { 0.123: 'given' } }, []), []);
});
