// The picture of the stage: fetches what the step names, and hands it the step and the state.

import { messageOf } from '../../../../core/errors.js';
import { fill, h, say } from '../../../../ui/dom.js';
import { isCalm } from '../../../../ui/media.js';
import { isRevealed } from '../lesson-state.js';
import { stateAt } from '../step-state.js';
import { PICTURES } from './picture-list.js';

/** @typedef {import('../lesson-state.js').LessonsStore} Store */
/** @typedef {import('./picture.js').Picture} Picture */

/** @param {Store} store */
export function mountPictures(store) {
  const spoken = h('p', { class: 'hidden', 'aria-live': 'polite' });
  const place = h('div', { class: 'stage-place' });
  const again = h('button', { type: 'button', class: 'show-again', hidden: true,
    onclick: () => picture?.again?.() }, 'Show again');
  const region = h('section', { class: 'stage-picture', 'aria-label': 'Stage', hidden: true }, place, again, spoken);
  document.getElementById('main')?.prepend(region);

  /** The name of the picture that is shown or being fetched. @type {string | null} */
  let shown = null;
  /** @type {Picture | null} */
  let picture = null;

  function clear() {
    picture?.end?.();
    picture = null;
    fill(place);
    again.hidden = true;
  }

  /** @param {string} name */
  async function fetchPicture(name) {
    try {
      const { create } = await PICTURES[name]();
      if (shown !== name || picture) return;
      picture = create({ store, announce: (words) => say(spoken, words) });
      fill(place, picture.element);
      update();
    } catch (error) {
      if (shown !== name) return;
      shown = null;
      fill(place, h('p', { class: 'problem' }, `The picture could not be shown: ${messageOf(error)}. Go back a step `
        + 'and on again when there is a connection.'));
    }
  }

  function update() {
    const state = store.get();
    const { open } = state.lessons;
    const step = open?.lesson.steps[open.step];
    const name = step?.picture ?? null;
    region.hidden = name === null;
    document.body.classList.toggle('with-picture', name !== null);
    if (name !== shown) {
      clear();
      shown = name;
      if (name !== null) void fetchPicture(name);
    }
    if (!picture || !open || !step) return;
    const { data } = stateAt(open.lesson, open.step, open.answers[open.step] !== undefined);
    picture.update({ open, step, state, show: step.show ?? [], lines: Array.isArray(data) ? data : null,
      ready: open.phase === 'there', revealed: isRevealed(open) });
    // With reduced motion there is nothing to repeat.
    again.hidden = isCalm() || !picture.again || picture.canRepeat?.() === false;
  }
  store.watch((state) => [state.lessons.open, state.snapshot, state.run], update);
}
