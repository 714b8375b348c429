// The printed summary of a lesson: what each step claims, the reader's answers and the right ones, and the sources.

import './summary.css';
import { h } from '../../ui/dom.js';
import { isRevealed } from './lesson-state.js';
import { inline, judged, numberText, paragraphs, valueOf } from './text.js';

/** @typedef {import('./lesson-state.js').Open} Open */
/** @typedef {import('./schema.js').Step} Step */
/** @typedef {import('./expressions.js').LessonSnapshots} LessonSnapshots */
/** @typedef {import('../../ui/dom.js').Child} Child */

/** A source as a reader cites it. @param {import('./schema.js').Citation} source @returns {Child[]} */
export function citation({ authors, title, year, where }) {
  return [`${authors}. `, h('cite', {}, title), `. ${where ? `${where}, ` : ''}${year}.`];
}

/** Shows the summary alone and opens the browser's print dialog. @param {Open} open */
export function printSummary(open) {
  document.getElementById('lesson-summary')?.remove();
  const element = summary(open);
  document.body.append(element);
  document.body.classList.add('printing-lesson');
  window.addEventListener('afterprint', () => {
    document.body.classList.remove('printing-lesson');
    element.remove();
  }, { once: true });
  window.print();
}

/** @param {Open} open */
export function summary(open) {
  const { lesson } = open;
  return h('article', { id: 'lesson-summary', class: 'lesson-summary' },
    h('div', {}, h('p', {}, 'Rankscope · summary of a lesson'), h('h1', {}, lesson.title), h('p', {}, lesson.summary)),
    h('ol', {}, lesson.steps.map((step, at) => h('li', {}, h('h2', {}, step.title), stepPart(open, step, at)))),
    lesson.try && h('section', {}, h('h2', {}, 'Try it yourself'), paragraphs(lesson.try, {}, {})),
    lesson.sources?.length ? h('section', {}, h('h2', {}, 'Sources'),
      h('ul', {}, lesson.sources.map((one) => h('li', {}, citation(one))))) : null);
}

/** @param {Open} open @param {Step} step @param {number} at @returns {Child[]} */
function stepPart(open, step, at) {
  const seen = open.snapshots[at];
  /** @type {LessonSnapshots} */
  const now = { ...open.remembered, now: seen?.now };
  const after = { ...open.remembered, now: seen?.after, before: seen?.now };
  const { question } = step;
  const isAnswered = question && isRevealed(open, at);
  const text = isAnswered ? question.reveal : step.text;
  const figures = isAnswered ? question.figures : step.figures;
  const claim = step.claim ? [h('p', {}, inline(step.claim, {}, {}, -1)), ...seenPart(text, figures, isAnswered ? after
    : now)] : [h('p', {}, inline(paragraphsOf(text)[0], figures ?? {}, isAnswered ? after : now, -1))];
  return [
    question && h('p', { class: 'summary-question' }, h('b', {}, 'Question. '), inline(question.ask, {}, {}, -1)),
    isAnswered ? h('p', {}, answerText(open, step, at, after)) : question && h('p', {}, 'Not answered.'),
    ...(seen?.now || step.claim ? claim : [h('p', {}, 'This step was not played.')]),
  ];
}

/** @param {string} text */
const paragraphsOf = (text) => text.split(/\n\s*\n/);

/**
 * Returns the paragraphs with figures of the run, once it has them.
 * @param {string} text @param {Step['figures']} figures @param {LessonSnapshots} snapshots
 */
function seenPart(text, figures, snapshots) {
  if (!snapshots.now) return [];
  return paragraphsOf(text).filter((one) => one.includes('{{'))
    .map((one) => h('p', {}, h('b', {}, 'Seen: '), inline(one, figures ?? {}, snapshots, -1)));
}

/** @param {Open} open @param {Step} step @param {number} at @param {LessonSnapshots} after */
function answerText(open, { question }, at, after) {
  const given = open.answers[at];
  if (question?.choices) {
    const right = question.choices.filter((choice) => judged(choice.right, after) === true);
    const own = 'choice' in given ? question.choices[given.choice] : null;
    const isRight = own !== null && right.includes(own);
    return [h('b', {}, 'Your answer: '), inline(own?.text ?? '–', {}, {}, -1), isRight ? ' ✓ ' : ' ✗ ',
      ...(isRight ? [] : [h('b', {}, 'Right: '), right.flatMap(({ text }) => inline(text, {}, {}, -1))].flat())].flat();
  }
  const number = question?.number;
  const value = number ? valueOf(number.is, after) : null;
  const unit = number?.unit ? ` ${number.unit}` : '';
  return [h('b', {}, 'Your answer: '), 'number' in given ? `${numberText(given.number)}${unit}` : '–',
    h('b', {}, ' · measured: '), value === null ? '–' : `${numberText(value, number?.digits)}${unit}`];
}
