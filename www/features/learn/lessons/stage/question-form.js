// The question of a step: its form, the marks at its answers, and the feedback to the answer given.

import { h, say } from '../../../../ui/dom.js';
import { freshId } from '../../../../ui/fields.js';
import { inline, numberText, paragraphs } from '../text.js';
import { decisionOf, isRight, undecidedText } from '../verdict.js';

/** @typedef {import('../lesson-state.js').LessonsStore} Store */
/** @typedef {import('../lesson-state.js').Open} Open */
/** @typedef {import('../expressions.js').LessonSnapshots} LessonSnapshots */
/** @typedef {import('../schema.js').Question} Question */

/**
 * Returns the form, whether it holds an answer, and what gives the answer.
 * @param {Question} question @param {Open} open @param {Store} store
 */
export function questionForm(question, open, store) {
  return question.number ? numberForm(question, open, store) : choiceForm(question, open, store);
}

/**
 * @param {Store} store
 * @param {() => import('../lesson-state.js').Answer | null} read
 * @param {...Node} children
 */
function form(store, read, ...children) {
  const reveal = () => {
    const answer = element.reportValidity() ? read() : null;
    if (answer) store.dispatch({ type: 'lessons/answer', answer });
  };
  // The event submit would not come in a frame that may not send forms.
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    reveal();
  };
  const element = h('form', { class: 'lesson-question', onkeydown }, children);
  return { element, reveal, isReady: () => read() !== null };
}

/** @param {Question} question */
const asked = (question) => inline(question.ask, {}, {}, -1);

/** @param {Question} question @param {Open} open @param {Store} store */
function numberForm(question, { answers, step }, store) {
  const id = freshId('answer');
  const answer = answers[step];
  const value = answer && 'number' in answer ? String(answer.number) : '';
  const input = h('input', { id, type: 'number', step: 'any', required: true, value });
  const { unit, hint, least, most } = question.number ?? {};
  if (least !== undefined) input.min = String(least);
  if (most !== undefined) input.max = String(most);
  if (hint) input.setAttribute('aria-describedby', `${id}-hint`);
  return form(store, () => (Number.isFinite(input.valueAsNumber) ? { number: input.valueAsNumber } : null),
    h('label', { htmlFor: id }, asked(question)),
    h('div', { class: 'lesson-guess' }, input, unit && h('span', { class: 'muted' }, unit)),
    h('p', { class: 'muted', id: `${id}-hint`, hidden: !hint }, hint ?? ''));
}

/** @param {Question} question @param {Open} open @param {Store} store */
function choiceForm(question, { answers, step }, store) {
  const name = freshId('answer');
  const answer = answers[step];
  const radios = (question.choices ?? []).map(({ text }, at) => {
    const checked = Boolean(answer && 'choice' in answer && answer.choice === at);
    const input = h('input', { type: 'radio', name, required: true, value: String(at), checked });
    const words = h('span', {}, inline(text, {}, {}, -1));
    return { input, element: h('label',
        { class: 'lesson-choice' }, input, words, h('span', { class: 'lesson-mark' })) };
  });
  const read = () => {
    const choice = radios.findIndex(({ input }) => input.checked);
    return choice < 0 ? null : { choice };
  };
  return form(store, read, h('fieldset', {}, h('legend', {}, asked(question)), radios.map(({ element }) => element)));
}

/**
 * Marks each choice as correct or not, by the figures of the run. Where the run cannot decide, no choice has a mark.
 * @param {HTMLElement} place
 * @param {Question} question
 * @param {Open} open
 * @param {LessonSnapshots} snapshots
 */
export function markAnswers(place, question, open, snapshots) {
  const answer = open.answers[open.step];
  const { undecided, rights } = decisionOf(question, snapshots);
  [...place.querySelectorAll('.lesson-choice')].forEach((choice, at) => {
    const right = undecided === null && rights[at];
    const mine = answer && 'choice' in answer && answer.choice === at;
    choice.classList.toggle('is-right', right);
    const mark = choice.querySelector('.lesson-mark');
    if (mark) say(mark, right ? '✓ right' : !mine ? '' : undecided === null ? '✗ not quite' : 'your answer');
  });
}

/**
 * The feedback to the answer, and the reveal.
 * @param {Question} question
 * @param {Open} open
 * @param {LessonSnapshots} snapshots
 */
export function outcome(question, open, snapshots) {
  const answer = open.answers[open.step];
  const decision = decisionOf(question, snapshots);
  const right = isRight(question, answer, decision);
  const reveal = paragraphs(question.reveal, question.figures, snapshots);
  if (right === null) {
    const why = undecidedText(decision.undecided ?? 'the answer does not belong to it');
    return [h('p', { class: 'answer-undecided' }, why), ...reveal];
  }
  const { feedback, more } = feedbackOf(question, answer, right, decision.value);
  return [
    h('p', {}, h('strong', { class: right ? 'answer-right' : 'answer-wrong' }, right ? 'Yes.' : 'No.'), more, ' ',
      inline(feedback, question.figures ?? {}, snapshots)),
    ...reveal,
  ];
}

/**
 * @param {Question} question @param {import('../lesson-state.js').Answer} answer @param {boolean} right
 * @param {number | null} value the number that was asked for
 */
function feedbackOf({ choices, number }, answer, right, value) {
  if (choices && 'choice' in answer) return { feedback: choices[answer.choice].feedback, more: [] };
  if (!number || value === null) return { feedback: '', more: [] };
  const measured = `${numberText(value, number.digits)}${number.unit ? ` ${number.unit}` : ''}`;
  return { feedback: right ? number.right : number.wrong,
    more: [' It is ', h('span', { class: 'answer-value' }, measured), '.'] };
}
