// The panel of theory: the list of laboratories, and the one that is shown.

import './theory.css';
import { messageOf } from '../../core/errors.js';
import { lazy } from '../../lib/lazy.js';
import { sentence } from '../../lib/format.js';
import { fill, h } from '../../ui/dom.js';
import { LABS } from './labs.js';
import { startTheoryRunner } from './theory-runner.js';
import { labOf, toldNow, valuesOf } from './theory-state.js';
import { theoryStatus } from './theory-status.js';

/** @typedef {import('./theory-state.js').TheoryStore} Store */

/** What stands in it. @param {Store} store */
export function body(store) {
  startTheoryRunner(store);
  const place = h('div', {});
  /** @type {Map<string, () => Promise<import('./lab-view.js').LabView>>} */
  const views = new Map(LABS.map(({ name, load }) => [name, lazy(async () =>
    (await load()).create((values) => store.dispatch({ type: 'theory/values', values })))]));
  /** @type {import('./lab-view.js').LabView | null} */
  let shown = null;
  const update = () => {
    const state = store.get();
    const told = toldNow(state);
    shown?.update({ values: valuesOf(state.theory), result: told?.result ?? null, problem: told?.problem ?? '' });
  };
  store.watch(({ theory }) => [labOf(theory).name], ([name]) => {
    shown = null;
    void views.get(name)?.().then((view) => {
      if (labOf(store.get().theory).name !== name) return;
      shown = view;
      fill(place, view.element);
      update();
    }, (error) => fill(place, h('p', { class: 'problem' },
      `This laboratory could not be fetched: ${messageOf(error)}. Choose it again when there is a connection.`)));
  });
  store.watch((state) => [valuesOf(state.theory), toldNow(state)], update);
  return [list(store), h('div', { class: 'theory-place' }, theoryStatus(store), place)];
}

/** @param {Store} store */
function list(store) {
  const buttons = LABS.map(({ name, title, idea, needsData }) => h('button', { type: 'button',
    dataset: { lab: name }, onclick: () => store.dispatch({ type: 'theory/choose', lab: name }) },
  h('span', {}, title), h('small', {}, sentence(idea), needsData && ' On the training data.')));
  store.watch(({ theory }) => [labOf(theory).name], ([name]) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.lab === name));
  });
  return h('section', { class: 'theory-list', 'aria-label': 'Laboratories' }, h('h3', {}, 'Laboratories'),
    h('ul', {}, buttons.map((button) => h('li', {}, button))),
    h('p', { class: 'note' }, 'A laboratory computes one statement of theory. Move its handle.'));
}
