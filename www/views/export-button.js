// The button of the export. Its dialog is fetched when it is first wanted.

import { h } from '../dom.js';

/** @param {HTMLElement} actions @param {import('../store.js').Store} store */
export function mount(actions, store) {
  /** @type {Promise<{ open: () => void }> | null} */
  let dialog = null;
  actions.append(h('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => {
    dialog ??= import('./export.js').then(({ exportDialog }) => exportDialog(store));
    dialog.then(({ open }) => open(), (error) => {
      // Another press tries again; the browser's console says what was missing.
      dialog = null;
      throw error;
    });
  } }, 'Export'));
}
