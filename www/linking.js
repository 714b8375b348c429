// A link that waits for private files: which it wants, and what was offered instead. Pure.

/** @typedef {import('./address.js').View} View */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./protocol.js').Part} Part */

/** A file that a link names but does not hold. @typedef {{ part: Part, name: string, checksum: string }} Wanted */

/** `refused`: files that are not those of the link. @typedef {{ wanted: Wanted[], refused: { name: string, checksum: string }[], note: string }} Link */

/**
 * `link files` and `link anyhow` are intentions that change nothing by themselves.
 * @typedef {{ type: 'open link', view: View }
 *   | { type: 'link files', files: File[] }
 *   | { type: 'link anyhow' }
 *   | { type: 'link refused', refused: Link['refused'], note: string }
 *   | { type: 'link closed' }} LinkAction
 */

/** @type {Link} */
export const NO_LINK = { wanted: [], refused: [], note: '' };

/**
 * @param {State} state
 * @param {Exclude<LinkAction, { type: 'link files' | 'link anyhow' }>} action
 * @returns {State}
 */
export function reduceLink(state, action) {
  switch (action.type) {
    case 'open link': {
      const { files, panels, fields, seed } = action.view;
      return { ...state, ...fields, seed, panels: Object.fromEntries(panels.map((panel) => [panel, true])), link: { wanted: files, refused: [], note: '' } };
    }
    case 'link refused': return { ...state, link: { ...state.link, refused: action.refused, note: action.note } };
    case 'link closed': return { ...state, link: NO_LINK };
    default: return state;
  }
}
