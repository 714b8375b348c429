// The line that says that the page is offline, or that a newer version is ready.

import { missing } from './offline-state.js';
import { h, say } from '../../../ui/dom.js';
import { SAMPLES } from '../../data/samples.js';

/** @param {HTMLElement} root @param {import('./offline-state.js').OfflineStore} store */
export function mount(root, store) {
  const text = h('span', {});
  const reload = h('button',
    { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'offline/update' }) }, 'Reload');
  const line = h('p', { class: 'offline-notice', 'aria-live': 'polite' }, text, reload);
  root.append(line);

  store.watch(({ offline }) => [offline], ([offline]) => {
    const { disconnected, updateReady } = offline;
    const without = missing(SAMPLES, offline);
    reload.hidden = !updateReady;
    line.classList.toggle('shown', updateReady || disconnected);
    say(text, updateReady ? 'A new version of Rankscope is ready. Kept runs are not lost.' : !disconnected ? ''
      : ['You are offline. Your own files, training and kept runs still work.',
        without.length && `Not on this device yet: ${new Intl.ListFormat('en').format(without)}.`].filter(Boolean)
        .join(' '));
  });
}
