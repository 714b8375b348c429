// Asks the worker what people's own permutation is worth: one question at a time, always about the newest. No DOM.

import { ownRanking } from './microscope.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./protocol.js').ToWorker} ToWorker */
/** @typedef {import('./protocol.js').FromWorker} FromWorker */

/**
 * @param {Store} store
 * @param {(message: ToWorker) => void} post
 */
export function valueQueue(store, post) {
  /** @type {import('./protocol.js').Inspection | null} */
  let inspected = null;
  /** @type {number[] | null} */
  let ranked = null;
  let waiting = 0; // the run that was asked about; the worker forgets questions about runs that are gone
  let trying = false;

  return {
    consider() {
      const state = store.get();
      const { look, run, inspectorTab, microscope: { own } } = state;
      if (!own.trying) trying = false;
      if (!look?.inspection || run?.id !== look.run || run.status === 'lost') return;
      const place = { run: look.run, iteration: look.iteration, query: look.inspection.query };
      if (own.trying && !trying) {
        trying = true;
        post({ type: 'try all', ...place });
      }
      const ranking = ownRanking(state);
      if (inspectorTab !== 'own' || !ranking || waiting === run.id || (look.inspection === inspected && ranking === ranked)) return;
      [inspected, ranked, waiting] = [look.inspection, ranking, run.id];
      post({ type: 'value', ...place, ranking });
    },
    /** @param {number} run */
    arrived(run) {
      if (run === waiting) waiting = 0;
    },
    /** Forgets what was asked of a worker that is gone. */
    clear() {
      [inspected, ranked, waiting, trying] = [null, null, 0, false];
    },
  };
}
