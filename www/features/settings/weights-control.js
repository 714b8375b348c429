// Typed weights: the text, and a slider for each of its features. Part of the loss panel.

import './weights-control.css';

import { h, fill } from '../../ui/dom.js';
import { freshId } from '../../ui/fields.js';
import { significant } from '../../lib/format.js';
import { sliderEnd, typedWeights, weightsText, withFeature, withWeight, withoutFeature } from './typed-weights.js';

/** @typedef {import('./settings-store.js').SettingsState} State */
/** @typedef {import('./settings-store.js').SettingsStore} Store */
/** @typedef {import('./typed-weights.js').TypedWeight} TypedWeight */
/** @typedef {import('./value-controls.js').Control} Control */

/** Features that the menu offers; further ones can be typed. */
const MOST_OFFERED = 1000;

/** @param {Control} text the control of the text @param {Store} store @returns {Control} */
export function weightsControl(text, store) {
  /** @type {TypedWeight[]} */
  let list = [];
  /** @param {TypedWeight[]} next */
  const set = (next) => store.dispatch({ type: 'settings', change: { weights: weightsText(next) } });
  const rows = h('div', { class: 'weight-sliders' });
  const id = freshId('feature');
  const menu = h('select', { id, onchange: () => menu.value && set(withFeature(list, menu.value)) });
  const element = h('div', { class: 'group-choice weights-control' }, text.element, rows,
    h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Add a feature'), h('div', { class: 'select' }, menu)));
  /** @type {ReturnType<typeof sliderRow>[]} */
  let sliders = [];
  let offered = '';
  return {
    element,
    update(state, problem) {
      text.update(state, problem);
      list = typedWeights(state.settings.weights);
      const names = namesOf(state);
      const nameOf = (/** @type {string} */ feature) => names[Number(feature) - 1] ?? `feature ${feature}`;
      if (sliders.length !== list.length) {
        sliders = list.map((_, at) => sliderRow((weight) => set(withWeight(list, at, weight)),
          () => set(withoutFeature(list, at))));
        fill(rows, sliders.map((row) => row.element));
      }
      const end = sliderEnd(list);
      for (const [at, row] of sliders.entries()) row.update(nameOf(list[at].feature), list[at].weight, end);
      const free = names.flatMap((name, at) => {
        const number = String(at + 1);
        const isFree = !list.some(({ feature }) => feature === number || feature === name);
        return isFree ? [{ number, name: name ?? `feature ${number}` }] : [];
      });
      const key = JSON.stringify(free);
      if (key !== offered) {
        offered = key;
        fill(menu, h('option', { value: '' }, 'choose'),
          free.slice(0, MOST_OFFERED).map(({ number, name }) => h('option', { value: number }, name)));
      }
      menu.value = '';
      menu.disabled = free.length === 0;
    },
  };
}

/** @param {(weight: number) => void} set @param {() => void} remove */
function sliderRow(set, remove) {
  const id = freshId('weight');
  const label = h('label', { htmlFor: id });
  const output = h('output', { htmlFor: id });
  const input = h('input', { type: 'range', id, oninput: () => set(input.valueAsNumber) });
  const close = h('button', { type: 'button', class: 'quiet', onclick: remove }, '×');
  return {
    element: h('div', { class: 'weight-slider' }, label, output, close, input),
    /** @param {string} name @param {number} weight @param {number} end */
    update(name, weight, end) {
      fill(label, name);
      const [min, max, step] = [-end, end, end / 50].map(String);
      if (input.max !== max) Object.assign(input, { min, max, step });
      if (input.valueAsNumber !== weight) input.value = String(weight);
      input.style.setProperty('--done', `${(100 * (weight + end)) / (2 * end)}%`);
      fill(output, significant(weight));
      close.setAttribute('aria-label', `Remove ${name}`);
    },
  };
}

/** The names of the training features, undefined for those without. @param {State} state */
function namesOf({ data }) {
  const { features = 0, feature_names: names = [] } = data?.summaries.train ?? {};
  return Array.from({ length: features }, (_, at) => names[at] ?? undefined);
}
