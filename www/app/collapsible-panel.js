// The panels that fold inside a tab of the workspace. What is open is part of the state, so that a link can hold it.

import { h } from '../ui/dom.js';
import { isOpen } from '../store/panels.js';
import { lazyBody } from './lazy-body.js';

/**
 * Returns the section of a panel; its content is fetched and built when it is first opened.
 * @param {import('./reducer.js').AppStore} store
 * @param {import('../store/panels.js').Panel} panel
 */
export function collapsiblePanel(store, { id, title, about, load }) {
  const heading = h('h2', { id: `${id}-title` }, title);
  const body = load && lazyBody(store, load);
  const details = h('details', { ontoggle: () => {
    if (details.open !== isOpen(store.get(), id)) store.dispatch({ type: 'panel', panel: id, open: details.open });
  } },
  h('summary', {}, h('span', { class: 'card-head' }, heading, h('span', { class: 'about' }, about))), body?.element);
  const element = h('section', { id, class: 'collapsible' }, details);
  store.watch((state) => [isOpen(state, id)], ([open]) => {
    if (open) void body?.build();
    details.open = open;
    // Closed, it is no landmark.
    if (open) element.setAttribute('aria-labelledby', heading.id);
    else element.removeAttribute('aria-labelledby');
  });
  return element;
}
