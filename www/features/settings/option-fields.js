// Controls made from a method's options as the catalogue declares them: a new option needs nothing here. Part of the
// loss panel.

import { h, fill, say } from '../../ui/dom.js';
import { checkAll, mended } from '../../core/core.js';
import { freshId, markInvalid, numberField, selectField } from '../../ui/fields.js';
import { canType, explaining, inherited, refusals } from './settings.js';

/** @typedef {import('./settings-store.js').SettingsStore} Store */
/** @typedef {import('./settings-store.js').SettingsState} State */
/** @typedef {import('../../core/protocol.js').MethodChoice} MethodChoice */
/** @typedef {import('../../core/protocol.js').MethodOption} MethodOption */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/** @typedef {{ element: HTMLElement, update: (state: State, problem: string | null) => void }} Control */

const TYPED = ' typed'; // no value of a choice begins with a blank

/**
 * @param {MethodOption} option
 * @param {MethodChoice} method
 * @param {Store} store
 * @returns {Control}
 */
export function optionControl(option, method, store) {
  /** @param {unknown} value */
  const set = (value) =>
    store.dispatch({ type: 'settings', change: /** @type {Partial<TrainingSettings>} */ ({ [option.name]: value }) });
  switch (option.kind) {
    // A component that goes leaves its options without a control.
    case 'list': return listControl(option, method,
      (value) =>
        store.dispatch({ type: 'settings', change: mended({ ...store.get().settings, [option.name]: value }) }));
    case 'choice': return choiceControl(option, set);
    default: return numberControl(option, store.get().catalog.defaults, set);
  }
}

/** @param {TrainingSettings} settings @param {MethodOption} option */
const valueOf = (settings, { name }) => settings[/** @type {keyof TrainingSettings} */ (name)];

/**
 * @param {MethodOption} option
 * @param {TrainingSettings} defaults
 * @param {(value: unknown) => void} set
 * @returns {Control}
 */
function numberControl(option, defaults, set) {
  const { label, summary, kind, minimum, maximum, default: usual } = option;
  // A setting that may be absent has the method's default, which the empty field shows.
  const optional = valueOf(defaults, option) === undefined;
  const field = numberField(label,
    { min: minimum, max: maximum, step: kind === 'integer' ? 1 : 'any',
      placeholder: optional ? usual || 'none' : undefined },
    (value) => set(value ?? (optional ? undefined : Number.NaN)));
  return {
    element: field.element,
    update: ({ settings }, problem) =>
      field.update(/** @type {number | undefined} */ (valueOf(settings, option)) ?? null, summary, { problem }),
  };
}

/**
 * @param {MethodOption} option
 * @param {(value: unknown) => void} set
 * @returns {Control}
 */
function choiceControl(option, set) {
  const { label, summary, name, choices } = option;
  let typing = false;
  let value = '';
  const field = selectField(label, (wanted) => {
    typing = wanted === TYPED;
    set(typing ? value : wanted);
  });
  const id = freshId('typed');
  const text = h('input',
    { id, type: 'text', spellcheck: false, autocomplete: 'off', 'aria-describedby': field.note.id,
      oninput: () => set(text.value.trim()) });
  const typed = h('div', { class: 'field' }, h('label', { htmlFor: id }, `${label}, typed`), text);
  const element = h('div', { class: 'group-choice' }, field.element, canType(option) && typed);
  // What explains the choice stands below both.
  element.append(field.note);
  return {
    element,
    update({ settings, catalog }, problem) {
      value = String(valueOf(settings, option) ?? '');
      const own = canType(option) && (typing || !choices.some((choice) => choice.name === value));
      const refused = refusals(checkAll, settings, catalog.defaults, name, choices.map((choice) => choice.name));
      const options = choices.map((choice, at) => ({ value: choice.name, text: choice.label, refused: refused[at] }));
      const now = explaining(option, value);
      field.update(canType(option) ? [...options, { value: TYPED, text: 'typed', refused: null }] : options,
        own ? TYPED : value, now ? { ...now, summary: now.summary || summary } : { summary }, problem);
      typed.hidden = !own;
      if (text.value.trim() !== value) text.value = value;
      markInvalid(text, own && Boolean(problem));
    },
  };
}

/**
 * @param {MethodOption} option
 * @param {MethodChoice} method
 * @param {(value: unknown) => void} set
 * @returns {Control}
 */
function listControl(option, method, set) {
  const { label, summary, choices } = option;
  const id = freshId('list');
  const boxes = choices.map((choice) => {
    const input = h('input',
      { type: 'checkbox', onchange: () => set(boxes.filter((box) => box.input.checked).map(
            (box) => box.choice.name)) });
    return { choice, input,
      element: h('label', { class: 'check', title: choice.summary || undefined }, input, choice.label) };
  });
  const note = h('div', { class: 'note', id: `${id}-note` });
  const element = h('fieldset', { class: 'field checks', 'aria-describedby': note.id }, h('legend', {}, label),
    h('div', { class: 'pair tight' }, boxes.map((box) => box.element)), note);
  const about = h('span', {});
  const more = h('span', {});
  const wrong = h('span', { class: 'problem' });
  fill(note, about, more, wrong);
  return {
    element,
    update({ settings, catalog }, problem) {
      const chosen = /** @type {string[]} */ (valueOf(settings, option) ?? []);
      for (const { choice, input } of boxes) input.checked = chosen.includes(choice.name);
      say(about, summary);
      const unusual = inherited(catalog, method, settings, chosen);
      say(more, unusual.length ? `As set at the methods themselves: ${unusual.join(', ')}.` : '');
      say(wrong, problem ?? '');
    },
  };
}
