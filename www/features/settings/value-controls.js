// Controls of one value: a number, or a choice of a menu. They know where their value is from a `Place`.

import { h } from '../../ui/dom.js';
import { freshId, markInvalid, numberField, selectField } from '../../ui/fields.js';
import { canType, explaining } from './settings.js';

/** @typedef {import('./settings-store.js').SettingsState} State */
/** @typedef {import('../../core/protocol.js').MethodOption} MethodOption */

/** @typedef {{ element: HTMLElement, update: (state: State, problem: string | null) => void }} Control */

/**
 * Where a control finds its value, and what it does with a new one.
 * @typedef {object} Place
 * @property {(state: State) => string} [name] the accessible name, where the label alone would not be unique
 * @property {(state: State) => unknown} value undefined where it is absent
 * @property {(value: unknown) => void} set undefined makes the value absent
 * @property {(state: State, values: string[]) => (string | null)[]} refused why each choice cannot be chosen, or null
 * @property {((state: State) => string) | null} ifAbsent what an empty field stands for; null where a number is needed
 */

const TYPED = ' typed'; // no value of a choice begins with a blank

/**
 * @param {MethodOption} option
 * @param {Place} place
 * @returns {Control}
 */
export function numberControl({ label, summary, kind, minimum, maximum }, { name, value, set, ifAbsent }) {
  const field = numberField(label, { min: minimum, max: maximum, step: kind === 'integer' ? 1 : 'any' },
    (typed) => set(typed ?? (ifAbsent ? undefined : Number.NaN)));
  return {
    element: field.element,
    update(state, problem) {
      if (name) field.input.setAttribute('aria-label', name(state));
      if (ifAbsent) field.input.placeholder = ifAbsent(state);
      field.update(/** @type {number | undefined} */ (value(state)) ?? null, summary, { problem });
    },
  };
}

/**
 * @param {MethodOption} option
 * @param {Place} place
 * @returns {Control}
 */
export function choiceControl(option, { name, value: ofState, set, refused: refusedIn }) {
  const { label, summary, choices } = option;
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
    update(state, problem) {
      if (name) {
        field.select.setAttribute('aria-label', name(state));
        text.setAttribute('aria-label', `${name(state)}, typed`);
      }
      value = String(ofState(state) ?? '');
      const own = canType(option) && (typing || !choices.some((choice) => choice.name === value));
      const refused = refusedIn(state, choices.map((choice) => choice.name));
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
