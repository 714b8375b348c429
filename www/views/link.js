// The button that copies the link to what is shown, and the question for files that a link names but does not hold.

import { h, fill, say } from '../dom.js';
import { freshId } from '../fields.js';

/** @typedef {import('../store.js').Store} Store */

/** @param {HTMLElement} actions @param {Store} store @param {() => string} link the address of what is shown */
export function mountCopy(actions, store, link) {
  const told = h('span', { class: 'copied', 'aria-live': 'polite' });
  const field = h('input', { type: 'text', readOnly: true, 'aria-label': 'Link to this view', class: 'link-field', hidden: true, onblur: () => { field.hidden = true; } });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const copy = async () => {
    const text = link();
    // A live region that says the same again is silent.
    say(told, '');
    clearTimeout(later);
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
    if (!done) {
      // Without the clipboard, as on plain http, people copy it themselves.
      Object.assign(field, { value: text, hidden: false });
      field.focus();
      field.select();
    }
    say(told, (done ? 'Link copied.' : 'Copy the selected link.') + missing(store));
    later = setTimeout(() => say(told, ''), 8_000);
  };
  actions.append(h('button', { type: 'button', onclick: () => void copy() }, 'Copy link'), field, told);
}

/** What the link does not hold. @param {Store} store */
function missing(store) {
  const { data } = store.get();
  const own = data && [data.request.train, data.request.valid, data.request.test].flatMap((source) => (source?.kind === 'blob' ? [source] : []));
  if (!data || !own?.length) return '';
  if (data.request.pasted && own.length === 1 && /[#&]lines=/.test(location.hash)) return ' It holds your pasted lines.';
  return ` It names ${own.map(({ name }) => name).join(' and ')} but does not hold the data.`;
}

/** @param {HTMLElement} root @param {Store} store */
export function mountQuestion(root, store) {
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

  store.watch(({ link }) => [link], ([{ wanted, refused, anyhow: complete, note: told }]) => {
    box.hidden = wanted.length === 0;
    if (!wanted.length) return fill(text);
    fill(text, 'This link was made with ', wanted.flatMap(({ name, checksum }, at) => [at ? ' and ' : '', h('bdi', {}, h('b', {}, name)), checksum ? ` (checksum ${checksum})` : '']), `. Choose ${wanted.length > 1 ? 'them' : 'it'} to see the same run. Files never leave this device.`);
    say(label, `Choose ${wanted.map(({ name }) => name).join(', ')}`);
    input.multiple = wanted.length > 1;
    fill(note, told && h('p', {}, told), refused.map(({ name, checksum }) => h('p', { class: 'problem' }, h('bdi', {}, name), ` is another file (checksum ${checksum}): the run would be another one.`)));
    anyhow.hidden = !complete;
  });
}
