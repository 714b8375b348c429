// The button of the glossary. Its dialog is fetched when it is first opened.

import { h } from '../../ui/dom.js';

/** @type {Promise<{ open: (id?: string) => void }> | null} */
let dialog = null;

/**
 * Opens the glossary at an entry, or at its top.
 * @param {string} [id]
 */
export async function openGlossary(id) {
  dialog ??= import('./glossary-dialog.js').then(({ glossaryDialog }) => glossaryDialog());
  try {
    (await dialog).open(id);
  } catch (error) {
    // The next press fetches the dialog again.
    dialog = null;
    throw error;
  }
}

/** @param {HTMLElement} actions */
export function mount(actions) {
  actions.append(h('button',
    { type: 'button', 'aria-haspopup': 'dialog', onclick: () => void openGlossary() }, 'Glossary'));
}
