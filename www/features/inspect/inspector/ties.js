// Documents of a ranking whose order is arbitrary, because they are equal. Pure.

/**
 * The place of a rank in its band of equal documents; empty without one.
 * @typedef {'' | 'start' | 'middle' | 'end'} Tie
 */
/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */

/**
 * The bands of a ranking of n documents.
 * @param {number} n
 * @param {(rank: number) => boolean} isTied whether the documents at a rank and the next are equal
 * @returns {Tie[]}
 */
export function bandsOf(n, isTied) {
  return Array.from({ length: n }, (_, rank) => {
    const [before, after] = [rank > 0 && isTied(rank - 1), rank + 1 < n && isTied(rank)];
    return before && after ? 'middle' : after ? 'start' : before ? 'end' : '';
  });
}

/**
 * Ties of the model: equal scores. All documents tie at w = 0.
 * @param {Inspection} inspection
 * @param {number[]} ranking by scores, or with one document per group
 */
export function modelTies({ documents }, ranking) {
  return bandsOf(ranking.length,
    (rank) => documents[ranking[rank]].score === documents[ranking[rank + 1]].score);
}

/** Whether the model has no order at all: every score is equal, as at w = 0. @param {Inspection} inspection */
export function isUnsorted({ documents }) {
  return documents.length > 1 && documents.every(({ score }) => score === documents[0].score);
}

/**
 * The documents in an order by lot, always the same: the order of the file often looks sorted.
 * @param {number[]} ranking
 */
export function byLot(ranking) {
  const order = [...ranking];
  let seed = 1;
  for (let at = order.length - 1; at > 0; at -= 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const other = seed % (at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}

/**
 * Free places of the reference: neighbours in a band can exchange places, and the loss stays 0.
 * @param {Inspection} inspection
 */
export function freePlaces({ reference, free }) {
  return bandsOf(free.length ? reference.length : 0, (rank) => free[rank]);
}

/** What the reference does where it is free, by the option. @type {Record<string, string>} */
const CHOSEN = {
  aligned: 'y* takes the order that the model likes best',
  averaged: 'ψ(y*) is the mean over all such rankings',
  fixed: 'y* keeps the order of the file',
  ramp: 'the bound compares with the model’s own ranking instead',
};

/** One sentence about the bands of the reference. @param {string} reference the option */
export const freeText = (reference) =>
  `Neighbours in a band of y* can exchange places, and Δ stays 0; ${CHOSEN[reference] ?? CHOSEN.fixed}.`;
