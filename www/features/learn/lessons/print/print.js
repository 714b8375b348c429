// Prints the summary of a lesson, or the worksheet, its key or the summary of several. What prints is fetched when it
// is first wanted.

import { showNotFetched } from '../../../../store/alert-state.js';
import { answerLog } from '../answer-log.js';

/** @typedef {import('../lesson-state.js').LessonsStore} Store */

/** @param {Store} store @param {(paper: typeof import('./paper.js')) => Promise<void>} print */
async function fetched(store, print) {
  try {
    await print(await import('./paper.js'));
  } catch (error) {
    store.dispatch(showNotFetched('The pages to print could not be fetched.', 'Print them again', error));
  }
}

/** The summary of the open lesson. @param {Store} store */
export const printSummary = (store) => fetched(store, async ({ printSummary: print }) => {
  const { open } = store.get().lessons;
  if (open) await print(open);
});

/**
 * @param {Store} store
 * @param {import('./plan-pages.js').Kind} kind
 * @param {{ id: string, lesson: import('../schema.js').Lesson }[]} lessons
 */
export const printPlan = (store, kind, lessons) =>
  fetched(store, ({ printPlan: print }) => print(kind, lessons, answerLog(store).statements));
