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

/** Whether a file is the one that the link was made with, as far as the link knows. @param {Wanted} wanted @param {Offer | undefined} offer */
export function isRight({ checksum }, offer) {
  return offer !== undefined && (!checksum || offer.checksum === checksum);
}

/**
 * Files put to the parts that a link wants: what is in them counts before what they are called, and what says neither goes where
 * nothing right is yet. What is right is not replaced by what is not. `unused`: files for which there is no place.
 * @param {Wanted[]} wanted
 * @param {ReadonlyMap<Part, Offer>} before what was offered earlier
 * @param {Offer[]} files
 * @returns {{ offers: Map<Part, Offer>, unused: Offer[] }}
 */
export function placed(wanted, before, files) {
  const offers = new Map(before);
  /** @type {Set<Part>} */
  const taken = new Set();
  let left = files;
  /** @type {((one: Wanted, offer: Offer) => boolean)[]} */
  const rules = [
    (one, offer) => one.name === offer.file.name && isRight(one, offer),
    (one, { checksum }) => one.checksum === checksum && !isRight(one, offers.get(one.part)),
    (one, { checksum }) => one.checksum === checksum,
    (one, { file }) => one.name === file.name && !isRight(one, offers.get(one.part)),
    (one) => !offers.has(one.part),
    (one) => !isRight(one, offers.get(one.part)),
  ];
  for (const [at, rule] of rules.entries()) {
    left = left.filter((offer) => {
      // The file that a link names is for no other part, even if it has changed since.
      if (at >= 4 && wanted.some(({ name }) => name === offer.file.name)) return true;
      const place = wanted.find((one) => !taken.has(one.part) && rule(one, offer));
      if (!place) return true;
      taken.add(place.part);
      offers.set(place.part, offer);
      return false;
    });
  }
  return { offers, unused: left };
}
