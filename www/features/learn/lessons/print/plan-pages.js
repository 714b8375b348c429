// What is printed of a plan: a worksheet with texts, pictures, formulas, questions and empty boxes; its key with the
// answers that the run decides; and a summary with the claims, the pictures after the answers, the formulas, and the
// answers that the reader has given on this page.

import './plan-pages.css';
import { h } from '../../../../ui/dom.js';
import { plural } from '../../../../lib/format.js';
import { inline, paragraphs } from '../text.js';
import { citation } from '../citation.js';
import { formulaPart, formulasOf } from './formulas.js';
import { stepOnPaper } from './step-on-paper.js';

/** What can be printed of several lessons. @typedef {'worksheet' | 'key' | 'summary'} Kind */
/** @typedef {{ id: string, lesson: import('../schema.js').Lesson }} OnShelf */
/** @typedef {import('../schema.js').Step} Step */
/** @typedef {import('../schema.js').Question} Question */
/** @typedef {import('../statements.js').Statement} Statement */
/** @typedef {import('./stills.js').Played} Played */
/** @typedef {import('./stills.js').Outcome} Outcome */
/** @typedef {import('../../../../ui/dom.js').Child} Child */

const LINE = '_'.repeat(32); // to write on

/** Texts as they stand on paper, where nothing is marked and no term opens. @param {string} text */
const plain = (text) => text.replaceAll(/\[\d\]\s*/g, '');

/**
 * Which steps keep their text and their picture. A step without a question may tell the answers of the steps before it.
 * @param {OnShelf['lesson']} lesson
 */
export function stepsWithText({ steps }) {
  const asked = steps.findIndex(({ question }) => question);
  return steps.map(({ question }, at) => Boolean(question) || at < asked);
}

/** @param {OnShelf[]} lessons @param {Played[][]} played of each lesson */
export function worksheet(lessons, played) {
  const page = sheet('Rankscope · worksheet', lessons, ({ lesson }, lessonAt) => {
    const hasText = stepsWithText(lesson);
    return [h('ol', {}, lesson.steps.map((step, at) => {
      const { title, text, figures, question } = step;
      return stepOnPaper(h('h3', {}, title), played[lessonAt][at]?.still,
        [...hasText[at] ? paragraphs(plain(text), figures, {}, -1) : [h('p', {}, `In my words: ${LINE}`)],
          question && questionBox(question)],
        hasText[at] ? formulasBeside(step, false, text) : []);
    }))];
  });
  // The reader fills in what the run shows.
  for (const figure of page.querySelectorAll('.figure')) figure.textContent = '________';
  return page;
}

/**
 * The formulas that stand nowhere else on the page.
 * @param {Step} step @param {boolean} revealed whether the answer may be told @param {string} printed beside them
 */
const formulasBeside = (step, revealed, printed) => formulasOf(step, revealed)
  .filter(({ paragraph }) => !printed.includes(paragraph))
  .map(({ paragraph, figures }) => formulaPart(paragraph, figures, {}));

/** @param {Question} question */
function questionBox({ ask, choices, number }) {
  return h('div', { class: 'sheet-question' }, h('p', {}, h('b', {}, 'Question. '), inline(plain(ask), {}, {}, -1)),
    choices ? h('ul', {}, choices.map(({ text }) => h('li', {}, box(), h('span', {}, inline(text, {}, {}, -1)))))
      : h('p', {}, 'My guess: ________ ', number?.unit ?? ''),
    h('p', {}, `What the run showed: ${LINE}`));
}

/** @param {string} [mark] */
const box = (mark = '') => h('span', { class: 'sheet-box', 'aria-hidden': 'true' }, mark);

/** @param {OnShelf[]} lessons @param {Played[][]} played of each lesson */
export function answerKey(lessons, played) {
  return sheet('Rankscope · key of the worksheet', lessons, ({ lesson: { steps } }, lessonAt) => [
    h('ol', {}, steps.map((step, at) => {
      const { still, outcome } = played[lessonAt][at] ?? { still: null, outcome: null };
      return stepOnPaper(h('h3', {}, step.title), still,
        step.question ? [keyBox(step.question, outcome), ...outcome?.reveal ?? []]
          : [h('p', {}, inline(claimOf(step), {}, {}, -1))],
        // A number that only the run knows stands in the explanation.
        formulasBeside(step, true, step.question?.reveal ?? '').filter((one) => !one.querySelector('.figure')));
    })),
  ]);
}

