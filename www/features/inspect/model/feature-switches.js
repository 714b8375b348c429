// Switches that leave features out of the next training: one beside each weight, and a list of all features. Part of
// the panel of the weights.

import { allFeatures, offText, pictureOf, placeInData } from '../../data/data-state.js';
import { count } from '../../../lib/format.js';
import { fill, h } from '../../../ui/dom.js';
import { lineWithButton } from '../../../ui/line-with-button.js';
import { featureName, placeName } from './weight-names.js';

/** @typedef {import('./model-state.js').ModelStore} Store */
/** @typedef {import('./model-state.js').ModelState} State */

const MOST = 500; // features that are listed

/** The study that leaves out one feature at a time. */
const STUDY = 'one-feature-less';

/**
 * Returns the name of a feature of the run, with its switch; of a landmark, the name alone.
 * @param {Store} store @param {number} at from 0 @param {string} [name]
 */
export function switchedName(store, at, name = featureName(store.get(), at)) {
  const state = store.get();
  const title = `${name}, index ${at + 1}`;
  // A weight of a map belongs to several features, or to none.
  if (state.snapshot?.columns?.kind || pictureOf(state.data)) return h('span', { class: 'feature', title }, name);
  return h('label', { class: 'feature', title }, switchOf(store, placeInData(state.data, at) + 1, name),
    h('span', {}, name));
}

/** @param {Store} store @param {number} number of the feature in the data, from 1 @param {string} name */
function switchOf(store, number, name) {
  const input = h('input', { type: 'checkbox', role: 'switch', 'aria-label': `Use ${name}`,
    dataset: { feature: String(number) }, checked: !store.get().without.includes(number), onchange: () => {
      const others = store.get().without.filter((one) => one !== number);
      store.dispatch({ type: 'leave out', without: input.checked ? others : [...others, number] });
      // The last feature stays on.
      input.checked = !store.get().without.includes(number);
    } });
  return input;
}

/**
 * Draws anew what has switches; the one with the focus keeps the focus.
 * @param {HTMLElement} root @param {() => void} draw
 */
export function keepingSwitch(root, draw) {
  const focused = document.activeElement;
  const number = focused instanceof HTMLElement && root.contains(focused) ? focused.dataset.feature : undefined;
  draw();
  const again = number && root.querySelector(`[data-feature="${number}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * Returns what stands above the weights, and what stands below them.
 * @param {HTMLElement} root the panel, whose switches follow the state
 * @param {Store} store
 */
export function featureSwitches(root, store) {
  const list = h('div', { class: 'feature-list' });
  const summary = h('summary', {}, 'Features of the next training');
  const all = h('details', { class: 'more', ontoggle: () => write() }, summary, list);
  const off = lineWithButton('features-off', 'Switch all on', () => store.dispatch({ type: 'leave out', without: [] }),
    () => summary);
  off.element.setAttribute('aria-live', 'polite');
  const study = h('button', { type: 'button', class: 'quiet study-link',
    title: 'A study that leaves out one feature at a time',
    onclick: () => {
      store.dispatch({ type: 'study/set', change: { linked: STUDY } });
      store.dispatch({ type: 'panel', panel: 'study', open: true });
    } }, 'Study: one feature less');

  // A closed list is not updated.
  function write() {
    const state = store.get();
    if (!all.open || !state.data) return;
    const { features } = allFeatures(state.data);
    const shown = Array.from({ length: Math.min(features, MOST) }, (_, place) => place);
    keepingSwitch(list, () => fill(list,
      shown.map((place) => {
        const name = placeName(state, place);
        return h('label', { class: 'check', title: name }, switchOf(store, place + 1, name), h('span', {}, name));
      }),
      features > MOST && h('p', { class: 'muted' }, `The first ${count(MOST)} of ${count(features)}.`)));
  }
  store.watch(({ data, model }) => [data, model.names], write);
  store.watch(({ data, without }) => [without, data], ([without]) => {
    off.update(offText(store.get()), without.length > 0);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll('input[data-feature]'))) {
      input.checked = !without.includes(Number(input.dataset.feature));
    }
  });
  return { off: off.element, below: [all, study] };
}
