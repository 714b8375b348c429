// What the end of a run means for its model: the iteration that validation data kept, and what is likely to help where
// the minimum of the bound is w = 0.

import './advice.css';
import { remedies } from '../../../wasm/rankscope.js';
import { handOn } from '../../../ui/focus.js';
import { h, fill, say } from '../../../ui/dom.js';
import { count } from '../../../lib/format.js';
import { isAtZero, keptIteration } from './run-end.js';
import { atZeroText, chosenText } from './run-end-text.js';

/** @typedef {import('./training-state.js').TrainingStore} Store */

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const text = h('p', { 'aria-live': 'polite' });
  const buttons = h('div', { class: 'advice-buttons' });
  const box = h('section', { class: 'advice', 'aria-label': 'What the end of the run means' }, text, buttons);
  root.append(box);
  const update = () => handOn(box, () => {
    const { run, data, cursor } = store.get();
    const iteration = keptIteration(run);
    const zero = isAtZero(run);
    box.hidden = iteration === null && !zero;
    if (box.hidden || !run) return fill(text);
    say(text, [zero && atZeroText(run), iteration !== null && chosenText(run)].filter(Boolean).join(' '));
    const helpful = zero ? remedies(run.settings, Boolean(data?.summaries.valid)) : [];
    fill(buttons,
      iteration !== null && cursor.iteration !== iteration && h('button', { type: 'button', class: 'quiet',
        onclick: () => store.dispatch({ type: 'cursor', iteration }) }, `Show iteration ${count(iteration)}`),
      helpful.length > 0 && h('span', { class: 'advice-remedies' }, h('span', { class: 'muted' }, 'Likely to help:'),
        helpful.map(({ setting, value, label, reason }) => h('button', { type: 'button', title: reason,
          onclick: () => {
            store.dispatch({ type: 'settings', change: { [setting]: value } });
            store.dispatch({ type: 'train' });
          } }, label))));
  }, () => /** @type {HTMLElement | null} */ (document.querySelector('#run button')));
  store.watch((state) => [state.run, state.data, state.cursor.iteration], update);
}
