// What files that are dropped together are for. Fetched when files are dropped. Pure.

/** @typedef {import('./protocol.js').Part} Part */

/**
 * Files dropped together, told apart by whole words of their names: test data, validation data, the rest is for training; what
 * is called training data is nothing else. `unused`: files for which there is no place.
 * @param {File[]} files
 * @returns {{ train: File | null, valid: File | null, test: File | null, unused: File[] }}
 */
export function sortFiles(files) {
  if (files.length === 1) return { train: files[0], valid: null, test: null, unused: [] };
  const named = files.map((file) => ({ file, part: partOf(file.name) }));
  /** @param {Part | null} wanted */
  const first = (wanted) => named.find(({ part }) => part === wanted)?.file ?? null;
  const [train, valid, test] = [first('train') ?? first(null), first('valid'), first('test')];
  return { train, valid, test, unused: files.filter((file) => file !== train && file !== valid && file !== test) };
}

/** @type {[Part, string[]][]} */
const WORDS = [['train', ['train', 'training']], ['valid', ['vali', 'valid', 'validation', 'val']], ['test', ['test', 'testing', 'te']]];

/** What a file is for, by the words of its name; null where they do not say. @param {string} name @returns {Part | null} */
function partOf(name) {
  // A word ends where a small letter is followed by a capital, as in myTest.txt.
  const words = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase().split(/[^\p{L}\p{M}]+/u);
  return WORDS.find(([, known]) => known.some((word) => words.includes(word)))?.[0] ?? null;
}
