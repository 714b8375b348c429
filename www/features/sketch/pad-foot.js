// Below the pad: how it is used, buttons that add and remove documents without a pointer, and what an edit refused.

import { h, say } from '../../ui/dom.js';
import { add, frameOf, freePlace, remove, shownDocuments } from './sketch-edits.js';

/** @param {import('./sketch-state.js').SketchStore} store */
export function padFoot(store) {
  /** @param {Partial<import('./sketch-state.js').SketchView>} change */
  const set = (change) => store.dispatch({ type: 'sketch/set', change });
  const more = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Add document', onclick: () => {
    const { sketch } = store.get();
    const { x, y } = freePlace(shownDocuments(sketch), frameOf(sketch));
    set(add(sketch, x, y));
  } }, 'Add');
  const less = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Remove document', onclick: () => {
    const { sketch } = store.get();
    if (sketch.chosen !== null) set(remove(sketch, sketch.chosen));
  } }, 'Remove');
  const hint = h('p', { class: 'pad-hint' }, 'Click adds · drag moves · digits grade · Delete removes');
  const note = h('p', { class: 'problem sketch-note', 'aria-live': 'polite' });
  store.watch(({ sketch }) => [sketch], ([{ chosen, note: told, pad, query }]) => {
    less.disabled = chosen === null || !shownDocuments({ pad, query })[chosen];
    hint.hidden = told !== '';
    say(note, told);
  });
  return h('div', { class: 'sketch-foot' }, hint, note, more, less);
}
