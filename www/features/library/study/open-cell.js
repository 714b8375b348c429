// Opens a cell of a study as the page's run: its data, its settings, and training. No DOM.

import { reachState } from '../../driver/state-driver.js';
import { allSettings } from '../../settings/settings-state.js';
import { cellName } from './study-plan.js';

/** @typedef {import('./study-state.js').StudyStore} Store */

/**
 * Loads the data of the cell, and trains when they are there.
 * @param {Store} store
 * @param {Extract<import('../../../core/study-protocol.js').FromStudy, { type: 'run' }>} run
 */
export function openCell(store, { cell, settings, data }) {
  const { outline, cells } = store.get().study;
  if (!outline || !cells) return;
  const name = `${outline.title}: ${cellName(outline, cells[cell], cells)}`;
  /** @param {string} part @param {string} text @returns {import('../../../core/protocol.js').Source} */
  const source = (part, text) => ({ kind: 'blob', name: part, blob: new File([text], part, { type: 'text/plain' }) });
  const request = {
    sample: null, name, train: source('train.txt', data.train),
    valid: data.valid === undefined ? null : source('valid.txt', data.valid), test: source('test.txt', data.test),
    holdOut: false, settings: allSettings(settings), picture: null, features: null,
  };
  const scale = data.has_scale ? '' : ' Its data lack the highest grade of the whole data. Methods and measures that '
    + 'depend on the grade scale differ.';
  reachState(store, { request, panels: ['inspector'], train: 'paced', yieldsTo: 'data' });
  store.dispatch({ type: 'study/set', change: { note: `Opened: ${name}.${scale}` } });
}
