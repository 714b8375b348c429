// The button of the export. Its dialog is fetched when it is first opened.

import { showNotFetched } from '../../../store/alert-state.js';
import { lazy } from '../../../lib/lazy.js';
import { h } from '../../../ui/dom.js';

/**
 * @param {HTMLElement} actions
 * @param {import('./export-state.js').ExportStore & import('../../../store/alert-state.js').AlertPlace} store
 */
export function mount(actions, store) {
  const dialog = lazy(async () => (await import('./export-dialog.js')).exportDialog(store));
  actions.append(h('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => {
    dialog().then(({ open }) => open(), (error) =>
      store.dispatch(showNotFetched('The export could not be shown.', 'Open it again', error)));
  } }, 'Export'));
}
