// What the editor says of a draft: warnings, the names of figures, and the parts of pictures.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import '../page/support/dom.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { nameOfFigure } from '../../www/features/learn/lesson-editor/figure-names.js';
import { fetchDescriptions, partName } from '../../www/features/learn/lesson-editor/picture-descriptions.js';
import { shownLesson } from '../../www/features/learn/lesson-editor/shown-lesson.js';
import { conditionOf, simpleOf } from '../../www/features/learn/lesson-editor/simple-condition.js';
import { askedFigures, checksOf, numbersByHand, numbersIn, shownAs, warningsOf, wordCount } from '../../www/features/learn/lesson-editor/warnings.js';
import { FIGURES } from '../../www/features/learn/lessons/expressions.js';

/** @typedef {import('../../www/features/learn/lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../../www/features/learn/lessons/schema.js').Step} Step */
/** @typedef {import('../../www/features/learn/lessons/schema.js').Question} Question */

const pictures = await fetchDescriptions();
/** @type {Question} */
const question = { ask: 'Which?', reveal: 'So.', choices: [{ text: '0.562', right: true, feedback: 'f' }, { text: '16', right: false, feedback: 'f' }] };
/** @type {Step} */
const sound = { title: 'T', text: 'Few words.', gist: 'g', claim: 'c', highlight: { role: 'region', name: 'Objective' } };
/** @param {...Partial<Step>} steps @returns {Lesson} */
const lessonOf = (...steps) => ({ rankscope: 'lesson', title: 'T', summary: 'S', minutes: 1, steps: steps.map((one) => ({ ...sound, ...one })) });
/** @param {Partial<Step>} step */
const places = (step) => warningsOf(lessonOf(step), 0, pictures).map(({ place }) => place);
const words = (/** @type {number} */ count) => Array.from({ length: count }, () => 'word').join(' ');

test('words are counted as they are read', () => {
  assert.equal(wordCount('*w* is short: ‖w‖ = {{norm}} – see [1] {term:slack|the slack} and {term:loss}.'), 10);
  assert.equal(wordCount(''), 0);
});

test('the draft alone tells of long texts, missing lines and parts that wait for nothing', () => {
  assert.deepEqual(places({}), []);
  assert.deepEqual(places({ text: words(46) }), [], 'only a question has a limit');
  assert.deepEqual(places({ text: words(45), question }), []);
  assert.deepEqual(places({ text: words(46), question }), ['text']);
  assert.deepEqual(places({ gist: undefined, claim: undefined }), ['gist', 'claim']);
  assert.deepEqual([places({ highlight: undefined }), places({ highlight: undefined, picture: 'plane' })], [['picture'], []]);
  assert.deepEqual(places({ picture: 'plane', show: ['floor?'], text: 'The floor.' }), ['show']);
  assert.deepEqual(places({ picture: 'plane', show: ['floor?'], text: 'The floor.', question }), []);
});

test('a part that no text so far speaks of is named', () => {
  const lesson = lessonOf({ picture: 'plane', show: ['dot'], text: 'A dot.' }, { picture: 'plane', show: ['dot', 'floor'] });
  assert.deepEqual(warningsOf(lesson, 0, pictures), []);
  const [{ place, text }] = warningsOf(lesson, 1, pictures);
  assert.equal(place, 'show');
  assert.match(text, /^“floor” is shown, but no text so far speaks of it/);
});

test('the lessons of the page hide no part without a question, and explain what they show', () => {
  for (const file of readdirSync(at('www', 'lessons'))) {
    const lesson = /** @type {Lesson} */ (JSON.parse(readFileSync(at('www', 'lessons', file), 'utf8')));
    lesson.steps.forEach((_step, step) => assert.deepEqual(warningsOf(lesson, step, pictures).filter(({ place }) => place === 'show'), [], file));
  }
});

