// Adds the runs of a file to the kept runs. No DOM.

import { messageOf } from '../../core/errors.js';
import { whyUnreadable } from '../../lib/file-problem.js';
import { bytes, plural } from '../../lib/format.js';
import { LONGEST_RUNS_FILE, readRunsFile } from './runs-file.js';

/**
 * Adds those runs of a file that are not kept yet.
 * @param {import('./runs-state.js').RunsStore} store
 * @param {File} file
 * @returns {Promise<{ isAdded: boolean, text: string }>} whether the file could be read as one of runs, and sentences
 *   that say what was added, or why nothing was
 */
export async function addRunsFile(store, file) {
  try {
    if (file.size > LONGEST_RUNS_FILE) {
      throw new Error(`It has ${bytes(file.size)}; a file of runs has at most ${bytes(LONGEST_RUNS_FILE)}.`);
    }
    const { runs, unreadable } = readRunsFile(await file.text());
    const before = store.get().runs.list.length;
    store.dispatch({ type: 'runs/add', runs });
    const added = store.get().runs.list.length - before;
    const text = [
      `${plural(Math.max(0, added), 'run')} of ${file.name} added.`,
      runs.length > added && `${plural(runs.length - added, 'run')} not added, already kept or without room.`,
      unreadable && `${plural(unreadable, 'entry', 'entries')} could not be read.`,
    ].filter(Boolean).join(' ');
    return { isAdded: true, text };
  } catch (error) {
    return { isAdded: false, text: `${file.name} was not added. ${await whyUnreadable(file) ?? messageOf(error)}` };
  }
}
