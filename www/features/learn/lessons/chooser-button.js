// The button that opens the list of lessons. The list is fetched when it is first opened.

import { showNotFetched } from '../../../store/alert-state.js';
import { h } from '../../../ui/dom.js';

/** @param {HTMLElement} actions @param {import('./lesson-state.js').LessonsStore} store */
export function mount(actions, store) {
  /** @type {HTMLDialogElement | null} */
  let dialog = null;
  actions.prepend(h('button',
    { type: 'button', 'aria-haspopup': 'dialog',
      onclick: () => store.dispatch({ type: 'lessons/chooser', choosing: true }) }, 'Lessons'));

  async function open() {
    try {
      const { chooser } = await import('./chooser.js');
      if (!dialog) {
        dialog = chooser(store);
        document.body.append(dialog);
      }
      // It may have been closed meanwhile.
      if (store.get().lessons.choosing && !dialog.open) dialog.showModal();
    } catch (error) {
      store.dispatch({ type: 'lessons/chooser', choosing: false });
      store.dispatch(showNotFetched('The list of lessons could not be shown.', 'Open it again', error));
    }
  }

  // Here and not in the list: it has to close before the view of a lesson takes the focus.
  store.watch(({ lessons }) => [lessons.choosing], ([choosing]) => {
    if (choosing) void open();
    else if (dialog?.open) dialog.close();
  });
}
