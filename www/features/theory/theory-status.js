// Says that a laboratory is being computed, for how long, and cancels it.

import { h, say } from '../../ui/dom.js';
import { isCancelled, labOf, toldNow } from './theory-state.js';

const SECOND = 1000; // ms

/** @param {import('./theory-state.js').TheoryStore} store */
export function theoryStatus(store) {
  const text = h('span', { role: 'status' });
  const seconds = h('span', { class: 'lab-seconds', 'aria-hidden': 'true' });
  const bar = h('progress', { 'aria-label': 'The laboratory is being computed' });
  let cancels = true;
  const button = h('button', { type: 'button', class: 'quiet',
    onclick: () => store.dispatch({ type: cancels ? 'theory/cancel' : 'theory/again' }) });
  const element = h('div', { class: 'lab-status', hidden: true }, bar, text, seconds, button);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;

  store.watch((state) => [state.theory.task, isCancelled(state), waitsForData(state)],
    ([task, isOff, waits]) => {
      clearInterval(clock);
      element.hidden = !task && !isOff && !waits;
      bar.hidden = seconds.hidden = !task;
      button.hidden = !task && !isOff;
      cancels = Boolean(task);
      say(button, task ? 'Cancel' : 'Compute');
      say(seconds, '');
      say(text, task ? 'Computing' : isOff ? 'Cancelled' : waits ? 'Waits for the data of Explore' : '');
      element.classList.toggle('is-late', Boolean(task));
      if (!task) return;
      const began = performance.now();
      clock = setInterval(() => {
        say(seconds, `${Math.floor((performance.now() - began) / SECOND)} s`);
      }, SECOND);
    });
  return element;
}

/** @param {import('./theory-state.js').TheoryState} state */
function waitsForData(state) {
  return labOf(state.theory).needsData && !state.data && !toldNow(state);
}
