// Opens a cell of a study on ratings in the mode Ratings: its ratings, its settings, and training. No DOM.

import { reachState } from '../../driver/state-driver.js';
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
  const note = `Opened in the mode Ratings: ${cellName(outline, cells[cell], cells)}. It trains all three models.`;
  /** @type {RatingsSource | null} */
  const source = generate ? { kind: 'generated', options: generate }
    : blob && { kind: 'files', ratings: new File([blob], file ?? 'ratings'), titles: null };
  if (!source) return;
  store.dispatch({ type: 'study/set', change: { note } });
  reachState(store, { panels: ['ratings'], yieldsTo: 'ratings',
    ratings: { generated: generate, source, settings, isTrained: true } });
}
