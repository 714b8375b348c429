// The QR code of the link, as large as the window allows, for students to scan from the wall.

import '../../../styles/dialogs.css';
import { fill, h, s, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { TOO_LONG, codeProblem, localNote, missingOf, tooLong } from './link-words.js';
import { qrPath } from './qr-picture.js';

/** @typedef {import('./sharing.js').ShareStore} Store */

/** The dialog, in the document but closed. @param {Store} store @param {() => string} link */
export function qrDialog(store, link) {
  const title = h('h2', { id: freshId('qr') }, 'QR code of this view');
  const code = h('div', { class: 'qr-code' });
  const address = h('p', { class: 'qr-address' });
  const note = h('p', { class: 'muted', role: 'status' });
  const close = h('button', { type: 'button', class: 'square', 'aria-label': 'Close', onclick: () => dialog.close() },
    '✕');
  const dialog = h('dialog', { class: 'qr', 'aria-labelledby': title.id },
    h('div', { class: 'dialog-head' }, title, close), code, address, note);
  // A press outside the dialog closes it, as Escape does.
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return { open: () => {
    const isTooLong = tooLong(store.get());
    const text = isTooLong ? '' : link();
    const problem = isTooLong ? TOO_LONG : codeProblem(text);
    code.hidden = address.hidden = Boolean(problem);
    fill(code, !problem && picture(text));
    say(address, problem ? '' : text);
    say(note, problem || `${localNote(text)}${missingOf(store.get(), text)}`.trim());
    dialog.showModal();
  } };
}

/** Dark on light in both themes, because not every reader knows the other way round. @param {string} text */
function picture(text) {
  const { path, size } = qrPath(text);
  return s('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'QR code of the link below',
    'shape-rendering': 'crispEdges' }, s('path', { class: 'light', d: `M0 0h${size}v${size}h-${size}z` }),
  s('path', { d: path }));
}
