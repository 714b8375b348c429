// Places that keep a least distance from each other. Pure.

const ROUNDS = 40;

/** Places with a least distance, in the same order. @param {readonly number[]} wanted @param {number} gap */
export function spread(wanted, gap) {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a] - wanted[b] || a - b);
  const places = [...wanted];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 1; at < order.length; at += 1) {
      const [one, two] = [order[at - 1], order[at]];
      const missing = gap - (places[two] - places[one]);
      if (missing <= 0) continue;
      places[one] -= missing / 2;
      places[two] += missing / 2;
    }
  }
  return places;
}
