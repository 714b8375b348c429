// The way out if a lesson cannot be opened. No DOM.

import { UNNAMED_SAMPLE, sampleRequest } from '../../data/samples.js';

/**
 * @param {import('./lesson-state.js').LessonsStore} store
 * @param {string} name
 * @param {string[]} problems
 * @param {boolean} [isFaulty] whether they are faults of the lesson; false: it could not be read
 */
export function refuseLesson(store, name, problems, isFaulty = true) {
  store.dispatch({ type: 'lessons/refused', name, problems, isFaulty });
  // The page needs data even if the lesson cannot be opened.
  const { data, loading } = store.get();
  const first = sampleRequest(UNNAMED_SAMPLE);
  if (!data && !loading && first) store.dispatch({ type: 'load', request: first });
}
