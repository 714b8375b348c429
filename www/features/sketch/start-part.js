// The starts of the sketch pad: large buttons while it is empty, one line of buttons afterwards.

import { h, say } from '../../ui/dom.js';
import { PRESETS } from './presets.js';
import { start } from './sketch-edits.js';

/** @param {import('./sketch-state.js').SketchStore} store */
export function startPart(store) {
  const buttons = PRESETS.map(({ name, title, sees }) => h('button', {
    type: 'button', class: 'sketch-start', dataset: { preset: name },
    onclick: () => store.dispatch({ type: 'sketch/set', change: start(store.get().sketch, name) }),
  }, h('b', {}, title), h('span', { class: 'sees' }, sees)));
  const sees = h('p', { class: 'sketch-sees' });
  const intro = h('p', {}, 'Place a few documents, grade them, and watch training follow. The documents become the '
    + 'data of the page. Choose a start:');
  const elsewhere = h('p', { class: 'sketch-elsewhere' });
  const element = h('div', { class: 'sketch-starts' }, intro,
    h('div', { class: 'sketch-choices', role: 'group', 'aria-label': 'Start from' }, buttons), sees, elsewhere);
  store.watch(({ sketch }) => [sketch.pad === null, sketch.preset, sketch.elsewhere], ([isEmpty, preset, other]) => {
    element.classList.toggle('is-empty', isEmpty);
    intro.hidden = !isEmpty;
    sees.hidden = elsewhere.hidden = isEmpty;
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset.preset === preset));
      button.title = isEmpty ? '' : PRESETS.find(({ name }) => name === button.dataset.preset)?.sees ?? '';
    }
    say(sees, PRESETS.find(({ name }) => name === preset)?.sees ?? 'These are the data of the page.');
    say(elsewhere, other ? `The page now has other data: ${other}. The next change of the pad makes it the data again.`
      : '');
  });
  return element;
}
