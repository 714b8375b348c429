// The button that copies the link to the current state.

import { copyOrSelect } from '../../../ui/copy-text.js';
import { h, say } from '../../../ui/dom.js';

/** @typedef {import('./link-state.js').LinksStore} Store */

/** @param {HTMLElement} actions @param {Store} store @param {() => string} link the address of what is shown */
export function mount(actions, store, link) {
  const notice = h('span', { class: 'copied', 'aria-live': 'polite' });
  const field = h('input',
    { type: 'text', readOnly: true, 'aria-label': 'Link to this view', class: 'link-field', hidden: true,
      onblur: () => {
    field.hidden = true;
  } });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const copy = async () => {
    const text = link();
    // A live region does not announce the same text twice, so it is emptied first.
    say(notice, '');
    clearTimeout(later);
    const done = await copyOrSelect(text, field);
    say(notice, (done ? 'Link copied.' : 'Copy the selected link.') + missing(store));
    later = setTimeout(() => say(notice, ''), 8_000);
  };
  actions.append(h('button', { type: 'button', onclick: () => void copy() }, 'Copy link'), field, notice);
}

/** Returns what the link does not hold, in words. @param {Store} store */
function missing(store) {
  const { data } = store.get();
  const own = data
    && [data.request.train, data.request.valid, data.request.test].flatMap((source) =>
      (source?.kind === 'blob' ? [source] : []));
  if (!data || !own?.length) return '';
  if (data.request.pasted && own.length === 1 && /[#&]lines=/.test(location.hash)) {
    return ' It holds your pasted lines.';
  }
  return ` It names ${own.map(({ name }) => name).join(' and ')} but does not hold the data.`;
}
