// Puts the settings of a kept run into the controls, and its features into the next training. No DOM.

import { setAll } from '../../settings/settings-state.js';
import { sameSettings } from '../../run/training/run-state.js';

/** @param {import('./runs-state.js').RunsStore} store @param {import('./kept-run.js').KeptRun} run */
export function restoreRun(store, { settings, data: { without = [], name } }) {
  const isSame = store.get().data?.request.name === name;
  if (isSame) store.dispatch({ type: 'leave out', without });
  restoreSettings(store, settings);
}

/**
 * A run with other settings leaves the charts, because they would be taken for those of the restored run. The run is
 * kept.
 * @param {import('./runs-state.js').RunsStore} store
 * @param {import('../../../core/protocol.js').TrainingSettings} settings
 */
export function restoreSettings(store, settings) {
  store.dispatch(setAll(settings));
  const { run, settings: now } = store.get();
  if (run && !sameSettings(run.settings, now)) store.dispatch({ type: 'reset' });
}
