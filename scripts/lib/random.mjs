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
