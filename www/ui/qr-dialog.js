// The QR code of a link, as large as the window allows, for students to scan from the wall.

import '../styles/dialogs.css';
import './qr-dialog.css';
import { codeProblem, localNote } from '../lib/link-reach.js';
import { fill, h, s, say } from './dom.js';
import { freshId } from './fields.js';
import { qrPath } from './qr-picture.js';

/** The only dialog of its kind, in the document once it was needed. @type {ReturnType<typeof qrDialog> | null} */
let made = null;

/**
 * Shows the code of a link.
 * @param {string | null} link null if no link can hold what is shown
 * @param {string} [words] what the link does not hold, or why there is no link
 */
export function openCode(link, words = '') {
  made ??= qrDialog();
  made.open(link, words);
}

function qrDialog() {
  const title = h('h2', { id: freshId('qr') }, 'QR code of the link');
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
  return { open: (/** @type {string | null} */ link, /** @type {string} */ words) => {
    const problem = link === null ? words : codeProblem(link);
    const text = problem ? '' : link ?? '';
    code.hidden = address.hidden = Boolean(problem);
    fill(code, !problem && picture(text));
    say(address, text);
    say(note, problem || `${localNote(text)}${words}`.trim());
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
