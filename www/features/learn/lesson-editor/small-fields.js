// Labelled fields of the editor. `place` is how the schema names the field in its messages.

import { h, fill } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';

/** @typedef {import('../../../ui/dom.js').Child} Child */

/**
 * @param {string} label @param {string} place @param {string} value @param {(value: string) => void} change
 * @param {{ lines?: number, note?: Child }} [options]
 */
export function textField(label, place, value, change, { lines = 1, note } = {}) {
  const id = freshId('edit');
  const field = lines > 1
    ? h('textarea', { id, rows: lines, value, dataset: { place }, oninput: () => change(field.value) })
    : h('input', { id, type: 'text', value, dataset: { place }, oninput: () => change(field.value) });
  return h('div', { class: 'edit-field' }, h('label', { htmlFor: id }, label), field,
    note && h('p', { class: 'muted' }, note));
}

/** @param {string} label @param {string} place @param {number} value @param {(value: number) => void} change */
export function numberInput(label, place, value, change) {
  const id = freshId('edit');
  const field = h('input', { id, type: 'number', step: 'any', value: String(value), dataset: { place },
    oninput: () => change(field.valueAsNumber) });
  return h('div', { class: 'edit-field' }, h('label', { htmlFor: id }, label), field);
}

/**
 * @param {string} label @param {string} place @param {{ value: string, text: string }[]} options
 * @param {string} value @param {(value: string) => void} change
 */
export function choiceField(label, place, options, value, change) {
  const id = freshId('edit');
  const field = h('select', { id, dataset: { place }, onchange: () => change(field.value) });
  const known = options.some((one) => one.value === value) ? options : [{ value, text: value }, ...options];
  fill(field, known.map((one) => h('option', { value: one.value }, one.text)));
  field.value = value;
  return h('div', { class: 'edit-field' }, h('label', { htmlFor: id }, label), h('div', { class: 'select' }, field));
}

/**
 * A box to tick, or one of several.
 * @param {string} label @param {boolean} checked @param {(checked: boolean) => void} change
 * @param {Record<string, unknown>} [more]
 */
export function tickField(label, checked, change, more = {}) {
  const id = freshId('edit');
  const field = h('input', { id, type: 'checkbox', checked, onchange: () => change(field.checked), ...more });
  return h('div', { class: 'edit-check' }, field, h('label', { htmlFor: id }, label));
}

/** A button. @param {string} text @param {() => void} press @param {Record<string, unknown>} [more] */
export const action = (text, press, more = {}) => h('button', { type: 'button', onclick: press, ...more }, text);
