// Opens a comparison in the mode Studies: the same study, with intervals, tests and links. No DOM.

import { messageOf } from '../../../core/errors.js';
import { showAlert } from '../../../store/alert-state.js';
import { studyFiles, studyText } from './comparison-study.js';

/** @param {import('./comparison-state.js').ComparisonStore} store */
export async function openAsStudy(store) {
  const state = store.get();
  if (!state.data) return;
  try {
    const study = new File([studyText(state)], 'comparison.json', { type: 'application/json' });
    const files = await studyFiles(state);
    store.dispatch({ type: 'study/set', change: { wanted: [study, ...files] } });
    store.dispatch({ type: 'panel', panel: 'study', open: true });
  } catch (error) {
    store.dispatch(showAlert('The comparison cannot be opened as a study.', messageOf(error)));
  }
}
