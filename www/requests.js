// The user's own files as a wish for data, and what a worker has to read for a wish. Pure.

/** @typedef {import('./reducer.js').Request} Request */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./protocol.js').Part} Part */

/**
 * Data of the user's own; the settings stay as they are, and so does the wish to hold out.
 * @param {File} train
 * @param {File | null} valid
 * @param {File | null} test
 * @param {State} state
 * @returns {Request}
 */
export function ownRequest(train, valid, test, state) {
  /** @param {File} file @returns {import('./protocol.js').Source} */
  const source = (file) => ({ kind: 'blob', name: file.name, blob: file });
  return {
    sample: null, name: train.name, train: source(train), valid: valid && source(valid), test: test && source(test),
    holdOut: state.data?.request.sample === null && state.data.request.holdOut, settings: {}, picture: null, features: null,
  };
}

/**
 * Data are only held out where no validation and no test data are given.
 * @param {Request} request
 * @param {number} seed
 * @returns {import('./protocol.js').Sources}
 */
export function sourcesOf({ train, valid, test, holdOut }, seed) {
  return { train, valid, test, holdOut: holdOut && !valid && !test ? { shares: [0.6, 0.2, 0.2], seed } : null };
}

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
