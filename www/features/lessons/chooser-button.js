// The button that opens the list of lessons.

import { h } from '../../ui/dom.js';

/** @param {HTMLElement} actions @param {import('./lesson-state.js').LessonsStore} store */
export function mount(actions, store) {
  actions.prepend(h('button',
    { type: 'button', 'aria-haspopup': 'dialog',
      onclick: () => store.dispatch({ type: 'lessons/chooser', choosing: true }) }, 'Lessons'));
}
