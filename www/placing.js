// Which of the files that somebody chose is for which part of a link. Fetched when a link asks for files. Pure.

/** @typedef {import('./protocol.js').Part} Part */
/** @typedef {import('./linking.js').Wanted} Wanted */
/** @typedef {import('./linking.js').Offer} Offer */

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
