// When an answer is right by the run: a figure, a relation, and a number, another run or another figure. What the menus
// cannot show is JSON.

import { h, say } from '../../../ui/dom.js';
import { freshId, markInvalid } from '../../../ui/fields.js';
import { RELATIONS, conditionOf, simpleOf } from './simple-condition.js';
import { choiceField, numberInput } from './small-fields.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../lessons/expressions.js').Condition} Condition */
/** @typedef {import('../lessons/expressions.js').Lookup} Lookup */
/** @typedef {import('./simple-condition.js').Simple} Simple */

const NUMBER = 'number';

/**
 * @param {Editor} editor @param {Condition} right @param {string} place
 * @param {(right: Condition, redraws?: boolean) => void} change
 */
export function conditionPart(editor, right, place, change) {
  const simple = simpleOf(right);
  if (!simple) return jsonField('Right if, as JSON', place, right, (one) => change(/** @type {Condition} */ (one)));
  const { figure, relation, than, within } = simple;
  const { draft, selected } = editor;
  const { menu, nameOf } = editor.figures(true);
  const runs = draft.steps.slice(0, selected + 1).flatMap(({ remember }) => (remember ? [remember] : []));
  /** @param {Lookup} one */
  const option = (one) => ({ value: JSON.stringify(one), text: nameOf(one) });
  const figures = menu.map(({ value, text }) => ({ value: JSON.stringify({ value }), text }));
  const here = figures.some(({ value }) => value === JSON.stringify(figure)) ? [] : [option(figure)];
  const others = [{ value: NUMBER, text: 'this number' }, ...['before', ...runs].map((run) => (
    { value: JSON.stringify({ ...figure, run }), text: run === 'before' ? 'itself before the answer'
      : `itself in the run “${run}”` })), ...figures];
  const known = typeof than === 'number' || others.some(({ value }) => value === JSON.stringify(than)) ? []
    : [option(than)];
  /** @param {Partial<Simple>} part */
  const set = (part) => change(conditionOf({ ...simple, ...part }), true);
  return h('div', { class: 'edit-condition' },
    choiceField('Right if', place, [...here, ...figures], JSON.stringify(figure), (one) => {
      const next = /** @type {Lookup} */ (JSON.parse(one));
      // Compared with itself in another run, it stays so.
      const isItself = typeof than === 'object' && than.run !== undefined && than.value === figure.value;
      set({ figure: next, than: isItself ? { ...next, run: than.run } : than });
    }),
    h('div', { class: 'edit-pair' },
      choiceField('Relation', `${place}.relation`, RELATIONS, relation,
        (one) => set({ relation: /** @type {Simple['relation']} */ (one) })),
      choiceField('What', `${place}.than`, [...known, ...others], typeof than === 'number' ? NUMBER
        : JSON.stringify(than), (one) => set({ than: one === NUMBER ? 0 : JSON.parse(one) }))),
    typeof than === 'number' && numberInput('This number', `${place}.number`, than,
      (one) => change(conditionOf({ ...simple, than: one }))),
    relation === 'same' && numberInput('Within', `${place}.within`, within,
      (one) => change(conditionOf({ ...simple, within: one }))));
}

/** A part that the menus cannot show. @param {string} label @param {string} place @param {unknown} value
 * @param {(value: unknown) => void} change */
export function jsonField(label, place, value, change) {
  const id = freshId('edit');
  const note = h('p', { class: 'muted' });
  const field = h('textarea', { id, rows: 3, value: JSON.stringify(value), dataset: { place }, oninput: () => {
    try {
      change(JSON.parse(field.value));
      markInvalid(field, false);
      say(note, '');
    } catch {
      markInvalid(field, true);
      say(note, 'This is not valid JSON yet, so the last valid text counts.');
    }
  } });
  return h('div', { class: 'edit-field' }, h('label', { htmlFor: id }, label), field, note);
}
