// The dialog of embedding: what another page shows, the code for it, and a preview of exactly that.

import '../../../styles/dialogs.css';
import { localNote } from '../../../lib/link-reach.js';
import { pageAddress } from '../../../lib/page-address.js';
import { copyOrSelect } from '../../../ui/copy-text.js';
import { h, say } from '../../../ui/dom.js';
import { freshId, selectField } from '../../../ui/fields.js';
import { embedChoice } from './embed-choice.js';
import { FORMS, addressOfShown } from './embed-code.js';
import { embedPreview } from './embed-preview.js';
import { missingOf } from './link-words.js';

/** @typedef {import('./sharing.js').ShareStore} Store */
/** @typedef {import('./sharing.js').Sharing} Sharing */

const HEIGHTS = { least: 200, first: 600, most: 2000 }; // CSS pixels of the frame

/** The dialog, in the document but closed. @param {Store} store @param {Sharing} sharing */
export function embedDialog(store, sharing) {
  let form = FORMS[0];
  const title = h('h2', { id: freshId('embed') }, 'Embed');
  const close = h('button', { type: 'button', class: 'square', 'aria-label': 'Close', onclick: () => dialog.close() },
    '✕');
  const choice = embedChoice(store, sharing, draw);
  const id = freshId('embed-height');
  const height = h('input', { id, type: 'number', min: HEIGHTS.least, max: HEIGHTS.most, step: 10,
    value: String(HEIGHTS.first), onchange: draw });
  const forms = selectField('Code', (name) => {
    form = FORMS.find((one) => one.name === name) ?? form;
    draw();
  });
  const code = h('textarea', { readOnly: true, rows: 6, spellcheck: false, 'aria-label': 'Code to copy',
    onfocus: () => code.select() });
  const { element: copying, copy, told } = copyPart(code);
  const note = h('p', { class: 'note' });
  const preview = embedPreview();
  const dialog = h('dialog', { class: 'embed', 'aria-labelledby': title.id, onclose: preview.end },
    h('div', { class: 'dialog-head' }, title, close),
    h('div', { class: 'embed-parts' },
      h('div', { class: 'embed-choices' }, choice.element,
        h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Height'), height),
        forms.element, code, copying, note),
      preview.element));
  // A press outside the dialog closes it, as Escape does.
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);

  function draw() {
    const pixels = Math.min(HEIGHTS.most, Math.max(HEIGHTS.least, Math.round(Number(height.value)) || HEIGHTS.first));
    height.value = String(pixels);
    choice.draw();
    forms.update(FORMS.map(({ name, text }) => ({ value: name, text })), form.name, null);
    say(told, '');
    const shown = choice.shown();
    copy.disabled = typeof shown === 'string';
    if (typeof shown === 'string') {
      code.value = '';
      say(note, shown);
      return preview.end();
    }
    code.value = form.code(pageAddress(), shown, pixels);
    say(note, `${localNote(pageAddress())}${missingOf(store.get(), shown.fragment)}`.trim());
    return preview.show(addressOfShown(pageAddress(), shown), shown.title, pixels);
  }

  return { open: async () => {
    await choice.begin();
    dialog.showModal();
    draw();
  } };
}

/** The button that copies the code. @param {HTMLTextAreaElement} code */
function copyPart(code) {
  const told = h('p', { class: 'muted', role: 'status' });
  const copy = h('button', { type: 'button', class: 'primary', onclick: async () => {
    say(told, '');
    const isCopied = await copyOrSelect(code.value, code);
    say(told, isCopied ? 'Code copied.' : 'The code is selected: copy it with the keyboard.');
  } }, 'Copy code');
  return { element: h('div', { class: 'embed-copy' }, copy, told), copy, told };
}
