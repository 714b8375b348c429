// The places of documents in a ranking. Pure.

/** The rank of every document. @param {number[]} ranking */
export function placesOf(ranking) {
  /** @type {number[]} */
  const places = [];
  ranking.forEach((document, rank) => { places[document] = rank; });
  return places;
}
