// The list of keys, which the key ? opens. Fetched when it is first opened.

import '../styles/dialogs.css';
import './keys-dialog.css';
import { h } from '../ui/dom.js';

/** @type {[string[], string][]} */
const KEYS = [
  [['Tab', 'Enter'], 'The first Tab offers a way to Train. The Tab after Train offers a way to the queries.'],
  [['←', '→'], 'Move to the previous or next iteration.'],
  [['Home', 'End'], 'Move to w = 0 or to the newest iteration.'],
  [['↑', '↓'], 'In the queries: choose the query with more or less slack.'],
  [['←', '→'], 'In the tabs: open the tab beside. In the drawing of c: choose a rank.'],
  [['Esc'], 'Close a dialog.'],
  [['?'], 'Show this list.'],
];

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** @param {HTMLElement} root gets the dialog when it is first opened */
export function openKeys(root) {
  if (!dialog) {
    dialog = keysDialog();
    root.append(dialog);
  }
  if (!dialog.open) dialog.showModal();
}

function keysDialog() {
  const close = h('button', { type: 'button', class: 'quiet', onclick: () => dialog?.close() }, 'Close');
  return h('dialog', { class: 'keys-dialog', 'aria-labelledby': 'keys-title' },
    h('div', { class: 'dialog-head' }, h('h2', { id: 'keys-title' }, 'Keys'), close),
    h('dl', { class: 'keys-list' }, KEYS.map(([keys, meaning]) => h('div', {},
      h('dt', {}, keys.map((key) => h('kbd', {}, key))), h('dd', {}, meaning)))));
}
