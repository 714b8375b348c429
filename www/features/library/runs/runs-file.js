// Writes kept runs to a file and reads them. Pure.

import { visibleText } from '../../../lib/visible-text.js';
import { isKeptRun, keptRuns } from './kept-run.js';
import { LONGEST_NAME, MOST_BYTES } from './runs-state.js';

/** @typedef {import('./kept-run.js').KeptRun} KeptRun */

/** Most bytes of a file of runs. Its text takes little more than the runs in memory. */
export const LONGEST_RUNS_FILE = 4 * MOST_BYTES; // bytes

/** The file with all runs. @param {KeptRun[]} runs */
export function runsFile(runs) {
  return `${JSON.stringify({ rankscope: 'runs', version: 1, runs: runs.map((run) => ({ ...run, run: null })) })}\n`;
}

/**
 * Returns whether a text begins like a file of runs, with any white space.
 * @param {Blob} file
 * @returns {Promise<boolean>} rejected where the file cannot be read
 */
export async function isRunsFile(file) {
  const start = await file.slice(0, 200).text();
  return /^\s*\{\s*"rankscope"\s*:\s*"runs"/.test(start);
}

/**
 * Returns the runs of a file, and the number of entries that are not runs of this version.
 * @param {string} text
 * @returns {{ runs: KeptRun[], unreadable: number }}
 * @throws {Error} with a sentence that says why the file is not one of runs
 */
export function readRunsFile(text) {
  /** @type {any} */
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error('It is not JSON. Choose a file that “Save runs” made.');
  }
  if (file?.rankscope !== 'runs' || !Array.isArray(file.runs)) {
    throw new Error('It is not a file of runs. Choose a file that “Save runs” made.');
  }
  if (file.version !== 1) throw new Error('A newer version of Rankscope made it. Reload the page to get that version.');
  /** @type {Map<string, KeptRun>} */
  const runs = new Map();
  for (const one of keptRuns(file.runs)) {
    if (!isUsable(one) || runs.has(one.id)) continue;
    // The file may have been edited, so its sizes are computed again.
    runs.set(one.id,
      { ...one, run: null, name: visibleText(one.name).slice(0, LONGEST_NAME), size: JSON.stringify(one).length });
  }
  return { runs: [...runs.values()], unreadable: file.runs.length - runs.size };
}

/** Whether an entry is a run that the page can show. @param {unknown} one @returns {one is KeptRun} */
function isUsable(one) {
  return isKeptRun(one) && Number.isSafeInteger(one.number) && one.number > 0
    && Object.values(one.settings).every(isSetting)
    && (one.overview === null || [one.overview.measures, one.overview.components].every(areNames));
}

/** @param {unknown} value */
function areNames(value) {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** Whether a value can be that of a setting. @param {unknown} value */
function isSetting(value) {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value) || areNames(value);
}
