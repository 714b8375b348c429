// The keys of the stage: → goes on, ← goes back, R reveals, F fills the screen. A field or a handle with the focus
// keeps its keys, and so does whatever covers the stage.

import { toggleFullScreen } from './stage-bar.js';

const OWN_KEYS = 'input, select, textarea, [role=slider], [role=listbox], [role=option], [role=tab], [data-handle]';
const COVERS = 'dialog[open], :popover-open';

/**
 * @param {HTMLElement} region of the lesson
 * @param {{ card: HTMLElement, back: HTMLButtonElement, reveal: HTMLButtonElement, forth: HTMLButtonElement }} parts
 */
export function listenToKeys(region, { card, back, reveal, forth }) {
  document.addEventListener('keydown', (event) => {
    if (region.hidden || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest(OWN_KEYS)) return;
    if (document.querySelector(COVERS)) return;
    switch (event.key) {
      // One press too many does not end the lesson.
      case 'ArrowRight': return card.classList.contains('at-end') ? undefined : forth.click();
      case 'ArrowLeft': return back.click();
      case 'r': case 'R': return reveal.click();
      case 'f': case 'F': return void toggleFullScreen();
      default:
    }
  });
}
