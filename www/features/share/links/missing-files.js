// The request for files that a link names but does not hold. Fetched when a link needs it.

import '../../run/training/question.css';
import { h, fill, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { freshId } from '../../../ui/fields.js';

/** @typedef {import('./link-state.js').LinksStore} Store */

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const id = freshId('link-files');
  const heading = h('h2', { id: `${id}-title` }, 'This link needs your data');
  const text = h('p', {});
  const note = h('div', { 'aria-live': 'polite' });
  const input = h('input', { id, type: 'file', multiple: true, onchange: () => {
    const files = [...(input.files ?? [])];
    if (files.length) store.dispatch({ type: 'links/files', files });
    input.value = '';
  } });
  const label = h('label', { htmlFor: id }, 'Choose');
  const anyhow = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'links/open anyway' }) },
    'Open anyway');
  const close = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'links/close' }) }, 'Not now');
  const box = h('section', { class: 'alert link-question', 'aria-labelledby': heading.id }, heading, text, note,
    h('div', { class: 'link-files' }, label, input, anyhow, close));
  root.append(box);

  store.watch(({ links }) => [links], ([links]) => handOn(box, () => show(links), close));

  /** @param {import('./link-state.js').Links} links */
  function show({ wanted, refused, anyhow: complete, note: message }) {
    box.hidden = wanted.length === 0;
    if (!wanted.length) return fill(text);
    fill(text, 'This link was made with ',
      wanted.flatMap(({ name, checksum }, at) =>
          [at ? ' and ' : '', h('bdi', {}, h('b', {}, name)), checksum ? ` (checksum ${checksum})` : '']),
      `. Choose ${wanted.length > 1 ? 'them' : 'it'} to see the same run. Files never leave this device.`);
    say(label, `Choose ${wanted.map(({ name }) => name).join(', ')}`);
    input.multiple = wanted.length > 1;
    fill(note, message && h('p', {}, message),
      refused.map(({ name, checksum }) =>
          h('p', { class: 'problem' }, h('bdi', {}, name),
          ` is a different file (checksum ${checksum}), so the run would differ.`)));
    anyhow.hidden = !complete;
  }
}
