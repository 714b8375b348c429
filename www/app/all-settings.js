// The rail in its short form: data, method, measure and C. Everything else stands behind *All settings*, so that the
// short form and Train need no scrolling, even on a projector, and few presses of Tab lead to Train.

import { h } from '../ui/dom.js';
import { keptChoice } from '../ui/kept-choice.js';
import { isNarrow, onWidthChange } from '../ui/media.js';

const KEPT = keptChoice('all-settings');

/**
 * Makes the place of the other settings; call `follow` once they are there.
 * @param {import('./reducer.js').AppStore} store
 */
export function allSettings(store) {
  let kept = KEPT.read();
  const rest = h('div', {});
  const element = h('details', { class: 'all-settings' }, h('summary', { onclick: () => {
    kept = element.open ? 'closed' : 'open';
    KEPT.write(kept);
  } }, 'All settings'), rest);
  const isAtFault = () => element.querySelector('[aria-invalid]') !== null;
  /** A lesson may point at any setting, and on a phone all of them stand in a sheet of their own. */
  const settle = () => {
    element.open = kept === 'open' || isNarrow() || store.get().lessons.open !== null || isAtFault();
  };
  return {
    element, rest,
    follow() {
      onWidthChange(settle);
      store.watch(({ lessons }) => [lessons.open !== null], settle);
      store.watch(({ problem, settings }) => [problem, settings], () => { if (isAtFault()) element.open = true; });
    },
  };
}
