// The user's own files as a request for data, and what a worker has to read for it. Pure.

import { isSplit } from './data-state.js';

/** @typedef {import('./data-state.js').DataRequest} DataRequest */
/** @typedef {import('./data-state.js').DataSlice} State */

/**
 * Data of the user's own; the settings stay as they are, except for the groups of other data, and so does the choice to
 * hold out.
 * @param {File} train
 * @param {File | null} valid
 * @param {File | null} test
 * @param {State} state
 * @returns {DataRequest}
 */
export function ownRequest(train, valid, test, state) {
  /** @param {File} file @returns {import('../../core/protocol.js').Source} */
  const source = (file) => ({ kind: 'blob', name: file.name, blob: file });
  return {
    sample: null, name: train.name, train: source(train), valid: valid && source(valid), test: test && source(test),
    holdOut: state.data?.request.sample === null && state.data.request.holdOut,
    settings: { group: 'none', kind: 'none', ...(hasOwnThreshold(state) && { threshold: 1 }) },
    picture: null,
    features: null,
  };
}

/** Whether the sample that is loaded has set the threshold for its grades. @param {State} state */
function hasOwnThreshold({ data }) {
  return (data?.request.settings.threshold ?? 1) > 1;
}

/**
 * Data are only held out where no validation and no test data are given.
 * @param {DataRequest} request
 * @param {number} seed
 * @returns {import('../../core/protocol.js').Sources}
 */
export function sourcesOf(request, seed) {
  const { train, valid, test, without } = request;
  return { train, valid, test, holdOut: isSplit(request) ? { shares: [0.6, 0.2, 0.2], seed } : null, without };
}
