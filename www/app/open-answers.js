// Recognises answers that readers copied in lessons among files that were dropped, and shows them as a table.

import { showNotFetched } from '../store/alert-state.js';

const START = 200; // characters that tell what a file is

/**
 * Returns whether one of the files has answers. All files then go to the table, which also takes files of lessons.
 * @param {import('./reducer.js').AppStore} store @param {File[]} files
 */
export async function openAnswersAmong(store, files) {
  const starts = await Promise.all(files.map((file) => file.slice(0, START).text().catch(() => '')));
  if (!starts.some((start) => /^\s*\[?\s*\{\s*"rankscope"\s*:\s*"answers"/.test(start))) return false;
  try {
    const { openAnswers } = await import('../features/learn/map/answers-dialog.js');
    void openAnswers(files);
  } catch (error) {
    store.dispatch(showNotFetched('The table of answers could not be fetched.', 'Drop the files again', error));
  }
  return true;
}
