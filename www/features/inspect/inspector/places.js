// The places of documents in a ranking. Pure.

/** The rank of every document. @param {number[]} ranking */
export function placesOf(ranking) {
  /** @type {number[]} */
  const places = [];
  ranking.forEach((document, rank) => { places[document] = rank; });
  return places;
}

/**
 * How many of some documents a ranking puts before each of others.
 * @param {readonly number[]} ranking @param {readonly number[]} some @param {readonly number[]} others
 */
export function countBefore(ranking, some, others) {
  const counted = new Set(some);
  /** @type {number[]} */
  const before = [];
  let count = 0;
  for (const document of ranking) {
    before[document] = count;
    if (counted.has(document)) count += 1;
  }
  return others.map((document) => before[document]);
}
