// Views that a first visit does not wait for: fetched and mounted once the state asks for them. No DOM of its
// own.

import { showNotFetched } from '../store/alert-state.js';

/** @typedef {import('./reducer.js').AppStore} Store */

/**
 * If a view fails to load, the page shows an alert and retries when the view is next needed.
 * @param {HTMLElement} root @param {Store} store
 * @param {(state: import('./reducer.js').State) => unknown} needed whether, or for what; another reason is a new need
 * @param {() => Promise<{ mount: (root: HTMLElement, store: Store) => void }>} fetch
 * @param {{ title: string, again: string }} failed what to say then, and what to do
 *   when there is a connection, such as 'Open it again'
 * @returns {() => void} checks the need again, after a change that is not one of the state
 */
export function mountWhen(root, store, needed, fetch, { title, again }) {
  /** @type {unknown} */
  let before = false;
  let fetching = false;
  const check = () => {
    const now = needed(store.get());
    const begins = now && now !== before;
    before = now;
    if (!begins || fetching) return;
    fetching = true;
    void fetch().then(({ mount }) => {
      stop();
      mount(root, store);
    }, (error) => {
      fetching = false;
      store.dispatch(showNotFetched(title, again, error));
    });
  };
  const stop = store.subscribe(check);
  check();
  return check;
}
