// The user's own files as a wish for data. Pure.

/** @typedef {import('./reducer.js').Request} Request */
/** @typedef {import('./reducer.js').State} State */

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
 * Files dropped together, told apart by their names: `vali`, `test`, the rest is for training.
 * @param {File[]} files
 * @returns {{ train: File | null, valid: File | null, test: File | null }}
 */
export function sortFiles(files) {
  const test = files.find(({ name }) => /test/i.test(name)) ?? null;
  const valid = files.find(({ name }) => /vali/i.test(name)) ?? null;
  const train = files.find((file) => file !== test && file !== valid) ?? null;
  if (files.length === 1) return { train: files[0], valid: null, test: null };
  return { train, valid, test };
}
