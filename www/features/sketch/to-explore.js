// The one bridge from the mode Sketch to Explore: the sketch becomes the data of the page, with its settings.

import { ownRequest } from '../data/data-request.js';
import { reachState } from '../driver/state-driver.js';
import { allSettings } from '../settings/settings-state.js';
import { startSettings } from '../settings/settings.js';
import { toLetor } from './letor-text.js';

/**
 * Loads the sketch, trains it to the end as the mode has, and opens a tab of Explore.
 * @param {import('./sketch-state.js').SketchStore} store @param {string} panel
 */
export function useInExplore(store, panel) {
  const state = store.get();
  const { pad, sheet } = state.sketch;
  if (!pad) return;
  const file = new File([toLetor(pad, sheet)], 'sketch');
  const settings = allSettings({ ...startSettings(state.catalog), ...state.sketch.settings });
  const request = { ...ownRequest(file, null, null, state), pasted: true, holdOut: false, settings };
  reachState(store, { request, panels: [panel], train: 'whole', yieldsTo: 'data' });
}
