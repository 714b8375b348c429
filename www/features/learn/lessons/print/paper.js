// Draws the pictures that a printed page wants, and prints it.

import { isRevealed } from '../lesson-state.js';
import { drawPictures } from './drawing-dialog.js';
import { answerKey, planSummary, stepsWithText, worksheet } from './plan-pages.js';
import { printAlone } from './print-alone.js';
import { summary } from './summary.js';

/** @typedef {import('./plan-pages.js').OnShelf} OnShelf */
/** @typedef {import('./stills.js').Wanted} Wanted */

/**
 * The steps that were played have their pictures, after the answer where one was given.
 * @param {import('../lesson-state.js').Open} open
 */
export async function printSummary(open) {
  const { lesson, snapshots } = open;
  const wanted = lesson.steps.map((_step, at) => /** @type {Wanted} */ (
    isRevealed(open, at) ? 'after' : snapshots[at]?.now ? 'before' : null));
  const drawn = await drawPictures([{ lesson, wanted }]);
  if (drawn) printAlone(summary(open, drawn[0]));
}

/**
 * @param {import('./plan-pages.js').Kind} kind @param {OnShelf[]} lessons
 * @param {import('../statements.js').Statement[]} statements of the reader, the oldest first
 */
export async function printPlan(kind, lessons, statements) {
  const isWorksheet = kind === 'worksheet';
  const drawn = await drawPictures(lessons.map(({ lesson }) => {
    const hasText = stepsWithText(lesson);
    return { lesson, wanted: lesson.steps.map((_step, at) => /** @type {Wanted} */ (
      isWorksheet ? (hasText[at] ? 'before' : null) : 'after')) };
  }));
  if (!drawn) return;
  printAlone(isWorksheet ? worksheet(lessons, drawn) : kind === 'key' ? answerKey(lessons, drawn)
    : planSummary(lessons, drawn, statements));
}
