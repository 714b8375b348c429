// Every lesson from start to end in the page without its views: each step is set up, its statements about numbers hold in
// the live run, its figures have values, it points at parts of the page, and the run decides its questions. What the page
// shows of it is tested in a browser, with some lessons.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { headlessPage } from './support/headless-page.mjs';
import { canHave, drawingCode } from './support/part-names.mjs';
import { LESSONS } from '../../www/features/learn/lessons/lesson-list.js';
import { isRevealed } from '../../www/features/learn/lessons/lesson-state.js';
import { numberText, unmet, valueOfSum, wrongLiterals } from '../../www/features/learn/lessons/text.js';
import { decisionOf, isRight } from '../../www/features/learn/lessons/verdict.js';

/** @typedef {import('../../www/features/learn/lessons/lesson-state.js').Answer} Answer */
/** @typedef {import('../../www/features/learn/lessons/lesson-state.js').Open} Open */
/** @typedef {import('../../www/features/learn/lessons/expressions.js').LessonSnapshots} LessonSnapshots */
/** @typedef {import('../../www/features/learn/lessons/schema.js').Question} Question */
/** @typedef {import('../../www/features/learn/lessons/schema.js').Figure} Figure */

/** Milliseconds after which a lesson counts as hanging. Its waits follow the actions of the page. */
const HANGING = 10 * 60_000;

/** @type {import('./support/headless-page.mjs').HeadlessPage} */
let page;
before(async () => { page = await headlessPage(); });
after(() => page.close());
const code = await drawingCode();

/**
 * Waits until a step is set up, or its question answered, and returns the lesson.
 * @param {string} id @param {number} step @param {boolean} answered
 */
async function there(id, step, answered) {
  const where = `${id}, step ${step + 1}`;
  const { lessons } = await page.until(({ lessons: { open, problems } }) => problems || (open?.id === id && open.step === step
    && open.phase !== 'setting' && (open.phase === 'failed' || !answered || isRevealed(open))), `${where} is set up`);
  assert.equal(lessons.problems, null, where);
  assert.ok(lessons.open);
  assert.equal(lessons.open.phase, 'there', `${where}: ${lessons.open.problem}`);
  return lessons.open;
}

/** The snapshots that the page takes figures from, at a step and after its question. @param {Open} open */
function snapshotsOf({ step, snapshots, remembered }) {
  const seen = snapshots[step];
  return { now: { ...remembered, now: seen?.now }, after: { ...remembered, now: seen?.after, before: seen?.now } };
}

