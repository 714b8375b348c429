// The button of the glossary. Its dialog is fetched when it is first opened.

import { showNotFetched } from '../../store/alert-state.js';
import { h } from '../../ui/dom.js';

/** @type {Promise<{ open: (id?: string) => void }> | null} */
let dialog = null;

/**
 * Opens the glossary at an entry, or at its top.
 * @param {import('../../store/alert-state.js').AlertPlace} store @param {string} [id]
 */
export async function openGlossary(store, id) {
  dialog ??= import('./glossary-dialog.js').then(({ glossaryDialog }) => glossaryDialog());
  const fetched = await dialog.catch((error) => {
    // The next press fetches the dialog again.
    dialog = null;
    store.dispatch(showNotFetched('The glossary could not be shown.', 'Open it again', error));
  });
  fetched?.open(id);
}

/** @param {HTMLElement} actions @param {import('../../store/alert-state.js').AlertPlace} store */
export function mount(actions, store) {
  actions.append(h('button',
    { type: 'button', 'aria-haspopup': 'dialog', onclick: () => void openGlossary(store) }, 'Glossary'));
}
