// Random numbers of the samples' generators: the same on every machine.

/** Marsaglia's 32-bit xorshift. @param {number} seed @returns {() => number} from 0 to 1 */
export function randomFrom(seed) {
  let state = seed * 0x9e3779b1 | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Returns the items in random order. @template T @param {T[]} list @param {() => number} random @returns {T[]} */
export function shuffled(list, random) {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
