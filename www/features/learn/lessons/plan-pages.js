// What is printed of a plan: a worksheet with texts, questions and empty boxes, and a summary with the claims and the
// answers that the reader has given on this page.

import './plan-pages.css';
import { h } from '../../../ui/dom.js';
import { plural } from '../../../lib/format.js';
import { inline, paragraphs } from './text.js';
import { citation } from './summary.js';

/** @typedef {{ id: string, lesson: import('./schema.js').Lesson }} OnShelf */
/** @typedef {import('./schema.js').Step} Step */
/** @typedef {import('./schema.js').Question} Question */
/** @typedef {import('./statements.js').Statement} Statement */
/** @typedef {import('../../../ui/dom.js').Child} Child */

const LINE = '_'.repeat(32); // to write on

/** Texts as they stand on paper, where nothing is marked and no term opens. @param {string} text */
const plain = (text) => text.replaceAll(/\[\d\]\s*/g, '');

/** @param {OnShelf[]} lessons */
export function worksheet(lessons) {
  const page = sheet('Rankscope · worksheet', lessons, ({ lesson: { steps } }) => {
    const asked = steps.findIndex(({ question }) => question);
    return [h('ol', {}, steps.map((step, at) => h('li', {}, h('h3', {}, step.title),
      ...(step.question || at < asked ? stepText(step) : [h('p', {}, `In my words: ${LINE}`)]),
      step.question && questionBox(step.question))))];
  });
  // The reader fills in what the run shows.
  for (const figure of page.querySelectorAll('.figure')) figure.textContent = '________';
  return page;
}

/**
 * The text of a step. A step without a question may tell the answers of the steps before it; the worksheet leaves out
 * its text.
 * @param {Step} step
 */
function stepText({ text, figures }) {
  return paragraphs(plain(text), figures, {}, -1);
}

/** @param {Question} question */
function questionBox({ ask, choices, number }) {
  return h('div', { class: 'sheet-question' }, h('p', {}, h('b', {}, 'Question. '), inline(plain(ask), {}, {}, -1)),
    choices ? h('ul', {}, choices.map(({ text }) => h('li', {}, box(), h('span', {}, inline(text, {}, {}, -1)))))
      : h('p', {}, 'My guess: ________ ', number?.unit ?? ''),
    h('p', {}, `What the run showed: ${LINE}`));
}

const box = () => h('span', { class: 'sheet-box', 'aria-hidden': 'true' });

/** @param {OnShelf[]} lessons @param {Statement[]} statements of the reader, the oldest first */
export function planSummary(lessons, statements) {
  const answers = new Map(statements.filter(({ verb }) => verb.display.en === 'answered')
    .map((one) => [one.object.id, one]));
  return sheet('Rankscope · summary of a lecture', lessons, ({ id, lesson: { steps, sources } }) => [
    h('ol', {}, steps.map((step, at) => {
      const answer = answers.get(`urn:rankscope:lesson:${id}:step:${at + 1}:question`);
      return h('li', {}, h('h3', {}, step.title),
        step.question && h('p', {}, h('b', {}, 'Question. '), inline(plain(step.question.ask), {}, {}, -1)),
        step.question && h('p', {}, ...(answer ? answered(step.question, answer) : ['Not answered.'])),
        h('p', {}, inline(claimOf(step), {}, {}, -1)));
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
 * @param {string} kind @param {OnShelf[]} lessons @param {(lesson: OnShelf) => Child[]} content
 * @returns {HTMLElement}
 */
function sheet(kind, lessons, content) {
  return h('article', { class: 'lesson-summary plan-sheet' },
    lessons.map((one) => h('section', {}, h('p', {}, `${kind} · ${plural(one.lesson.minutes, 'minute')}`),
      h('h1', {}, one.lesson.title), h('p', {}, one.lesson.summary), ...content(one))));
}
