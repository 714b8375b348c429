// Whether a QR code can hold a link, and whether other devices can open the link. Pure.

import { plural } from './format.js';

/** Most characters of a QR code that a phone still reads from a wall. It has 105 modules in a row then. */
export const MOST_IN_CODE = 1_000;

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
