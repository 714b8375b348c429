// The draft of a lesson: a lesson whose steps have their whole state, so that steps can be moved and deleted. Pure, no
// DOM.

import { stateAt } from '../lessons/step-state.js';

/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../lessons/schema.js').Step} Step */
/** @typedef {import('../lessons/schema.js').Question} Question */
/** @typedef {import('../lessons/schema.js').Choice} Choice */
/** @typedef {import('../lessons/step-state.js').StepState} StepState */
/**
 * A lesson in which the state of a step holds all fields, not only those that differ from earlier steps. Fields that
 * the editor does not show stay as they are.
 * @typedef {Lesson} Draft
 */

/** @returns {Draft} */
export const newDraft = () => ({ rankscope: 'lesson', title: '', summary: '', minutes: 5, steps: [] });

/** @param {StepState} state @returns {Step} */
export const newStep = (state) => ({ title: '', text: '', state });

/** Two answers, the first of them right by hand. @returns {Question} */
export const newQuestion = () => ({ ask: '', reveal: '', choices: [newChoice(true), newChoice(false)] });

/** @param {Choice['right']} right @returns {Choice} */
export const newChoice = (right) => ({ text: '', feedback: '', right });

/** Whether the answers are right by hand. @param {Choice[]} choices */
export const isByHand = (choices) => choices.every(({ right }) => typeof right === 'boolean');

/** The answers with the one at `at` right by hand, and no other. @param {Choice[]} choices @param {number} at */
export const markedByHand = (choices, at) => choices.map((one, place) => ({ ...one, right: place === at }));

/** The answers with a figure that decides: more or less of it after the answer. @param {Choice[]} choices */
export function decidedByFigure(choices) {
  const [now, before] = [{ value: 'report.train' }, { value: 'report.train', run: 'before' }];
  return choices.map((one, at) => ({ ...one, right: at ? { less: [now, before] } : { more: [now, before] } }));
}

/** A number that is asked for. @returns {NonNullable<Question['number']>} */
export const newNumber = () => ({ is: { value: 'report.train' }, within: 0.05, right: '', wrong: '' });

/** The draft of a lesson, from a file or a link. @param {Lesson} lesson @returns {Draft} */
export function draftOf(lesson) {
  const { measures, ...rest } = lesson;
  const plain = { ...rest, steps: lesson.steps };
  return { ...rest, ...(measures && { measures }), steps: lesson.steps.map((step, at) => ({
    ...step, state: stateAt(plain, at, false),
    ...(step.question && { question: { ...step.question,
      ...(step.question.state && { state: stateAt(plain, at, true) }) } }),
  })) };
}

/** The lesson of a draft: every step has only what it changes. @param {Draft} draft @returns {Lesson} */
export function lessonOf(draft) {
  /** @type {Step[]} */
  const steps = [];
  for (const { state = {}, question, ...step } of draft.steps) {
    steps.push({ ...step });
    const at = steps.length - 1;
    const plain = { steps };
    const change = changeTo(state, (one) => {
      steps[at] = one ? { ...step, state: one } : { ...step };
      return stateAt(plain, at, false);
    });
    steps[at] = { ...step, ...(change && { state: change }) };
    if (!question) continue;
    const { state: after, ...asked } = question;
    const edited = steps[at];
    const later = after && changeTo(after, (one) => {
      steps[at] = { ...edited, question: { ...asked, ...(one && { state: one }) } };
      return stateAt(plain, at, true);
    });
    steps[at] = { ...edited, question: { ...asked, ...(later && { state: later }) } };
  }
  return { ...draft, steps };
}

/**
 * The smallest state that leads to `target`: what differs if that is enough, else all of it. Null if nothing differs.
 * @param {StepState} target
 * @param {(state: StepState | null) => StepState} reached what a state of the step leads to
 */
function changeTo(target, reached) {
  const before = reached(null);
  if (same(before, target)) return null;
  const change = Object.fromEntries(Object.entries(target).filter(([key, value]) => !same(value, before[key])));
  // Another setting drops how far the run was trained, which then has to be said again.
  const run = Object.fromEntries(['trained', 'iteration'].flatMap((key) =>
      (target[key] === undefined ? [] : [[key, target[key]]])));
  return [change, { ...change, ...run }].find((one) => same(reached(one), target)) ?? target;
}

/** @param {unknown} one @param {unknown} other @returns {boolean} */
export function same(one, other) {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** @param {unknown} value @returns {unknown} */
function sorted(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Moves a step to another place.
 * @param {Draft} draft @param {number} from @param {number} to
 * @returns {Draft}
 */
export function moved(draft, from, to) {
  const steps = [...draft.steps];
  const [step] = steps.splice(from, 1);
  steps.splice(to, 0, step);
  return { ...draft, steps };
}

/**
 * Repeats a step below itself. A run is remembered once.
 * @param {Draft} draft @param {number} at @returns {Draft}
 */
export function duplicated(draft, at) {
  const { remember: _name, ...copy } = structuredClone(draft.steps[at]);
  return { ...draft, steps: draft.steps.toSpliced(at + 1, 0, copy) };
}

/** @param {Draft} draft @param {number} at @returns {Draft} */
export const without = (draft, at) => ({ ...draft, steps: draft.steps.toSpliced(at, 1) });

/**
 * A name for a figure that the others lack: `norm`, `norm2`, ….
 * @param {string} value such as report.norm @param {Record<string, unknown>} taken
 */
export function figureName(value, taken) {
  const base = (value.split('.').at(-1) ?? '').replace(/[^a-z0-9]/gi, '').replace(/^\d+/, '') || 'figure';
  let name = base;
  for (let next = 2; Object.hasOwn(taken, name); next += 1) name = base + next;
  return name;
}
