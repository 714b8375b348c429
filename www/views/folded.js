// The panels that fold: their names, and where what stands in them comes from. A first visit does not wait for it.

import { h } from '../dom.js';
import { foldedPanel, openPanel } from '../folded.js';

/** @typedef {import('../store.js').Store} Store */

/** @typedef {{ title: string, about: string, fetch: () => Promise<{ body: (store: Store) => import('../dom.js').Child[] }> }} Folded */

/** By the id of their section. @type {Record<string, Folded>} */
const PANELS = {
  certificate: { title: 'Certificate', about: 'the proof of how good this w is, and the constraints that hold it', fetch: () => import('./certificate.js') },
  explanation: { title: 'Why is this above that?', about: 'what each feature adds to two scores', fetch: () => import('./explanation.js') },
  runs: { title: 'Runs', about: 'every finished run is kept here, to draw again and to compare', fetch: () => import('./runs.js') },
  comparison: { title: 'Compare methods', about: 'every training loss against every test measure', fetch: () => import('./comparison.js') },
};

/** @param {(id: string) => HTMLElement} place @param {Store} store */
export function mount(place, store) {
  for (const [id, { title, about, fetch }] of Object.entries(PANELS)) {
    foldedPanel(place(id), store, { title, about }, async () => (await fetch()).body(store));
  }
}

/** A link in the header that opens a panel. @param {HTMLElement} actions @param {HTMLElement} root @param {Store} store */
export function mountLink(actions, root, store) {
  actions.append(h('a', { href: `#${root.id}`, onclick: (/** @type {Event} */ event) => {
    // The address keeps what else it holds.
    event.preventDefault();
    openPanel(root, store);
  } }, 'Compare', h('span', { class: 'hidden-narrow' }, ' methods')));
}