/** A question with the answer that the run gives. @param {Question} question @param {Outcome | null} outcome */
function keyBox({ ask, choices = [] }, outcome) {
  const isRight = (/** @type {number} */ at) => outcome?.rights.includes(at) ?? false;
  return h('div', { class: 'sheet-question' }, h('p', {}, h('b', {}, 'Question. '), inline(plain(ask), {}, {}, -1)),
    choices.length > 0 && h('ul', {}, choices.map(({ text }, at) => h('li', { class: isRight(at) ? 'is-right' : '' },
      box(isRight(at) ? '✓' : ''), h('span', {}, inline(text, {}, {}, -1))))),
    outcome?.value && h('p', {}, 'The run shows ', h('b', {}, outcome.value), '.'),
    outcome?.undecided && h('p', {}, outcome.undecided),
    !outcome && h('p', {}, 'The lesson could not be played, so its run has not decided.'));
}

/**
 * @param {OnShelf[]} lessons @param {Played[][]} played of each lesson
 * @param {Statement[]} statements of the reader, the oldest first
 */
export function planSummary(lessons, played, statements) {
  const answers = new Map(statements.filter(({ verb }) => verb.display.en === 'answered')
    .map((one) => [one.object.id, one]));
  return sheet('Rankscope · summary of a lecture', lessons, ({ id, lesson: { steps, sources } }, lessonAt) => [
    h('ol', {}, steps.map((step, at) => {
      const answer = answers.get(`urn:rankscope:lesson:${id}:step:${at + 1}:question`);
      return stepOnPaper(h('h3', {}, step.title), played[lessonAt][at]?.still,
        [step.question && h('p', {}, h('b', {}, 'Question. '), inline(plain(step.question.ask), {}, {}, -1)),
          step.question && h('p', {}, ...(answer ? answered(step.question, answer) : ['Not answered.'])),
          h('p', {}, inline(claimOf(step), {}, {}, -1))],
        formulasOf(step, true).filter(({ paragraph }) => !paragraph.includes('{{'))
          .map(({ paragraph }) => formulaPart(paragraph, {}, {})));
    })),
    sources?.length ? h('ul', { class: 'sheet-sources' }, sources.map((one) => h('li', {}, citation(one)))) : null,
  ]);
}

/** What a step says; a paragraph with numbers of the run needs the run. @param {Step} step */
function claimOf({ claim, text, question }) {
  if (claim) return claim;
  const all = `${question?.reveal ?? ''}\n\n${text}`.split(/\n\s*\n/).filter((one) => one.trim());
  return plain(all.find((one) => !one.includes('{{')) ?? '');
}

/** @param {Question} question @param {Statement} statement @returns {Child[]} */
function answered({ choices, number }, { object, result }) {
  /** @param {string} response */
  const words = (response) => (choices ? inline(choices[Number(response)]?.text ?? '–', {}, {}, -1)
    : [`${response}${number?.unit ? ` ${number.unit}` : ''}`]);
  const rights = object.definition.correctResponsesPattern;
  const mark = result.success === undefined ? ' · the run could not decide' : result.success ? ' ✓' : ' ✗';
  return [h('b', {}, 'Your answer: '), ...words(result.response ?? ''), mark,
    ...(result.success === false && Array.isArray(rights)
      ? [h('b', {}, ' Right: '), ...rights.flatMap((one) => words(String(one)))] : [])];
}

/**
 * @param {string} kind @param {OnShelf[]} lessons @param {(lesson: OnShelf, at: number) => Child[]} content
 * @returns {HTMLElement}
 */
function sheet(kind, lessons, content) {
  return h('article', { class: 'lesson-summary plan-sheet' },
    lessons.map((one, at) => h('section', {}, h('p', {}, `${kind} · ${plural(one.lesson.minutes, 'minute')}`),
      h('h1', {}, one.lesson.title), h('p', {}, one.lesson.summary), ...content(one, at))));
}
