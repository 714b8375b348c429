// The button of the header that opens the menu for sharing. What stands in the menu is fetched when it is first opened.

import { showNotFetched } from '../../../store/alert-state.js';
import { lazy } from '../../../lib/lazy.js';
import { h } from '../../../ui/dom.js';

/** @typedef {import('./sharing.js').ShareStore} ShareStore */

/**
 * @param {HTMLElement} actions @param {ShareStore} store @param {import('./sharing.js').Sharing} sharing
 */
export function mount(actions, store, sharing) {
  const menu = h('div', { class: 'share-menu', popover: 'auto', role: 'group', 'aria-label': 'Ways to share' });
  const fetched = lazy(async () => {
    const { shareEntries } = await import('./share-entries.js');
    menu.append(...shareEntries(store, sharing));
    // From now on the browser opens and closes the menu.
    button.popoverTargetElement = menu;
  });
  const button = h('button', { type: 'button', 'aria-haspopup': 'true', onclick: () => {
    if (button.popoverTargetElement) return;
    fetched().then(() => menu.showPopover({ source: button }), (error) =>
      store.dispatch(showNotFetched('The menu could not be shown.', 'Open it again', error)));
  } }, 'Share');
  menu.addEventListener('beforetoggle', () => {
    menu.style.top = `${Math.round(button.getBoundingClientRect().bottom) + 4}px`;
  });
  actions.append(button, menu);
}
