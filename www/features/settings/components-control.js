// The components of a combination: a box for each method, and below a line for each component, which opens its own
// options. Part of the loss panel.

import { checkAll, mended } from '../../core/core.js';
import { sentence } from '../../lib/format.js';
import { h, fill, say } from '../../ui/dom.js';
import { freshId } from '../../ui/fields.js';
import { handOn } from '../../ui/focus.js';
import {
  componentLabel, inherited, ownOptions, parseComponent, problemWith, ticked, valueFor, withAnother, withOwn,
} from './components.js';
import { methodLabel, refusals } from './settings.js';
import { choiceControl, numberControl } from './value-controls.js';

/** @typedef {import('./settings-store.js').SettingsStore} Store */
/** @typedef {import('./settings-store.js').SettingsState} State */
/** @typedef {import('./value-controls.js').Control} Control */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */
/** @typedef {import('../../core/protocol.js').MethodOption} MethodOption */

/**
 * @param {MethodOption} option the list of components
 * @param {MethodChoice} method the combination
 * @param {Store} store
 * @returns {Control}
 */
export function componentsControl(option, method, store) {
  const { label, summary, choices } = option;
  const menu = choices.map(({ name }) => name);
  const list = () => store.get().settings.components;
  // A component that goes leaves its options without a control.
  const set = (/** @type {string[]} */ components) =>
    store.dispatch({ type: 'settings', change: mended({ ...store.get().settings, components }) });
  const id = freshId('list');
  const boxes = choices.map((choice) => {
    const input = h('input',
      { type: 'checkbox', onchange: () => set(ticked(menu, list(), choice.name, input.checked)) });
    return { choice, input,
      element: h('label', { class: 'check', title: choice.summary || undefined }, input, choice.label) };
  });
  const note = h('div', { class: 'note', id: `${id}-note` });
  const lines = h('div', { class: 'component-lines' });
  const element = h('fieldset', { class: 'field checks', 'aria-describedby': note.id }, h('legend', {}, label),
    h('div', { class: 'pair tight' }, boxes.map((box) => box.element)), note, lines);
  const about = h('span', {});
  const more = h('span', {});
  const wrong = h('span', { class: 'problem' });
  fill(note, about, more, wrong);

  /** @type {Line[]} */
  let rows = [];
  /** @param {number} place of a component @param {(components: string[]) => string[]} change */
  const changeList = (place, change) => {
    const heir = () => (rows[place] ?? rows.at(-1))?.summary ?? boxes[0].input;
    handOn(lines, () => set(change(list())), heir);
  };
  const actions = {
    set: (/** @type {number} */ place, /** @type {string} */ text) => set(list().with(place, text)),
    add(/** @type {number} */ place) {
      changeList(place + 1, () => withAnother(store.get().catalog, store.get().settings, place));
      const line = rows[place + 1];
      if (line) open(line);
    },
    remove: (/** @type {number} */ place) => changeList(place, (components) => components.toSpliced(place, 1)),
  };
  return {
    element,
    update(state, problem) {
      const { settings, catalog } = state;
      const names = settings.components.map((text) => parseComponent(text).method);
      for (const { choice, input } of boxes) input.checked = names.includes(choice.name);
      if (rows.map((row) => row.method).join() !== names.join()) {
        const before = [...rows];
        rows = names.map((name) => {
          const at = before.findIndex((row) => row.method === name);
          return at < 0 ? componentLine(name, store, actions) : before.splice(at, 1)[0];
        });
        fill(lines, rows.map((row) => row.element));
      }
      rows.forEach((row, place) => row.update(state, place, problem));
      say(about, summary);
      const unusual = inherited(catalog, method, settings, settings.components);
      say(more, unusual.length ? `As set at the methods themselves: ${unusual.join(', ')}.` : '');
      say(wrong, problem ? sentence(problem) : '');
    },
  };
}

/**
 * @typedef {{ method: string, element: HTMLDetailsElement, summary: HTMLElement,
 *   update: (state: State, place: number, problem: string | null) => void }} Line
 */
/**
 * @typedef {{ set: (place: number, text: string) => void, add: (place: number) => void,
 *   remove: (place: number) => void }} Actions
 */

/** Opens a line and moves the focus to it. @param {Line} line */
function open({ element, summary }) {
  element.open = true;
  summary.focus();
}

/**
 * A component in one line, which opens its options. The controls are made when it first opens.
 * @param {string} method
 * @param {Store} store
 * @param {Actions} actions
 * @returns {Line}
 */
function componentLine(method, store, actions) {
  let place = 0;
  /** @type {string | null} */
  let problem = null;
  const summary = h('summary', {});
  const body = h('div', { class: 'panel-body' });
  const element = h('details', { class: 'component', ontoggle: () => show() }, summary, body);
  const add = h('button', { type: 'button', class: 'quiet', onclick: () => actions.add(place) }, 'Add another');
  const remove = h('button', { type: 'button', class: 'quiet', onclick: () => actions.remove(place) }, 'Remove');
  /** @type {{ option: MethodOption, control: Control }[]} */
  let controls = [];
  /** The places of the components of this method. @param {State} state */
  const alike = ({ settings }) =>
    settings.components.flatMap((text, at) => (parseComponent(text).method === method ? [at] : []));
  /** @param {State} state */
  function nameIn(state) {
    const places = alike(state);
    return methodLabel(state.catalog, method) + (places.length > 1 ? `, ${places.indexOf(place) + 1}` : '');
  }

  function show() {
    const state = store.get();
    if (!element.open && !controls.length) return;
    if (!controls.length) {
      controls = ownOptions(state.catalog, method).map((option) =>
        ({ option, control: controlOf(option) }));
      fill(body, controls.map(({ control }) => control.element), h('div', { class: 'component-buttons' }, add, remove));
    }
    const text = state.settings.components[place];
    if (text === undefined) return;
    for (const { option, control } of controls) control.update(state, problemWith(problem, text, option.name));
  }

  /** @param {MethodOption} option */
  function controlOf(option) {
    const key = option.name;
    const name = (/** @type {State} */ state) => `${option.label} of ${nameIn(state)}`;
    const textOf = (/** @type {State} */ { settings }) => settings.components[place] ?? method;
    const shared = (/** @type {State} */ { settings }) => valueFor(method, key, settings);
    const own = (/** @type {State} */ state) => parseComponent(textOf(state)).own.get(key);
    const change = (/** @type {string | null} */ value) => {
      const state = store.get();
      actions.set(place, withOwn(state.catalog, textOf(state), key, value));
    };
    if (option.kind !== 'choice') {
      return numberControl(option, {
        name,
        value: (state) => (own(state) === undefined ? undefined : Number(own(state))),
        set: (value) => change(value === undefined ? null : String(value)),
        refused: () => [],
        ifAbsent: (state) => shared(state) ?? (option.default || 'none'),
      });
    }
    return choiceControl(option, {
      name,
      value: (state) => own(state) ?? shared(state),
      // The shared value needs no option.
      set: (value) => change(value === shared(store.get()) ? null : String(value)),
      refused: (state, values) => {
        const { settings, catalog } = state;
        const lists = values.map((value) =>
          settings.components.with(place, withOwn(catalog, textOf(state), key, value)).join(','));
        return refusals(checkAll, settings, catalog.defaults, 'components', lists);
      },
      ifAbsent: null,
    });
  }

  return {
    method, element, summary,
    update(state, at, fault) {
      [place, problem] = [at, fault];
      const text = state.settings.components[place];
      say(summary, componentLabel(state.catalog, text));
      // The box above removes the only component of its method.
      remove.hidden = alike(state).length < 2;
      show();
    },
  };
}
