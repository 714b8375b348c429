// Opens a cell of a study on ratings in the tab Ratings: its ratings, its settings, and training. No DOM.

import { isReady } from '../../ratings/ratings-state.js';
import { cellName } from './study-plan.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('../../../core/ratings-protocol.js').RatingsSource} RatingsSource */

/**
 * Reads the ratings of the cell once the tab is awake, and trains when they are there. The tab trains all three models.
 * @param {Store} store
 * @param {Extract<import('../../../core/study-protocol.js').FromStudy, { type: 'ratings' }>} message
 */
export function openRatingsCell(store, { cell, ratings: { file, generate, settings }, file: blob }) {
  const { outline, cells } = store.get().study;
  if (!outline || !cells) return;
  const note = `Opened in the tab Ratings: ${cellName(outline, cells[cell], cells)}. It trains all three models.`;
  /** @type {RatingsSource | null} */
  const source = generate ? { kind: 'generated', options: generate }
    : blob && { kind: 'files', ratings: new File([blob], file ?? 'ratings'), titles: null };
  if (!source) return;
  let hasBegun = false;
  let isOpened = false;
  const goOn = () => {
    const { ratings } = store.get();
    if (ratings.crash) return stop();
    if (!ratings.isAwake) return;
    if (!hasBegun) {
      hasBegun = true;
      if (generate) store.dispatch({ type: 'ratings/generated', change: generate });
      store.dispatch({ type: 'ratings/settings', change: settings });
      store.dispatch({ type: 'ratings/c', text: (settings.c ?? []).join(', ') });
      return store.dispatch({ type: 'ratings/open', source });
    }
    // Actions of a listener wait for their turn.
    isOpened ||= ratings.source === source;
    if (!isOpened) return;
    // Other ratings were opened meanwhile, or these cannot be read.
    if (ratings.source !== source || ratings.failure) return stop();
    if (!isReady(ratings)) return;
    stop();
    store.dispatch({ type: 'ratings/train' });
  };
  const stop = store.subscribe(goOn);
  store.dispatch({ type: 'study/set', change: { note } });
  store.dispatch({ type: 'panel', panel: 'ratings', open: true });
  goOn();
}
