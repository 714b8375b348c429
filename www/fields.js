// Labelled controls with a note below that explains the choice or names what is wrong. Know no state.

import { h, fill, say } from './dom.js';
import { sentence } from './format.js';

let next = 0;
/** @param {string} prefix */
export function freshId(prefix) {
  next += 1;
  return `${prefix}-${next}`;
}

/**
 * Marks a control that is at fault, or no longer. Without the word "true" browsers take it for one that is not.
 * @param {Element} control
 * @param {boolean} wrong
 */
export function markInvalid(control, wrong) {
  if (wrong) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

/**
 * A plain-text formula with its indices lowered and its exponents raised.
 * @param {string} text
 * @returns {import('./dom.js').Child[]}
 */
export function formula(text) {
  /** @type {import('./dom.js').Child[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(/_(?:\{([^{}]*)\}|(y\*?\(j\)|\(j\)|[a-z]+₀?|[0-9]+))|\^(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\)|\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|([−-]?[a-z0-9]+(?:_[a-z])?))|log2/g)) {
    const [whole, spelled, letter, grouped, braced, exponent] = match;
    const index = spelled ?? letter;
    parts.push(text.slice(from, match.index));
    if (index) parts.push(h('sub', {}, index));
    else if (whole === 'log2') parts.push('log', h('sub', {}, '2'));
    else parts.push(h('sup', {}, formula(grouped ?? braced ?? exponent)));
    from = match.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

/**
 * @typedef {{ value: string, text: string, refused?: string | null }} Option
 * `refused`: why it cannot be chosen.
 */

/**
 * What a select says about its choice: the formula and one plain line.
 * @typedef {{ formula?: string, summary?: string, source?: string }} Explanation
 */

/**
 * @param {string} label
 * @param {(value: string) => void} choose
 */
export function selectField(label, choose) {
  const id = freshId('field');
  const select = h('select', { id, 'aria-describedby': `${id}-note`, onchange: () => choose(select.value) });
  const note = h('div', { class: 'note', id: `${id}-note` });
  const element = h('div', { class: 'field' }, h('label', { htmlFor: id }, label), h('div', { class: 'select' }, select), note);
  let shown = '';
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
      if (wanted !== shown) {
        shown = wanted;
        fill(select, options.map((option) => h('option', { value: option.value, disabled: Boolean(option.refused) }, option.text)));
      }
      select.value = value;
      markInvalid(select, Boolean(problem));
      const refused = options.filter((option) => option.refused);
      fill(note,
        explanation?.formula && h('span', { class: 'formula', title: explanation.source ?? '' }, formula(explanation.formula)),
        explanation?.summary && h('span', {}, explanation.summary),
        problem && h('span', { class: 'problem' }, sentence(problem)),
        refused.map((option) => h('span', { class: 'refused' }, `Not offered: ${option.text}. ${sentence(option.refused ?? '')}`)));
    },
  };
}

/**
 * A number input; `null` stands for an empty one where that means something.
 * @param {string} label
 * @param {{ min?: number, max?: number, step?: number | 'any', placeholder?: string, unit?: string }} limits
 * @param {(value: number | null) => void} choose
 */
export function numberField(label, limits, choose) {
  const id = freshId('field');
  const { unit, ...rest } = limits;
  const input = h('input', { id, type: 'number', inputMode: 'decimal', step: 'any', ...rest, 'aria-describedby': `${id}-note`, oninput: () => choose(input.value === '' ? null : input.valueAsNumber) });
  const note = h('div', { class: 'note', id: `${id}-note` });
  const element = h('div', { class: 'field' }, h('label', { htmlFor: id }, label),
    h('div', { class: unit ? 'input with-unit' : 'input' }, input, unit && h('span', { class: 'unit', 'aria-hidden': 'true' }, unit)), note);
  return {
    element, input, note,
    /**
     * @param {number | null} value
     * @param {string} text
     * @param {{ problem?: string | null, disabled?: boolean }} [state]
     */
    update(value, text, state = {}) {
      // What is being typed stays as it is typed.
      const typed = input.value === '' ? null : input.valueAsNumber;
      if (!Object.is(typed, value) && !(value !== null && Number.isNaN(value))) input.value = value === null ? '' : String(value);
      input.disabled = Boolean(state.disabled);
      markInvalid(input, Boolean(state.problem));
      note.classList.toggle('problem', Boolean(state.problem));
      say(note, state.problem ? sentence(state.problem) : text);
    },
  };
}

/**
 * A panel of the rail that folds; its heading tells the gist when folded.
 * @param {string} title
 * @param {boolean} open
 * @param {...import('./dom.js').Child} children
 */
export function panel(title, open, ...children) {
  const gist = h('span', { class: 'gist' });
  const element = h('details', { class: 'card panel', open }, h('summary', {}, h('h2', {}, title), gist), h('div', { class: 'panel-body' }, children));
  return { element, gist };
}