test('the stage tells what does not fit, and where', () => {
  const fits = { before: 0, after: 0 };
  const measured = { wide: fits, phone: fits, shown: [], asked: [] };
  const asks = { ...sound, question };
  assert.deepEqual(checksOf(asks, measured).map(({ holds }) => holds), [true, true]);
  const [wide, phone] = checksOf(asks, { ...measured, wide: { before: 12, after: 3 }, phone: { before: 0, after: 39 } });
  assert.deepEqual([wide.holds, wide.place, phone.holds, phone.place], [false, 'text', false, 'question.reveal']);
  assert.match(wide.text, /need 12 px more at 1280 × 720/);
  assert.match(phone.text, /^After Reveal, 39 px do not fit at 390 × 844/);
  const [, , told] = checksOf(asks, { ...measured, asked: [0.5623], shown: numbersIn('loss 0.562', 'picture') });
  assert.deepEqual([told.holds, told.place], [false, 'highlight']);
  assert.match(told.text, /0\.562, which the page shows before Reveal/);
  const [, , drawn] = checksOf({ ...asks, picture: 'plane' }, { ...measured, asked: [0.5623], shown: numbersIn('loss 0.562', 'picture') });
  assert.deepEqual([drawn.place, /the picture shows/.test(drawn.text)], ['show', true]);
  const [, , hidden] = checksOf(asks, { ...measured, asked: [0.5623], shown: numbersIn('loss 0.563', 'text') });
  assert.equal(hidden.holds, true);
});

test('a number on the screen stands for a value as far as it is written', () => {
  const shown = (/** @type {string} */ text, /** @type {number} */ value) => shownAs(value, numbersIn(text, 'text'))?.text ?? null;
  assert.deepEqual([shown('16 lists', 16), shown('1,234', 1234), shown('−0.25', -0.25), shown('56 %', 0.56)], ['16', '1,234', '−0.25', '56']);
  assert.deepEqual([shown('rank 1', 1), shown('0.56', 0.571), shown('0.05', 0.049), shown('16', 160)], [null, null, null, null], 'one digit says too little');
});

test('the figures that an answer follows from, and the numbers of an answer by hand', () => {
  const [slack, loss] = [{ value: 'report.mean_slack' }, { value: 'report.mean_loss' }];
  const byRun = { ...question, choices: [{ text: 'a', feedback: 'f', right: { all: [{ more: [slack, { ...slack, run: 'before' }] }, { not: { less: [loss, 1] } }] } }] };
  assert.deepEqual(askedFigures(byRun), [slack, loss]);
  assert.deepEqual(askedFigures({ ask: 'a', reveal: 'r', number: { is: slack, within: 1, right: 'r', wrong: 'w' } }), [slack]);
  assert.deepEqual([askedFigures(question), numbersByHand(question)], [[], [0.562]]);
});

test('every figure has a name on the page', () => {
  for (const value of FIGURES) assert.doesNotMatch(nameOfFigure({ value }, 'ndcg@10'), /[._]/, value);
  assert.deepEqual([nameOfFigure({ value: 'report.mean_slack' }, ''), nameOfFigure({ value: 'report.valid' }, 'ndcg@10'), nameOfFigure({ value: 'report.train', measure: 'map', run: 'before' }, 'ndcg@10')],
    ['mean slack', 'NDCG@10, validation', 'MAP, training (before the answer)']);
  assert.deepEqual([nameOfFigure({ value: 'report.gap', at: 'last' }, ''), nameOfFigure({ value: 'report.gap', at: 3 }, '')], ['gap (at the end)', 'gap (at iteration 3)']);
  assert.deepEqual([nameOfFigure({ value: 'rows.slack' }, ''), nameOfFigure({ value: 'rows.slack', of: '3' }, '')], ['slack of a query (largest slack)', 'slack of a query (query 3)']);
});

test('a part has its name and what the brackets say', () => {
  assert.deepEqual([partName(pictures.plane, 'line'), partName(pictures.plane, 'floor'), partName(undefined, 'x')], ['line (newest)', 'floor', 'x']);
});

test('a condition of the menus passes through them, and no other does', () => {
  const figure = { value: 'inspection.hinge' };
  for (const right of [{ more: [figure, 1] }, { same: [figure, { value: 'inspection.loss' }], within: 0.1 }, { less: [{ ...figure, rank: 2 }, { ...figure, run: 'before' }] }]) {
    const simple = simpleOf(right);
    assert.deepEqual(simple && conditionOf(simple), right);
  }
  for (const right of [{ not: { more: [figure, 1] } }, { more: [{ size: figure }, 1] }, { more: [figure, { plus: [1, 2] }] }]) assert.equal(simpleOf(right), null);
});

test('the stage shows a draft whose words are still missing', () => {
  const { title, steps: [step] } = shownLesson(lessonOf({ title: ' ', text: '', question: { ...question, ask: '' } }));
  assert.deepEqual([title, step.title, step.text, step.question?.ask, step.question?.reveal], ['T', '…', '…', '…', 'So.']);
});
