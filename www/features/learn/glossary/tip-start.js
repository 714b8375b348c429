// Fetches the explanations of terms when the pointer first rests on a term, or a term is first focused or pressed. The
// event that asked for it is handled then.

import { showNotFetched } from '../../../store/alert-state.js';

const TYPES = ['pointerover', 'focusin', 'focusout', 'click'];
const HOVER_DELAY = 100; // ms; the pointer crosses terms on its way to other parts

/**
 * @param {Document} page
 * @param {import('../../../store/alert-state.js').AlertPlace} store
 */
export function startTermTips(page, store) {
  /** The newest event that asks for an explanation. @type {Event | null} */
  let asking = null;
  let isFetching = false;
  let timer = 0;

  /** @param {Event} event */
  function notice(event) {
    const { target, type } = event;
    const hovers = type === 'pointerover';
    // A term with the focus keeps its explanation while the pointer moves elsewhere.
    if (hovers && asking && asking.type !== type) return;
    clearTimeout(timer);
    const isTerm = target instanceof Element && target.closest('[data-term]');
    asking = isTerm && type !== 'focusout' ? event : null;
    if (asking) timer = window.setTimeout(() => void fetchTips(), hovers ? HOVER_DELAY : 0);
  }
  for (const type of TYPES) page.addEventListener(type, notice);

  async function fetchTips() {
    if (isFetching) return;
    isFetching = true;
    const part = await import('./term-tip.js').catch(notFetched);
    if (!part) return;
    clearTimeout(timer);
    for (const type of TYPES) page.removeEventListener(type, notice);
    const handle = part.termTips(page, store);
    if (asking) handle(asking);
  }

  /** @param {unknown} error */
  function notFetched(error) {
    isFetching = false;
    asking = null;
    store.dispatch(showNotFetched('The term could not be explained.', 'Point at it again', error));
  }
}
