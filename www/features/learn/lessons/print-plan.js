// Prints the worksheet or the summary of several lessons. The pages are fetched when they are first printed.

import { showNotFetched } from '../../../store/alert-state.js';
import { answerLog } from './answer-log.js';
import { printAlone } from './print-alone.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */

/**
 * @param {Store} store
 * @param {'worksheet' | 'summary'} kind
 * @param {{ id: string, lesson: import('./schema.js').Lesson }[]} lessons
 */
export async function printPlan(store, kind, lessons) {
  try {
    const { planSummary, worksheet } = await import('./plan-pages.js');
    printAlone(kind === 'worksheet' ? worksheet(lessons) : planSummary(lessons, answerLog(store).statements));
  } catch (error) {
    store.dispatch(showNotFetched('The pages to print could not be fetched.', 'Print them again', error));
  }
}
