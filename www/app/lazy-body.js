// The content of a panel, fetched when the panel is first shown. If the fetch fails, the panel says so and retries when
// it is next shown.

import { messageOf } from '../core/errors.js';
import { h } from '../ui/dom.js';

/**
 * Returns the element and what fills it.
 * @param {import('./reducer.js').AppStore} store
 * @param {NonNullable<import('../store/panels.js').Panel['load']>} load
 */
export function lazyBody(store, load) {
  const element = h('div', { class: 'panel-content' });
  let built = false;
  return {
    element,
    async build() {
      if (built) return;
      built = true;
      try {
        const children = (await load()).body(store);
        element.replaceChildren(...children.filter((child) => child instanceof Node));
      } catch (error) {
        built = false;
        const text = `This panel could not be fetched: ${messageOf(error)}. Open it again when there is a connection.`;
        element.replaceChildren(h('p', { class: 'problem' }, text));
      }
    },
  };
}
