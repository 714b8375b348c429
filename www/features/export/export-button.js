// The button of the export. Its dialog is fetched when it is first opened.

import { showNotFetched } from '../../store/alert-state.js';
import { h } from '../../ui/dom.js';

/**
 * @param {HTMLElement} actions
 * @param {import('./export-state.js').ExportStore & import('../../store/alert-state.js').AlertPlace} store
 */
export function mount(actions, store) {
  /** @type {Promise<{ open: () => void }> | null} */
  let dialog = null;
  actions.append(h('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => {
    dialog ??= import('./export-dialog.js').then(({ exportDialog }) => exportDialog(store));
    dialog.then(({ open }) => open(), (error) => {
      // The next press fetches the dialog again.
      dialog = null;
      store.dispatch(showNotFetched('The export could not be shown.', 'Open it again', error));
    });
  } }, 'Export'));
}
