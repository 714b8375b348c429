// Seeded LETOR text and files for uploads in tests.

/**
 * Returns a generator of seeded numbers in [0, 1) (mulberry32).
 * @param {number} seed
 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Grades 0 to 2 from a hidden rule and noise; the first document of each query is good and the second is not,
 * so that every query has something to rank.
 * @param {{ seed: number, queries?: number, documents?: number, features?: number, noise?: number, prefix?: string }} wanted
 */
export function letor({ seed, queries = 12, documents = 25, features = 6, noise = 0.6, prefix = 'Q' }) {
  const draw = random(seed);
  const rule = Array.from({ length: features }, (_, feature) => (feature % 2 ? -1 : 1) / (1 + feature));
  const lines = [];
  for (let query = 1; query <= queries; query += 1) {
    for (let document = 1; document <= documents; document += 1) {
      const values = rule.map(() => draw());
      const merit = values.reduce((sum, value, feature) => sum + rule[feature] * value, 0) + noise * (draw() - 0.5);
      const grade = document === 1 ? 2 : document === 2 ? 0 : merit > 0.75 ? 2 : merit > 0.4 ? 1 : 0;
      lines.push(`${grade} qid:${prefix}${query} ${values.map((value, feature) => `${feature + 1}:${value.toFixed(6)}`).join(' ')} # docid = ${prefix}${query}-D${document}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * As a file input takes it.
 * @param {string} name
 * @param {string | Buffer} content
 */
export function file(name, content) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
}
