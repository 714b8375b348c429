// The decay profile drawn, typed or moved by keys, what is wrong with it, and what it would do. Part of the loss panel.

import './decay-editor.css';
import { mendedDecay } from '../../core/core.js';
import { sentence } from '../../lib/format.js';
import { h, say } from '../../ui/dom.js';
import { freshId, markInvalid } from '../../ui/fields.js';
import { DecayPlot } from './decay-plot.js';
import { DECAY_PROFILE, previewPart } from './decay-preview.js';
import { MOST, listDecay, listValues, resized } from './decay-values.js';
import { listText } from './settings.js';

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/** @param {import('./settings-store.js').SettingsStore} store */
export function decayEditor(store) {
  /** @param {string} decay */
  const set = (decay) => store.dispatch({ type: 'settings', change: { decay } });
  // Typed values beyond those that are drawn stay.
  const put = (/** @type {number[]} */ drawn) =>
    set(listDecay(drawn.concat(listValues(store.get().settings.decay).slice(MOST))));
  let frame = 0; // in which what is drawn becomes the setting
  const plot = new DecayPlot(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      put(plot.values);
    });
  });
  const typed = typedList(store, set);
  const length = lengthControls((by) => put(resized(plot.values, by)));
  const preview = previewPart(store, DECAY_PROFILE);
  const element = h('div', { class: 'decay-editor' }, plot.element, length.element, typed.element, preview);
  return {
    element,
    /** @param {TrainingSettings} settings @param {string | null} problem */
    update(settings, problem) {
      typed.update(settings, problem);
      plot.update(frame ? null : listValues(settings.decay).slice(0, MOST), Boolean(problem));
      length.update(plot.values.length, settings.decay.slice(5).split(',').length);
    },
  };
}

/** How many ranks are drawn, with buttons for more and fewer. @param {(by: 1 | -1) => void} resize */
function lengthControls(resize) {
  /** @param {string} label @param {string} text @param {1 | -1} by */
  const button = (label, text, by) => h('button', {
    type: 'button', class: 'square', 'aria-label': label, title: label, onclick: () => resize(by),
  }, text);
  const fewer = button('Fewer ranks', '−', -1);
  const more = button('More ranks', '+', 1);
  const hint = h('p', { class: 'muted' });
  return {
    element: h('div', { class: 'draw-line' }, hint, fewer, more),
    /** @param {number} drawn @param {number} typed */
    update(drawn, typed) {
      say(hint, typed > MOST ? `The first ${MOST} of ${typed} ranks` : `Ranks 1–${drawn}; 0 behind`);
      fewer.disabled = drawn < 2;
      more.disabled = drawn >= MOST;
    },
  };
}

/**
 * The values as text, and what is wrong with them.
 * @param {import('./settings-store.js').SettingsStore} store
 * @param {(decay: string) => void} set
 */
function typedList(store, set) {
  const id = freshId('list');
  const input = h('input', {
    id, type: 'text', spellcheck: false, autocomplete: 'off', 'aria-describedby': `${id}-note`,
    oninput: () => set(listText(input.value)),
  });
  const problemNote = h('span', { class: 'problem', 'aria-live': 'polite' });
  const note = h('div', { class: 'note', id: `${id}-note` }, problemNote);
  const mend = h('button', { type: 'button', onclick: () => {
    const mended = mendedDecay(store.get().settings.decay);
    if (mended) set(mended);
    input.focus();
  } }, 'Make it non-increasing');
  return {
    element: h('div',
      { class: 'field' }, h('label', { htmlFor: id }, 'Values of c, from rank 1 on'), input, note, mend),
    /** @param {TrainingSettings} settings @param {string | null} problem */
    update({ decay }, problem) {
      if (listText(input.value) !== decay) input.value = decay.slice(5);
      markInvalid(input, Boolean(problem));
      say(problemNote, problem ? sentence(problem.replace(/^decay: /, '')) : '');
      mend.hidden = !problem || !mendedDecay(decay);
    },
  };
}
