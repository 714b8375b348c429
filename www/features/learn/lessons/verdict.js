// What the run says of the answers to a question. Where it cannot decide, no answer is right or wrong. Answers that the
// lesson marks by hand need no run. Pure, no DOM.

import { holds, numberOf } from './expressions.js';

/** @typedef {import('./schema.js').Question} Question */
/** @typedef {import('./lesson-state.js').Answer} Answer */
/** @typedef {import('./expressions.js').LessonSnapshots} LessonSnapshots */

/**
 * `undecided`: why the run cannot decide, as the end of a sentence; null if it can. `rights`: whether each choice is
 * right. `value`: the number asked for, null if the run lacks it.
 * @typedef {{ undecided: string | null, rights: boolean[], value: number | null }} Decision
 */

/** @param {Question} question @param {LessonSnapshots} snapshots @returns {Decision} */
export function decisionOf({ choices, number }, snapshots) {
  try {
    if (number) return { undecided: null, rights: [], value: numberOf(number.is, snapshots) };
    const rights = (choices ?? []).map(({ right }) =>
      (typeof right === 'boolean' ? right : holds(right, snapshots)));
    const undecided = rights.every((right) => right) ? 'every answer fits it'
      : rights.some((right) => right) ? null : 'the figures are equal, or no answer fits them';
    return { undecided, rights, value: null };
  } catch (error) {
    return { undecided: error instanceof Error ? error.message : String(error), rights: [], value: null };
  }
}

/**
 * Whether an answer is right; null if the run cannot decide.
 * @param {Question} question @param {Answer} answer @param {Decision} decision
 */
export function isRight({ number }, answer, { undecided, rights, value }) {
  if (undecided !== null) return null;
  if ('choice' in answer) return rights[answer.choice] ?? null;
  return number && value !== null ? Math.abs(value - answer.number) <= number.within : null;
}

/** The words for it. @param {string} why */
export const undecidedText = (why) => `The run cannot decide this question: ${why}. Your answer is not marked.`;
