// The sentence above the charts.

import { h, fill, say } from '../../../ui/dom.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { isMoving } from '../../../store/activity.js';
import { headline } from './result.js';

/**
 * @typedef {import('../../../store/store.js').Store<import('./charts-state.js').ChartsState
 *   & import('../playback/playback-state.js').PlaybackState, never>} Store
 */

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const sentence = h('p', { class: 'result' });
  const note = h('p', { class: 'result-note' });
  quietWhileMoving(store, sentence);
  let written = '';
  root.append(sentence, note);
  store.watch((state) => [state.run, state.cursor, state.data, isMoving(state)],
    ([run, cursor, data, moving]) => {
      const result = headline(run, cursor, data?.summaries ?? null);
      const text = result?.text ?? (run?.reports.length ? 'No query of these data defines the measure.' : '\u00a0');
      const value = result && h('b', { class: `result-value ${result.part}` }, result.value);
      // An unchanged sentence is not written again, or a screen reader would speak it twice. It is written once more
      // where the run comes to rest: until then, it changed in silence.
      const key = [text, result?.value, result?.part, moving].join('|');
      if (key !== written) fill(sentence, text, value);
      written = key;
      say(note, result?.note ?? '');
    });
}
