// The button of the glossary. Its dialog is fetched when it is first opened.

import { showNotFetched } from '../../../store/alert-state.js';
import { lazy } from '../../../lib/lazy.js';
import { h } from '../../../ui/dom.js';

const dialog = lazy(async () => (await import('./glossary-dialog.js')).glossaryDialog());

/**
 * Opens the glossary at an entry, or at its top.
 * @param {import('../../../store/alert-state.js').AlertPlace} store @param {string} [id]
 */
export async function openGlossary(store, id) {
  try {
    (await dialog()).open(id);
  } catch (error) {
    store.dispatch(showNotFetched('The glossary could not be shown.', 'Open it again', error));
  }
}

/** @param {HTMLElement} actions @param {import('../../../store/alert-state.js').AlertPlace} store */
export function mount(actions, store) {
  actions.append(h('button',
    { type: 'button', 'aria-haspopup': 'dialog', onclick: () => void openGlossary(store) }, 'Glossary'));
}
