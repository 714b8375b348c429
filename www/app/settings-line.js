// The settings of a phone: one line with the choices that matter, and a sheet with all of them.

import { h, fill } from '../ui/dom.js';
import { settingsLine } from '../features/settings/labels.js';

/** @param {HTMLElement} root @param {HTMLElement} sheet @param {import('./reducer.js').AppStore} store */
export function mount(root, sheet, store) {
  const gist = h('p', { class: 'settings-gist' });
  const change = h('button', {
    type: 'button', class: 'quiet', 'aria-controls': sheet.id, 'aria-expanded': 'false',
    onclick: () => open(!sheet.classList.contains('sheet-open')),
  }, ...named('Change'));
  root.append(gist, change);

  /** @param {boolean} on */
  function open(on) {
    // The focused element may be about to disappear.
    if (!on && sheet.contains(document.activeElement)) change.focus({ preventScroll: true });
    sheet.classList.toggle('sheet-open', on);
    change.setAttribute('aria-expanded', String(on));
    fill(change, ...named(on ? 'Close' : 'Change'));
  }

  store.watch(({ data, settings, catalog }) => [data, settings, catalog], ([data, settings, catalog]) => {
    const name = (data?.request.name ?? '').replace(/ \([^()]*\)$/, '');
    fill(gist, h('b', {}, h('bdi', {}, name)), `${name && '  · '}${settingsLine(catalog, settings)}`);
  });
  // The curves come into view at Train and once a sample is there, the text of a lesson when it opens.
  store.subscribe((state, { type }, previous) => {
    const isNew = state.data !== previous.data && state.data?.request.sample;
    if (isNew || type === 'train' || type === 'lessons/open') open(false);
  });
}

/** The line has room for one word. @param {string} verb */
function named(verb) {
  return [verb, h('span', { class: 'hidden' }, ' settings')];
}
