// The keys of the stage: → goes on, ← goes back, R reveals, F fills the screen. A field or a handle with the focus
// keeps its keys.

import { toggleFullScreen } from './stage-bar.js';
import { turn } from './turning.js';

const OWN_KEYS = 'input, select, textarea, [role=slider], [role=listbox], [role=option], [role=tab], [data-handle]';

/**
 * @param {import('../lesson-state.js').LessonsStore} store
 * @param {{ reveal: HTMLButtonElement }} parts
 */
export function listenToKeys(store, { reveal }) {
  document.addEventListener('keydown', (event) => {
    if (!store.get().lessons.open || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest(OWN_KEYS)) return;
    switch (event.key) {
      case 'ArrowRight': return turn(store, 1);
      case 'ArrowLeft': return turn(store, -1);
      case 'r': case 'R': return reveal.click();
      case 'f': case 'F': return void toggleFullScreen();
      default:
    }
  });
}
