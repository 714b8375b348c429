// What the end of a run means for its model: the iteration that validation data kept, and what is likely to help where
// the minimum of the bound is w = 0.

import './advice.css';
import { remediesOf } from '../../core/core.js';
import { handOn } from '../../ui/focus.js';
import { h, fill } from '../../ui/dom.js';
import { count } from '../../lib/format.js';
import { atZeroText, chosenText, isAtZero, keptIteration } from './run-end.js';

/** @typedef {import('./training-state.js').TrainingStore} Store */

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const text = h('p', { 'aria-live': 'polite' });
  const buttons = h('div', { class: 'advice-buttons' });
  const box = h('section', { class: 'advice', 'aria-label': 'What the end of the run means' }, text, buttons);
  root.append(box);
  store.watch((state) => [state.run, state.data, state.cursor.iteration], ([run, data, cursor]) => {
    handOn(box, () => {
      const kept = keptIteration(run);
      const zero = isAtZero(run);
      box.hidden = kept === null && !zero;
      if (box.hidden || !run) return fill(text);
      fill(text, [zero && atZeroText(run), kept !== null && chosenText(run)].filter(Boolean).join(' '));
      const remedies = zero ? remediesOf(run.settings, Boolean(data?.summaries.valid)) : [];
      fill(buttons,
        kept !== null && cursor !== kept && h('button', { type: 'button', class: 'quiet',
          onclick: () => store.dispatch({ type: 'cursor', iteration: kept }) }, `Show iteration ${count(kept)}`),
        remedies.length > 0 && h('span', { class: 'advice-remedies' }, h('span', { class: 'muted' }, 'Likely to help:'),
          remedies.map(({ setting, value, label, reason }) => h('button', { type: 'button', title: reason,
            onclick: () => {
              store.dispatch({ type: 'settings', change: { [setting]: value } });
              store.dispatch({ type: 'train' });
            } }, label))));
    }, () => /** @type {HTMLElement | null} */ (document.querySelector('#run button')));
  });
}
