// One quiet line: that there is no network and what it means, or that a newer page is ready.

import { missing } from '../connection.js';
import { h, say } from '../dom.js';
import { SAMPLES } from '../samples.js';

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const text = h('span', {});
  const reload = h('button', { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'renew' }) }, 'Reload');
  const line = h('p', { class: 'connection', 'aria-live': 'polite' }, text, reload);
  root.append(line);

  store.watch(({ connection }) => [connection], ([connection]) => {
    const { offline, newer } = connection;
    const without = missing(SAMPLES, connection);
    reload.hidden = !newer;
    line.classList.toggle('told', newer || offline);
    say(text, newer ? 'A new version of Rankscope is ready. Kept runs stay.' : !offline ? ''
      : ['You are offline. Your own files, training and kept runs work as ever.', without.length && `Not on this device yet: ${new Intl.ListFormat('en').format(without)}.`].filter(Boolean).join(' '));
  });
}
