// The user's own files as a wish for data, and what a worker has to read for a wish. Pure.

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
 * Data are only held out where no validation and no test data are given.
 * @param {Request} request
 * @param {number} seed
 * @returns {import('./protocol.js').Sources}
 */
export function sourcesOf({ train, valid, test, holdOut }, seed) {
  return { train, valid, test, holdOut: holdOut && !valid && !test ? { shares: [0.6, 0.2, 0.2], seed } : null };
}
