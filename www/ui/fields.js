// Labelled controls with a note below that explains the choice or its fault. They know no state.

import { h, fill, say } from './dom.js';
import { sentence } from '../lib/format.js';
import { formula } from './formula.js';
import { explainLabel } from './term.js';

let next = 0;
/** @param {string} prefix */
export function freshId(prefix) {
  next += 1;
  return `${prefix}-${next}`;
}

/**
 * Sets or removes the mark of a fault. Browsers require the value "true".
 * @param {Element} control
 * @param {boolean} wrong
 */
export function markInvalid(control, wrong) {
  if (wrong) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

/**
 * @typedef {{ value: string, text: string, group?: string, refused?: string | null }} Option
 * `group`: what neighbours have in common, as a heading. `refused`: why the option cannot be chosen.
 */

/**
 * The explanation of a choice: its formula and one plain line.
 * @typedef {{ formula?: string, summary?: string, source?: string }} Explanation
 */

/**
 * @param {string} label
 * @param {(value: string) => void} choose
 * @param {HTMLElement} [details] takes the formula and the reasons of refused options, which then leave the note
 * @param {boolean} [brief] whether `details` takes the summary too, so that the note holds problems only
 */
export function selectField(label, choose, details, brief = false) {
  const id = freshId('field');
  const select = h('select', { id, 'aria-describedby': `${id}-note`, onchange: () => choose(select.value) });
  const note = h('div', { class: 'note', id: `${id}-note` });
  const element = h('div', { class: 'field' }, explainLabel(h('label', { htmlFor: id }, label), label),
    h('div', { class: 'select' }, select), note);
  let filledWith = '';
  return {
    element, select, note,
    /**
     * @param {Option[]} options
     * @param {string} value
     * @param {Explanation | null} explanation
     * @param {string | null} [problem]
     */
    update(options, value, explanation, problem) {
      const wanted = JSON.stringify(options);
      if (wanted !== filledWith) {
        filledWith = wanted;
        fill(select,
          grouped(options).flatMap(([group, members]) => {
            const elements = members.map(
              (option) => h('option', { value: option.value, disabled: Boolean(option.refused) }, option.text));
            return group === undefined ? elements : [h('optgroup', { label: group }, elements)];
          }));
      }
      select.value = value;
      markInvalid(select, Boolean(problem));
      const refused = options.filter((option) => option.refused);
      const written = explanation?.formula
        && h('span', { class: 'formula', title: explanation.source ?? '' }, formula(explanation.formula));
      const reasons = refused.map((option) =>
          h('span', { class: 'refused' }, `Not offered: ${option.text}. ${sentence(option.refused ?? '')}`));
      const summary = explanation?.summary && h('span', {}, explanation.summary);
      if (details) fill(details, written, brief && summary, reasons);
      const told = problem && h('span', { class: 'problem' }, sentence(problem));
      fill(note, !details && written, !brief && summary, told, details ? null : reasons);
    },
  };
}

/** Neighbours of the same group together. @param {Option[]} options */
function grouped(options) {
  /** @type {[string | undefined, Option[]][]} */
  const groups = [];
  for (const option of options) {
    const last = groups[groups.length - 1];
    if (last && last[0] === option.group) last[1].push(option);
    else groups.push([option.group, [option]]);
  }
  return groups;
}

/**
 * A number input. `null` is an empty input.
 * @param {string} label
 * @param {{ min?: number, max?: number, step?: number | 'any', placeholder?: string, unit?: string }} limits
 * @param {(value: number | null) => void} choose
 */
export function numberField(label, limits, choose) {
  const id = freshId('field');
  const { unit, ...rest } = limits;
  const input = h('input',
    { id, type: 'number', inputMode: 'decimal', step: 'any', ...rest, 'aria-describedby': `${id}-note`,
      oninput: () => choose(input.value === '' ? null : input.valueAsNumber) });
  const note = h('div', { class: 'note', id: `${id}-note` });
  const caption = explainLabel(h('label', { htmlFor: id }, label), label);
  const element = h('div', { class: 'field' }, caption,
    h('div', { class: unit ? 'input with-unit' : 'input' }, input,
      unit && h('span', { class: 'unit', 'aria-hidden': 'true' }, unit)), note);
  return {
    element, input, note, label: caption,
    /**
     * @param {number | null} value
     * @param {string} text
     * @param {{ problem?: string | null, disabled?: boolean }} [state]
     */
    update(value, text, state = {}) {
      // The text being typed is not changed.
      const typed = input.value === '' ? null : input.valueAsNumber;
      if (!Object.is(typed, value) && !(value !== null && Number.isNaN(value))) {
        input.value = value === null ? '' : String(value);
      }
      input.disabled = Boolean(state.disabled);
      markInvalid(input, Boolean(state.problem));
      note.classList.toggle('problem', Boolean(state.problem));
      say(note, state.problem ? sentence(state.problem) : text);
    },
  };
}

/**
 * A group of settings in the rail.
 * @param {string} id of the section, by which lessons and links leave it out
 * @param {string} title
 * @param {...import('./dom.js').Child} children
 */
export function panel(id, title, ...children) {
  return h('section', { class: 'panel', id: `settings-${id}` }, h('h2', {}, title),
    h('div', { class: 'panel-body' }, children));
}

/**
 * What a group has behind *All settings*.
 * @param {string} id of its section
 * @param {...import('./dom.js').Child} children
 */
export function restOf(id, ...children) {
  return h('section', { class: 'panel', id: `settings-${id}-more` }, h('div', { class: 'panel-body' }, children));
}

/**
 * Settings behind a link that opens them in place. They open by themselves when one of them is at fault.
 * @param {string} title
 * @param {...import('./dom.js').Child} children
 */
export function moreSettings(title, ...children) {
  const element = h('details', { class: 'more' }, h('summary', {}, title), h('div', { class: 'panel-body' }, children));
  return {
    element,
    /** Call it after the controls inside have been updated. */
    openIfAtFault() {
      if (element.querySelector('[aria-invalid]')) element.open = true;
    },
  };
}
