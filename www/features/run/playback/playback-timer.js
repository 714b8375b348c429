// Play: moves the cursor on, one iteration at a time and never before all panels show the last one. The clock of the
// time machine.

import { ofRun } from '../../../lib/of-run.js';

/** @param {import('./playback-state.js').PlaybackStore} store */
export function startPlaybackTimer(store) {
  let ticked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  store.subscribe(({ playback: { playing, speed }, cursor, snapshot, run }) => {
    clearTimeout(timer);
    if (!playing) return;
    // The answer of the worker leads here again.
    if (!run?.workerLost && ofRun(snapshot, run)?.iteration !== cursor.iteration) return;
    timer = setTimeout(() => {
      ticked = performance.now();
      store.dispatch({ type: 'playback/tick' });
    }, Math.max(0, ticked + 1000 / speed - performance.now()));
  });
}
