// The printed summary of a lesson: what each step claims, its picture, its formulas, the reader's answers and the right
// ones, and the sources.

import { h } from '../../../../ui/dom.js';
import { citation } from '../citation.js';
import { isRevealed } from '../lesson-state.js';
import { inline, numberText, paragraphs } from '../text.js';
import { decisionOf, isRight } from '../verdict.js';
import { formulaPart, formulasOf } from './formulas.js';
import { stepOnPaper } from './step-on-paper.js';

/** @typedef {import('../lesson-state.js').Open} Open */
/** @typedef {import('../schema.js').Step} Step */
/** @typedef {import('../expressions.js').LessonSnapshots} LessonSnapshots */
/** @typedef {import('../../../../ui/dom.js').Child} Child */

/** @param {Open} open @param {import('./stills.js').Played[]} played */
export function summary(open, played) {
  const { lesson } = open;
  return h('article', { id: 'lesson-summary', class: 'lesson-summary' },
    h('div', {}, h('p', {}, 'Rankscope · summary of a lesson'), h('h1', {}, lesson.title), h('p', {}, lesson.summary)),
    h('ol', {}, lesson.steps.map((step, at) =>
      stepOnPaper(h('h2', {}, step.title), played[at]?.still, ...stepParts(open, step, at)))),
    lesson.try && h('section', {}, h('h2', {}, 'Try it yourself'), paragraphs(lesson.try, {}, {})),
    lesson.sources?.length ? h('section', {}, h('h2', {}, 'Sources'),
      h('ul', {}, lesson.sources.map((one) => h('li', {}, citation(one))))) : null);
}

/**
 * What stands beside the picture of a step, and below it.
 * @param {Open} open @param {Step} step @param {number} at @returns {[Child[], Child[]]}
 */
function stepParts(open, step, at) {
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
  const beside = [
    question && h('p', { class: 'summary-question' }, h('b', {}, 'Question. '), inline(question.ask, {}, {}, -1)),
    isAnswered ? h('p', {}, answerText(open, step, at, after)) : question && h('p', {}, 'Not answered.'),
    ...(seen?.now || step.claim ? claim : [h('p', {}, 'This step was not played.')]),
  ];
  return [beside, formulasOf(step, Boolean(isAnswered)).map(({ paragraph, figures: own }) =>
    formulaPart(paragraph, own, own === question?.figures ? after : now))];
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

/** @param {Open} open @param {Step} step @param {number} at @param {LessonSnapshots} after @returns {Child[]} */
function answerText(open, { question }, at, after) {
  const reply = open.answers[at];
  if (!question) return [];
  const decision = decisionOf(question, after);
  const { choices, number } = question;
  const unit = number?.unit ? ` ${number.unit}` : '';
  const own = 'choice' in reply ? inline(choices?.[reply.choice]?.text ?? '–', {}, {}, -1)
    : [`${numberText(reply.number)}${unit}`];
  const answer = [h('b', {}, 'Your answer: '), ...own];
  if (decision.undecided !== null) return [...answer, ` · the run cannot decide: ${decision.undecided}`];
  if (number) {
    return [...answer, h('b', {}, ' · measured: '), `${numberText(decision.value ?? NaN, number.digits)}${unit}`];
  }
  if (isRight(question, reply, decision)) return [...answer, ' ✓ '];
  const right = (choices ?? []).filter((_choice, place) => decision.rights[place]);
  return [...answer, ' ✗ ', h('b', {}, 'Right: '), ...right.flatMap(({ text }) => inline(text, {}, {}, -1))];
}
