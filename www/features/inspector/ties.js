// Documents of a ranking whose order is arbitrary, because they are equal. Pure.

/**
 * The place of a rank in its band of equal documents; empty without one.
 * @typedef {'' | 'start' | 'middle' | 'end'} Tie
 */
/** @typedef {import('../../core/protocol.js').Inspection} Inspection */

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

/**
 * Ties of the reference: documents of one grade at ranks with equal c, or anywhere if ties are averaged. Their order
 * changes neither Δ nor ψ. Without c there are none.
 * @param {Inspection} inspection
 * @param {boolean} averaged whether ψ of the reference is the mean over the orders of its ties
 */
export function referenceTies({ reference, documents, c }, averaged) {
  return bandsOf(c.length ? reference.length : 0,
    (rank) => documents[reference[rank]].grade === documents[reference[rank + 1]].grade
      && (averaged || c[rank] === c[rank + 1]));
}
