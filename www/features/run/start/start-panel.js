// First sight: the ways on, and when the page of a first visit steps aside. The arrow and its list are in sight.js,
// which is fetched when first sight is shown.

import { showNotFetched } from '../../../store/alert-state.js';
import { INSPECTOR_PANEL } from '../../inspect/inspector/panel.js';
import { LESSONS } from '../../learn/lessons/lesson-list.js';
import { isFirstVisit, saveVisit, showFirstSight } from './first-sight.js';
import { leavesStart, showsStart } from './start-state.js';

/**
 * @param {HTMLElement} root has the words and the buttons of index.html, which the first paint shows
 * @param {import('./start-state.js').StartStore} store
 * @param {() => Promise<void>} instrument resolves when the instrument is there, which is fetched behind first sight
 */
export function mount(root, store, instrument) {
  /** @param {string} way @param {() => void} act */
  const lead = (way, act) => {
    const button = /** @type {HTMLButtonElement} */ (root.querySelector(`[data-way=${way}]`));
    button.addEventListener('click', act);
    button.disabled = false;
  };
  const open = () => {
    store.dispatch({ type: 'panel', panel: INSPECTOR_PANEL.id, open: true });
    document.getElementById('run')?.focus();
  };
  const failed = (/** @type {unknown} */ error) => store.dispatch(
    showNotFetched('The instrument could not be fetched.', 'Reload the page', error));
  lead('lesson', () => store.dispatch({ type: 'lessons/begin', id: LESSONS[0] }));
  lead('instrument', open);
  lead('samples', () => {
    open();
    instrument().then(showSamples, failed);
  });
  // The chosen file leads on.
  lead('file', () => void instrument().then(chooseFile, failed));

  if (!isFirstVisit()) store.dispatch({ type: 'start/close' });
  store.subscribe((state, /** @type {{ type: string, open?: boolean }} */ action) => {
    if (!leavesStart(action) && action.type !== 'start/close') return;
    saveVisit();
    if (!state.start.closed) store.dispatch({ type: 'start/close' });
  });
  store.watch((state) => [showsStart(state)], ([isShown]) => {
    showFirstSight(isShown);
    if (!isShown) instrument().catch(failed);
  });
}

function showSamples() {
  const select = /** @type {HTMLElement | null} */ (document.querySelector('#settings-data select'));
  // On a narrow screen the settings are a sheet behind this button.
  if (!select?.checkVisibility()) document.querySelector('#settings-line button')?.dispatchEvent(new Event('click'));
  select?.focus();
}

function chooseFile() {
  /** @type {HTMLInputElement | null} */ (document.querySelector('#choices input[type=file]'))?.click();
}
