// Symbols and terms that explain themselves. The glossary listens for the attribute `data-term` and shows the
// explanation on hover, focus and tap. Knows no state.

import { h } from './dom.js';

/**
 * Returns a term as a button. A second press opens the glossary at its entry.
 * @param {string} id of the glossary entry
 * @param {...import('./dom.js').Child} content what is shown, such as "slack ξ"
 */
export function term(id, ...content) {
  return h('button', { type: 'button', class: 'term', dataset: { term: id } }, content);
}

/** The terms that labels of controls name, by the label. */
export const LABEL_TERMS = /** @type {Readonly<Record<string, string>>} */ ({
  'C': 'C', 'Cut-off k': 'cut-off', 'Decay profile c': 'c', 'Good from grade': 'good', 'Hold out': 'hold-out',
  'Measure': 'measure', 'Reference ranking': 'reference', 'Scaling': 'scaling', 'Stop at gap': 'gap',
  'Working set': 'working-set', 'LETOR file': 'letor',
});

/**
 * Makes the label of a control explain itself, if it names a term. Labels are no Tab stops: the note of the control has
 * the same meaning for the keyboard.
 * @param {HTMLLabelElement} label
 * @param {string} text
 */
export function explainLabel(label, text) {
  return Object.hasOwn(LABEL_TERMS, text) ? explain(label, LABEL_TERMS[text]) : label;
}

/**
 * Makes an existing element, such as a label, explain itself on hover and tap. Returns the element.
 * @template {HTMLElement} T @param {T} element @param {string} id of the glossary entry
 */
export function explain(element, id) {
  element.dataset.term = id;
  return element;
}
