// A panel of the main column that folds. What is open is part of the state, so that a link can hold it.

import { h } from './dom.js';
import { messageOf } from './fault.js';
import { isOpen } from './reducer.js';

/** @typedef {import('./store.js').Store} Store */

/**
 * Fills `root`, a section whose id is also the panel's name in the state. The body is fetched and built when it is first opened.
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {{ title: string, about: string }} words
 * @param {() => Promise<import('./dom.js').Child[]>} build
 */
export function foldedPanel(root, store, { title, about }, build) {
  const name = root.id;
  const heading = h('h2', { id: `${name}-title` }, title);
  const body = h('div', { class: 'folded-body' });
  const details = h('details', { ontoggle: () => { if (details.open !== isOpen(store.get(), name)) store.dispatch({ type: 'panel', panel: name, open: details.open }); } },
    h('summary', {}, h('span', { class: 'card-head' }, heading, h('span', { class: 'about' }, about))), body);
  root.classList.add('card', 'folded');
  root.append(details);

  let built = false;
  store.watch((state) => [isOpen(state, name)], ([open]) => {
    if (open && !built) {
      built = true;
      build().then((children) => body.replaceChildren(...children.filter((child) => child instanceof Node)), (error) => {
        built = false;
        body.replaceChildren(h('p', { class: 'problem' }, `This panel could not be fetched: ${messageOf(error)}. Open it again when there is a connection.`));
      });
    }
    details.open = open;
    // Closed, it is no landmark.
    if (open) root.setAttribute('aria-labelledby', heading.id);
    else root.removeAttribute('aria-labelledby');
  });
}

/**
 * Opens a folded panel and brings it into view.
 * @param {HTMLElement} root @param {Store} store
 */
export function openPanel(root, store) {
  store.dispatch({ type: 'panel', panel: root.id, open: true });
  root.querySelector('summary')?.focus({ preventScroll: true });
  root.scrollIntoView({ block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}
