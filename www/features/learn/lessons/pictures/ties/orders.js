// Orders of pages: what two lists disagree about, and which lists are as good as one another. Pure.

/**
 * The pairs that two lists put in different orders. @param {readonly number[]} first
 * @param {readonly number[]} second
 */
export function inversions(first, second) {
  return first.flatMap((one, rank) => first.slice(rank + 1)
    .filter((other) => second.indexOf(other) < second.indexOf(one))
    .map((other) => /** @type {[number, number]} */ ([one, other])));
}

/**
 * A list in which two pages have changed places. @param {readonly number[]} list
 * @param {readonly [number, number]} pair
 */
export const exchanged = (list, [a, b]) => list.map((page) => (page === a ? b : page === b ? a : page));

/**
 * First and last rank of each band of more than one place.
 * @param {readonly boolean[]} free by rank: whether the place may be exchanged with the next one
 */
export function bandsOf(free) {
  /** @type {[number, number][]} */
  const bands = [];
  free.forEach((isFree, rank) => {
    if (!isFree) return;
    const last = bands[bands.length - 1];
    if (last?.[1] === rank) last[1] = rank + 1;
    else bands.push([rank, rank + 1]);
  });
  return bands;
}

/** The number of lists that the bands allow. @param {readonly (readonly [number, number])[]} bands */
export const listsWithin = (bands) =>
  bands.reduce((product, [first, last]) => product * factorial(last - first + 1), 1);

/** @param {number} number @returns {number} */
export const factorial = (number) => (number < 2 ? 1 : number * factorial(number - 1));
