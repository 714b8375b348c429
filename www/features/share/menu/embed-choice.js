// The choice of what is embedded: the whole page, the open lesson, or one picture.

import { h, say } from '../../../ui/dom.js';
import { freshId, selectField } from '../../../ui/fields.js';
import { TOO_LONG, tooLong } from './link-words.js';

/** @typedef {import('./sharing.js').ShareStore} Store */
/** @typedef {import('./sharing.js').Sharing} Sharing */
/** @typedef {import('./embed-code.js').Shown} Shown */

/** @param {Store} store @param {Sharing} sharing @param {() => void} changed */
export function embedChoice(store, { words: linked, opening, pictures }, changed) {
  let choice = 'page';
  let picture = '';
  /** The pictures that there are now. @type {{ id: string, title: string }[]} */
  let offered = [];
  const name = freshId('embedded');
  const choices = ['page', 'lesson', 'picture'].map((value) => {
    const input = h('input', { type: 'radio', name, value, onchange: () => {
      choice = value;
      changed();
    } });
    const words = h('span', {});
    return { input, words, element: h('label', { class: 'check' }, input, words) };
  });
  const which = selectField('Picture', (id) => {
    [choice, picture] = ['picture', id];
    changed();
  });

  /** Draws the choices that there are now. */
  function draw() {
    const { open } = store.get().lessons;
    const texts = [open ? 'The whole page, as it begins' : 'The whole page, as it is now',
      open ? `This lesson: ${open.lesson.title}, step ${open.step + 1}` : 'A lesson (open one first)',
      offered.length ? 'One picture, with a caption' : 'One picture (train first)'];
    const refused = [false, !open, !offered.length];
    choices.forEach(({ input, words }, at) => {
      input.checked = input.value === choice;
      input.disabled = refused[at];
      say(words, texts[at]);
    });
    which.element.hidden = !offered.length;
    which.update(offered.map(({ id, title }) => ({ value: id, text: title })), picture, null);
  }

  return {
    element: h('fieldset', {}, h('legend', {}, 'What the other page shows'), choices.map(({ element }) => element),
      which.element),
    draw,
    /** Takes the lesson that is open now, and the pictures that there are. */
    async begin() {
      const { open } = store.get().lessons;
      offered = await pictures();
      if (!offered.some(({ id }) => id === picture)) picture = offered[0]?.id ?? '';
      if (open && choice === 'page') choice = 'lesson';
      if ((!open && choice === 'lesson') || (!offered.length && choice === 'picture')) choice = 'page';
    },
    /** Returns what is chosen, or why it cannot be embedded. @returns {Shown | string} */
    shown() {
      const state = store.get();
      const { open } = state.lessons;
      // With a lesson open, the page is embedded as it begins.
      if (choice === 'page' && open) return { fragment: opening, picture: null, title: 'the whole page' };
      if (tooLong(state)) return TOO_LONG;
      const fragment = linked();
      if (choice === 'picture') {
        return { fragment, picture, title: offered.find(({ id }) => id === picture)?.title ?? picture };
      }
      return { fragment, picture: null, title: open?.lesson.title ?? 'the whole page' };
    },
  };
}
