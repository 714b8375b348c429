// Arrow keys, Home and End move the iteration cursor wherever nothing else needs them; ? lists the keys.

import { newest } from '../features/run/training/run-state.js';
import { showNotFetched } from '../store/alert-state.js';
import { currentMode } from './workspace-state.js';
import { keyTarget } from '../features/run/playback/playback-state.js';
import { showsStart } from '../features/run/start/start-state.js';

/** Elements that use these keys themselves: of inputs, all except checkboxes and buttons. */
const OWN = 'input:not([type=checkbox], [type=file], [type=button]), select, textarea, [contenteditable], '
  + '[role=slider], [role=listbox], [role=menu], [role=menubar], [role=tablist], [role=radiogroup], [role=grid], '
  + '[role=tree], [role=combobox], [role=dialog], dialog';

/** Elements in which a question mark is text. */
const TYPED = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file])';

/** @param {Document} page @param {import('./reducer.js').AppStore} store */
export function startKeyboard(page, store) {
  page.addEventListener('keydown', (event) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(`${TYPED}, dialog[open]`)) return;
    event.preventDefault();
    void listKeys(page, store);
  });
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.target instanceof Element) || event.target.closest(OWN) || scrolls(event.target)) return;
    // First sight and the other modes show no iteration of this run, and on the stage these keys turn the steps.
    const state = store.get();
    if (currentMode(state) !== 'Explore' || state.lessons.open || showsStart(state)) return;
    const { cursor, run } = state;
    const iteration = keyTarget(event.key, cursor.iteration, newest(run));
    if (iteration === null) return;
    event.preventDefault();
    store.dispatch({ type: 'cursor', iteration });
  });
}

/**
 * Opens the list of keys, which is fetched when it is first opened.
 * @param {Document} page @param {import('./reducer.js').AppStore} store
 */
async function listKeys({ body }, store) {
  try {
    const { openKeys } = await import('./keys-dialog.js');
    openKeys(body);
  } catch (error) {
    store.dispatch(showNotFetched('The list of keys could not be shown.', 'Press ? again', error));
  }
}

/** Whether the focus is on a box that scrolls by these keys. @param {Element} target */
function scrolls(target) {
  if (!(target instanceof HTMLElement) || target.tabIndex < 0 || target === document.body) return false;
  return target.scrollWidth > target.clientWidth + 1 || target.scrollHeight > target.clientHeight + 1
    ? /auto|scroll/.test(getComputedStyle(target).overflow + getComputedStyle(target).overflowX
        + getComputedStyle(target).overflowY)
    : false;
}
