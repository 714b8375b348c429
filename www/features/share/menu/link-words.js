// What a link does not hold, in words. Pure.

import { isOpen } from '../../../store/panels.js';

/** @typedef {import('./sharing.js').ShareState} ShareState */

/** Modes whose settings no link holds, by the panel and its name. */
const UNHELD = /** @type {const} */ ([['ratings', 'Ratings'], ['clicks', 'Clicks']]);

/** What to do with a lesson or a study that no link can hold. */
export const TOO_LONG = 'What is open is too long for a link: save it as a file, and pass on the file.';

/** Whether a link cannot hold the lesson or the study that is open. @param {ShareState} state */
export function tooLong(state) {
  const { open } = state.lessons;
  if (open) return open.id === null && open.packed === null;
  return isOpen(state, 'study') && state.study.chosen !== null && state.study.link === null;
}

/** Returns what the link does not hold, in words; empty if it holds everything. @param {ShareState} state
 * @param {string} link */
export function missingOf(state, link) {
  if (state.lessons.open) return '';
  if (isOpen(state, 'study')) {
    const { chosen, outline } = state.study;
    const files = chosen && !chosen.isBuiltIn ? outline?.files ?? [] : [];
    return files.length ? named(files) : '';
  }
  const mode = UNHELD.find(([panel]) => isOpen(state, panel));
  if (mode) return ` It opens the mode ${mode[1]}, but does not hold what is set there.`;
  const { data } = state;
  const own = data
    ? [data.request.train, data.request.valid, data.request.test].filter((source) => source?.kind === 'blob') : [];
  if (!data || !own.length) return '';
  if (data.request.pasted && own.length === 1 && /(^|[#&])lines=/.test(link)) return ' It holds your pasted lines.';
  return named(own.map((source) => source?.name ?? ''));
}

/** @param {string[]} files */
const named = (files) => ` It names ${files.join(' and ')} but does not hold the data.`;
