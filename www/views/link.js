// The button that copies the link to what is shown.

import { h, say } from '../dom.js';

/** @typedef {import('../store.js').Store} Store */

/** @param {HTMLElement} actions @param {Store} store @param {() => string} link the address of what is shown */
export function mount(actions, store, link) {
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
