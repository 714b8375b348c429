// Arrow keys, Home and End move the iteration cursor wherever nothing else needs them.

import { newest } from './running.js';
import { keyTarget } from './timetravel.js';

/** What uses these keys itself. Of inputs, all but those that are only pressed. */
const OWN = 'input:not([type=checkbox], [type=file], [type=button]), select, textarea, [contenteditable], [role=slider], [role=listbox], [role=menu], [role=menubar], [role=tablist], [role=radiogroup], [role=grid], [role=tree], [role=combobox], [role=dialog], dialog';

/** @param {Document} page @param {import('./store.js').Store} store */
export function startKeys(page, store) {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.target instanceof Element) || event.target.closest(OWN) || scrolls(event.target)) return;
    const { cursor, run } = store.get();
    const iteration = keyTarget(event.key, cursor.iteration, newest(run));
    if (iteration === null) return;
    event.preventDefault();
    store.dispatch({ type: 'cursor', iteration });
  });
}

/** Whether the focus is on a box that scrolls by these keys. @param {Element} target */
function scrolls(target) {
  if (!(target instanceof HTMLElement) || target.tabIndex < 0 || target === document.body) return false;
  return target.scrollWidth > target.clientWidth + 1 || target.scrollHeight > target.clientHeight + 1
    ? /auto|scroll/.test(getComputedStyle(target).overflow + getComputedStyle(target).overflowX + getComputedStyle(target).overflowY)
    : false;
}
