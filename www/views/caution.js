// What would take much memory or long, and the way round it. Nothing begins before somebody says so.

import { PATIENCE, cutMeasure, isDear } from '../caution.js';
import { h, fill } from '../dom.js';
import { handOn } from '../focus.js';
import { freshId } from '../fields.js';
import { bytes, count, measureName } from '../format.js';
import { isBinary, methodOf } from '../settings.js';

/** @typedef {import('../store.js').Store} Store */

const STEP = 1.2e-9; // s that a step of a search takes

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const id = freshId('caution');
  const heading = h('h2', { id });
  const text = h('p', {});
  const buttons = h('div', { class: 'link-files' });
  const box = h('section', { class: 'alert link-question', 'aria-labelledby': id }, h('div', { 'aria-live': 'polite' }, heading, text), buttons);
  root.append(box);
  /** What the shown question is about: a new one comes into view. @type {unknown} */
  let asked = null;
  /** @param {string} name @param {import('../reducer.js').Action} action */
  const button = (name, action) => h('button', { type: 'button', onclick: () => store.dispatch(action) }, name);

  store.watch((state) => [state.loading?.held, isDear(state), state.settings], () => handOn(box, show, () => buttons.querySelector('button')));

  function show() {
    const state = store.get();
    const held = state.loading?.held;
    const dear = isDear(state);
    box.hidden = !held && !dear;
    if (held) {
      const { name, documents, features, tooLarge } = held;
      fill(heading, 'This needs much memory');
      fill(text, h('bdi', {}, h('b', {}, name)), ` looks like ${count(documents)} documents of ${count(features)} features: about ${bytes(held.bytes)} to read and train on. `,
        tooLarge ? 'That is more than a page can hold: it will most likely be refused.' : 'If memory runs out the page says so, and what is loaded now stays.', ' A part of the queries may do.');
      fill(buttons, button('Load anyway', { type: 'load anyway' }), button('Cancel loading', { type: 'cancel load' }));
    } else if (dear && state.run?.overview) {
      const { longest_query: longest, search_steps: steps } = state.run.overview;
      const cut = cutMeasure(state);
      fill(heading, `One iteration takes about ${count(Math.max(1, STEP * steps))} s`);
      fill(text, `The longest query has ${count(longest)} documents, and where every rank counts the oracle searches all of them: about ${count(steps)} steps in each iteration, where ${count(PATIENCE)} take a few seconds. `,
        cut ? `${measureName(cut)} searches the first 10 ranks only. ` : '', `Training can be paused ${isBinary(methodOf(state.catalog, state.settings)) ? 'between two queries' : 'at any moment'}.`);
      fill(buttons, cut && button(`Use ${measureName(cut)}`, { type: 'settings', change: { measure: cut } }), button('Train anyway', { type: 'train' }));
    }
    if (!box.hidden && asked !== (held ?? state.run?.id)) box.scrollIntoView({ block: 'nearest' });
    asked = box.hidden ? null : held ?? state.run?.id;
  }
}
