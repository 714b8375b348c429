// The held-out items of a user in the order of their scores. Pure.

/**
 * The places of the ratings that training did not see, the highest score first.
 * @param {{ items: ArrayLike<number>, known: number }} rated @param {ArrayLike<number>} scores
 */
export function heldOut({ items, known }, scores) {
  return Array.from({ length: items.length - known }, (_, at) => known + at)
    .sort((one, other) => scores[other] - scores[one] || one - other);
}