/** The figures in texts that have no value. @param {(string | undefined)[]} texts @param {Record<string, Figure> | undefined} figures @param {LessonSnapshots} snapshots */
function valueless(texts, figures, snapshots) {
  const named = texts.flatMap((text) => [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  return named.filter((name) => !figures?.[name] || valueOfSum(figures[name].is, snapshots) === null);
}

/** Checks what a step says before its question is answered. @param {Open} open @param {string} where */
function soundBefore(open, where) {
  const { expect, literals, question, text, figures } = open.lesson.steps[open.step];
  const { now } = snapshotsOf(open);
  assert.ok(now.now, `${where} has a run`);
  assert.deepEqual(unmet(expect, now, where), []);
  if (!question) assert.deepEqual(wrongLiterals(literals, now, where), []);
  assert.deepEqual(valueless([text], figures, now), [], `${where}: figures without a value`);
}

/** Checks what a step says after the answer, whatever the answer was. @param {Open} open @param {Question} question @param {string} where */
function soundAfter(open, question, where) {
  const { literals } = open.lesson.steps[open.step];
  const { after } = snapshotsOf(open);
  const { choices, number, reveal, figures, expect } = question;
  assert.ok(after.now, `${where} has a run for its reveal`);
  assert.deepEqual(unmet(expect, after, `${where}, question`), []);
  assert.deepEqual(wrongLiterals(literals, after, where), []);
  const texts = [reveal, number?.right, number?.wrong, ...(choices ?? []).map(({ feedback }) => feedback)];
  assert.deepEqual(valueless(texts, figures, after), [], `${where}: figures of the reveal without a value`);
}

/** Checks that a step points at something that the page can have. @param {Open} open @param {string} where */
function pointing({ lesson, step }, where) {
  const { highlight, marks = [], picture } = lesson.steps[step];
  assert.ok(highlight ?? picture, `${where} points at something`);
  const parts = highlight ? [highlight, ...marks] : marks;
  assert.deepEqual(parts.filter((part) => !canHave(part, page.store.get(), code)), [], `${where}: parts that the page does not have`);
}

/** Returns the right answer as a reader would type it. @param {Open} open @param {Question} question @param {string} where @returns {Answer} */
function rightAnswer(open, question, where) {
  const { undecided, rights, value } = decisionOf(question, snapshotsOf(open).after);
  assert.equal(undecided, null, `${where}: the run decides the question`);
  if (question.choices) {
    assert.equal(rights.filter(Boolean).length, 1, `${where}: exactly one choice is right: ${rights}`);
    return { choice: rights.indexOf(true) };
  }
  assert.ok(question.number && value !== null, where);
  const { digits, least = -Infinity, most = Infinity } = question.number;
  const number = Number(numberText(value, digits).replace('−', '-').replaceAll(',', ''));
  assert.ok(number >= least && number <= most, `${where}: the form takes ${number}`);
  return { number };
}

/** The first answer: the first choice, or a number that is far away. @param {Question} question @returns {Answer} */
const firstAnswer = ({ number }) => (number ? { number: number.least ?? -1000 } : { choice: 0 });

/**
 * Answers the question of a step, and checks how the run judges the answer.
 * @param {string} id @param {Question} question @param {Answer} answer @param {boolean} isRepeated @returns {Promise<Answer>} the right answer
 */
async function ask(id, question, answer, isRepeated) {
  const { step } = /** @type {Open} */ (page.store.get().lessons.open);
  const where = `${id}, step ${step + 1}`;
  page.store.dispatch({ type: 'lessons/answer', answer });
  const open = await there(id, step, true);
  soundBefore(open, where);
  soundAfter(open, question, where);
  const right = rightAnswer(open, question, where);
  const judged = isRight(question, answer, decisionOf(question, snapshotsOf(open).after));
  const expected = isRepeated || ('choice' in right && 'choice' in answer && right.choice === answer.choice);
  assert.equal(judged, expected, `${where}: ${JSON.stringify(answer)} is ${expected ? 'right' : 'wrong'}`);
  return right;
}

for (const id of LESSONS) {
  test(`lesson ${id}: every statement holds in the live run`, { timeout: HANGING }, async () => {
    /** @type {Record<number, Answer>} */
    const right = {};
    // The first answers are arbitrary. The second answers are right according to the run of the first round.
    for (const round of [0, 1]) {
      page.store.dispatch({ type: 'lessons/leave' });
      page.store.dispatch({ type: 'lessons/begin', id });
      const { lesson: { steps } } = await there(id, 0, false);
      for (const [step, { question }] of steps.entries()) {
        if (step > 0) page.store.dispatch({ type: 'lessons/step', step });
        const open = await there(id, step, false);
        soundBefore(open, `${id}, step ${step + 1}`);
        pointing(open, `${id}, step ${step + 1}`);
        if (question) right[step] = await ask(id, question, round ? right[step] : firstAnswer(question), round > 0);
      }
    }
  });
}

test('a part that the page does not have is missed', async () => {
  page.store.dispatch({ type: 'lessons/leave' });
  page.store.dispatch({ type: 'lessons/begin', id: 'lists' });
  await there('lists', 0, false);
  const has = (/** @type {string} */ name) => canHave({ role: 'region', name }, page.store.get(), code);
  assert.deepEqual(['Pull on each document', 'Objective', 'NDCG@10', 'Slack and loss', 'AUC', 'Violated permutation'].map(has), [true, true, true, false, false, false]);
});
