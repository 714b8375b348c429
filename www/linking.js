// A link that waits for private files: which it wants, and what was offered instead. Pure.

import { INITIAL_FIELDS } from './address.js';

/** @typedef {import('./address.js').View} View */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./protocol.js').Part} Part */

/** A file that a link names but does not hold. @typedef {{ part: Part, name: string, checksum: string }} Wanted */

/** `refused`: files that are not those of the link. `anyhow`: with them there is a file for every part. @typedef {{ wanted: Wanted[], refused: { name: string, checksum: string }[], anyhow: boolean, note: string }} Link */

/** A file that somebody chose for a link. @typedef {{ file: File, checksum: string }} Offer */

/**
 * `link files` and `link anyhow` are intentions that change nothing by themselves.
 * @typedef {{ type: 'open link', view: View }
 *   | { type: 'link files', files: File[] }
 *   | { type: 'link anyhow' }
 *   | { type: 'link refused', refused: Link['refused'], anyhow: boolean, note: string }
 *   | { type: 'link closed' }} LinkAction
 */

/** @type {Link} */
export const NO_LINK = { wanted: [], refused: [], anyhow: false, note: '' };

/**
 * @param {State} state
 * @param {Exclude<LinkAction, { type: 'link files' | 'link anyhow' }>} action
 * @returns {State}
 */
export function reduceLink(state, action) {
  switch (action.type) {
    case 'open link': {
      const { files, panels, fields, seed } = action.view;
      return { ...state, ...INITIAL_FIELDS, ...fields, seed, panels: Object.fromEntries(panels.map((panel) => [panel, true])), link: { ...NO_LINK, wanted: files } };
    }
    case 'link refused': return { ...state, link: { ...state.link, refused: action.refused, anyhow: action.anyhow, note: action.note } };
    case 'link closed': return { ...state, link: NO_LINK };
    default: return state;
  }
}
