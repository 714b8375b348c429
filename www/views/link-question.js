// The question for files that a link names but does not hold. Fetched when a link asks it.

import { h, fill, say } from '../dom.js';
import { handOn } from '../focus.js';
import { freshId } from '../fields.js';

/** @typedef {import('../store.js').Store} Store */

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const id = freshId('link-files');
  const heading = h('h2', { id: `${id}-title` }, 'This link needs data of yours');
  const text = h('p', {});
  const note = h('div', { 'aria-live': 'polite' });
  const input = h('input', { id, type: 'file', multiple: true, onchange: () => {
    const files = [...(input.files ?? [])];
    if (files.length) store.dispatch({ type: 'link files', files });
    input.value = '';
  } });
  const label = h('label', { htmlFor: id }, 'Choose');
  const anyhow = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'link anyhow' }) }, 'Open anyhow');
  const close = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'link closed' }) }, 'Not now');
  const box = h('section', { class: 'alert link-question', 'aria-labelledby': heading.id }, heading, text, note, h('div', { class: 'link-files' }, label, input, anyhow, close));
  root.append(box);

  store.watch(({ link }) => [link], ([link]) => handOn(box, () => show(link), close));

  /** @param {import('../linking.js').Link} link */
  function show({ wanted, refused, anyhow: complete, note: told }) {
    box.hidden = wanted.length === 0;
    if (!wanted.length) return fill(text);
    fill(text, 'This link was made with ', wanted.flatMap(({ name, checksum }, at) => [at ? ' and ' : '', h('bdi', {}, h('b', {}, name)), checksum ? ` (checksum ${checksum})` : '']), `. Choose ${wanted.length > 1 ? 'them' : 'it'} to see the same run. Files never leave this device.`);
    say(label, `Choose ${wanted.map(({ name }) => name).join(', ')}`);
    input.multiple = wanted.length > 1;
    fill(note, told && h('p', {}, told), refused.map(({ name, checksum }) => h('p', { class: 'problem' }, h('bdi', {}, name), ` is another file (checksum ${checksum}): the run would be another one.`)));
    anyhow.hidden = !complete;
  }
}
