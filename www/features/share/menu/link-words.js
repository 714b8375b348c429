// What a link does not hold, in words. Pure.

import { isOpen } from '../../../store/panels.js';
import { plural } from '../../../lib/format.js';

/** @typedef {import('./sharing.js').ShareState} ShareState */

/** Modes whose settings no link holds, by the panel and its name. */
const UNHELD = /** @type {const} */ ([['ratings', 'Ratings'], ['clicks', 'Clicks']]);

/** Most characters of a QR code that a phone still reads from a wall. It has 105 modules in a row then. */
export const MOST_IN_CODE = 1_000;

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

/**
 * Returns what to do about a link that a QR code cannot hold, or that no other device can open; empty if it can.
 * @param {string} link
 */
export function codeProblem(link) {
  if (link.length <= MOST_IN_CODE) return '';
  return `This link has ${plural(link.length, 'character')}. A QR code that a phone reads from a wall holds at most `
    + `${MOST_IN_CODE.toLocaleString('en-US')}. Copy the link instead, or show a sample or a lesson of the page in `
    + 'place of data and lessons of your own.';
}

/** Returns a warning about an address that other devices cannot open; empty if they can. @param {string} link */
export function localNote(link) {
  const { hostname, protocol } = new URL(link);
  const isLocal = protocol === 'file:' || /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname);
  return isLocal ? 'Only this device can open this address: put the page on a server first.' : '';
}
