// Adds the runs of a file to the kept runs. No DOM.

import { messageOf } from '../../../core/errors.js';
import { whyUnreadable } from '../../../lib/file-problem.js';
import { bytes, plural } from '../../../lib/format.js';
import { roomFor } from './run-identity.js';
import { LONGEST_RUNS_FILE, readRunsFile } from './runs-file.js';
import { LIMITS, MOST_BYTES, MOST_RUNS } from './runs-state.js';

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
    const { added, known, leftOut } = roomFor(store.get().runs.list, runs, LIMITS);
    store.dispatch({ type: 'runs/add', runs });
    const text = [
      `${plural(added.length, 'run')} of ${file.name} added.`,
      known.length > 0 && `${plural(known.length, 'run')} of it ${known.length === 1 ? 'is' : 'are'} kept already.`,
      leftOut.length > 0 && `There is no room for ${plural(leftOut.length, 'run')}: ${namesOf(leftOut)}. `
        + `At most ${MOST_RUNS} runs or ${bytes(MOST_BYTES)} are kept. Delete kept runs to make room.`,
      unreadable && `${plural(unreadable, 'entry', 'entries')} could not be read.`,
    ].filter(Boolean).join(' ');
    return { isAdded: true, text };
  } catch (error) {
    return { isAdded: false, text: `${file.name} was not added. ${await whyUnreadable(file) ?? messageOf(error)}` };
  }
}

/** The names of runs. @param {import('./kept-run.js').KeptRun[]} runs */
function namesOf(runs) {
  return runs.map(({ name }) => name).join(', ');
}
