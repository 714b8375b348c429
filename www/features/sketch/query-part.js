// The queries of the pad: one is shown, the others are faint.

import { fill, h } from '../../ui/dom.js';
import { MOST_QUERIES, addQuery, faultOf, removeQuery } from './sketch-edits.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */

/** @param {Store} store */
export function queryPart(store) {
  const list = h('div', { class: 'sketch-segments' });
  /** @param {Partial<import('./sketch-state.js').SketchView>} change */
  const set = (change) => store.dispatch({ type: 'sketch/set', change });
  const more = h('button', { type: 'button', 'aria-label': 'Add query', title: 'Add query',
    onclick: () => set(addQuery(store.get().sketch)) }, '+');
  const less = h('button', { type: 'button', 'aria-label': 'Remove query', title: 'Remove query',
    onclick: () => set(removeQuery(store.get().sketch)) }, '−');
  const element = h('div', { class: 'sketch-queries', role: 'group', 'aria-label': 'Query of the pad' },
    h('span', { class: 'muted', 'aria-hidden': 'true' }, 'Query'), list,
    h('div', { class: 'sketch-segments' }, more, less));
  store.watch(({ sketch }) => [sketch.pad, sketch.query], ([pad, query]) => {
    if (!pad) return;
    const held = list.contains(document.activeElement);
    // The names hardly ever change, and a button that has the focus stays.
    if (list.childElementCount !== pad.length || pad.some(({ id }, at) => list.children[at].textContent !== id)) {
      fill(list, pad.map(({ id }, at) => h('button', { type: 'button', 'aria-label': `Show query ${id}`,
        onclick: () => set({ query: at, chosen: null }) }, id)));
    }
    [...list.children].forEach((button, at) => {
      button.setAttribute('aria-pressed', String(at === query));
      button.classList.toggle('unused', Boolean(faultOf(pad[at])));
    });
    if (held && !list.contains(document.activeElement)) /** @type {HTMLElement} */ (list.children[query]).focus();
    more.disabled = pad.length >= MOST_QUERIES;
    less.disabled = pad.length < 2;
  });
  return element;
}
