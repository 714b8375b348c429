// Views that a first visit does not wait for: fetched and mounted when the state first asks for them. No DOM of its own.

import { messageOf } from './fault.js';

/** @typedef {import('./store.js').Store} Store */

/**
 * One that cannot be fetched is told of, and tried again the next time that it is needed.
 * @param {HTMLElement} root @param {Store} store
 * @param {(state: import('./reducer.js').State) => boolean} needed
 * @param {() => Promise<{ mount: (root: HTMLElement, store: Store) => void }>} fetch
 * @param {{ title: string, again: string }} failed what to say then, and what to do
 */
export function mountWhen(root, store, needed, fetch, { title, again }) {
  let before = false;
  let fetching = false;
  const stop = store.subscribe((state) => {
    const now = needed(state);
    const begins = now && !before;
    before = now;
    if (!begins || fetching) return;
    fetching = true;
    void fetch().then(({ mount }) => {
      stop();
      mount(root, store);
    }, (error) => {
      fetching = false;
      store.dispatch({ type: 'alert', alert: { title, detail: `${messageOf(error)}. ${again}`, problems: [], total: 0 } });
    });
  });
}
