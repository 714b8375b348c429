// Assigns chosen files to the parts of a link. Fetched when a link needs files. Pure.

/** @typedef {import('../../../core/protocol.js').Part} Part */
/** @typedef {import('./url.js').Wanted} Wanted */
/** @typedef {import('./link-state.js').Offer} Offer */

/**
 * Returns whether a file is the one of the link, by the facts that the link holds.
 * @param {Wanted} wanted
 * @param {Offer | undefined} offer
 */
export function isRight({ checksum }, offer) {
  return offer !== undefined && (!checksum || offer.checksum === checksum);
}

/**
 * Assigns files to the parts of a link: first by content, then by name, then to parts without the right file. A right
 * file is not replaced by a different one. `unused`: files without a part.
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
      // A file that the link names for one part is not used for another, even if it has changed.
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
