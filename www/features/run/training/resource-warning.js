// Warns of data and runs that need a lot of memory or time, and offers an alternative. They wait for a confirmation.

import './question.css';
import { STEP_LIMIT } from './run-state.js';
import { cutMeasure, isExpensive } from './resource-limits.js';
import { h, fill } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { freshId } from '../../../ui/fields.js';
import { bytes, count, measureName } from '../../../lib/format.js';
import { isBinary, methodOf } from '../../settings/settings.js';

/** @typedef {import('./training-state.js').TrainingStore} Store */

const STEP = 1.2e-9; // s that a step of a search takes

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const id = freshId('caution');
  const heading = h('h2', { id });
  const text = h('p', {});
  const buttons = h('div', { class: 'link-files' });
  const box = h('section', { class: 'alert link-question', 'aria-labelledby': id },
    h('div', { 'aria-live': 'polite' }, heading, text), buttons);
  root.append(box);
  /** The subject of the shown question: a new question is scrolled into view. @type {unknown} */
  let asked = null;
  /** @param {string} name @param {import('./training-state.js').TrainingAction} action */
  const button = (name, action) => h('button', { type: 'button', onclick: () => store.dispatch(action) }, name);

  store.watch((state) => [
    state.loading?.held, isExpensive(state), state.settings,
  ], () => handOn(box, show, () => buttons.querySelector('button')));

  function show() {
    const state = store.get();
    const held = state.loading?.held;
    const expensive = isExpensive(state);
    box.hidden = !held && !expensive;
    if (held) {
      const { name, documents, features, tooLarge, refused, fits } = held;
      fill(heading, refused ? 'Too large for a page' : 'This needs a lot of memory');
      fill(text, h('bdi', {}, h('b', {}, name)), ` looks like ${count(documents)} documents of ${count(features)} `
          + `features: about ${bytes(held.bytes)} to read and train on. `,
        refused ? `A page can hold about ${count(fits)} such documents, so nothing was read. Load a file with fewer `
            + 'queries, or train on the command line: rankscope train FILE.'
          : tooLarge ? `A page can hold about ${count(fits)} such documents: the file will most likely be refused.`
            : 'If memory runs out the page says so, and what is loaded now stays.',
        refused ? '' : ' Consider loading a subset of the queries.');
      fill(buttons, !refused && button('Load anyway', { type: 'load anyway' }),
        button('Cancel loading', { type: 'cancel load' }));
    } else if (expensive && state.run?.overview) {
      const { longest_query: longest, search_steps: steps } = state.run.overview;
      const cut = cutMeasure(state);
      fill(heading, `One iteration takes about ${count(Math.max(1, STEP * steps))} s`);
      const binary = isBinary(methodOf(state.catalog, state.settings), state.settings);
      const pauses = binary ? 'between two queries' : 'at any moment';
      fill(text,
        `The longest query has ${count(longest)} documents, and where every rank counts the oracle searches all of `
          + 'them: ',
        `about ${count(steps)} steps in each iteration, where ${count(STEP_LIMIT)} take a few seconds. `,
        cut ? `${measureName(cut)} searches the first 10 ranks only. ` : '', `Training can be paused ${pauses}.`);
      fill(buttons, cut && button(`Use ${measureName(cut)}`, { type: 'settings', change: { measure: cut } }),
        button('Train anyway', { type: 'train' }));
    }
    if (!box.hidden && asked !== (held ?? state.run?.id)) box.scrollIntoView({ block: 'nearest' });
    asked = box.hidden ? null : held ?? state.run?.id;
  }
}
