// The laboratory of calibration: which order does the minimiser of a loss have, and what does it cost in the measure?

import './calibration.css';
import { sentence } from '../../lib/format.js';
import { h, say } from '../../ui/dom.js';
import { binaryPart } from './calibration-binary-part.js';
import { dcgPart } from './calibration-dcg-part.js';
import { listsPart } from './calibration-lists-part.js';

/** @typedef {import('./lab-view.js').Values} Values */

const PARTS = /** @type {const} */ ([
  { part: 'lists', name: 'Three documents', make: listsPart },
  { part: 'dcg', name: 'Two documents', make: dcgPart },
  { part: 'binary', name: 'One label', make: binaryPart },
]);

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  const parts = PARTS.map(({ part, name, make }) => ({ part, view: make(change),
    button: h('button', { type: 'button', onclick: () => change({ part }) }, name) }));
  const problem = h('p', { class: 'problem', role: 'alert' });
  const element = h('article', { class: 'lab', 'aria-label': 'Calibration' },
    h('div', { class: 'lab-head' }, h('h3', {}, 'Calibration'),
      h('div', { class: 'lab-parts', role: 'group', 'aria-label': 'Part' }, parts.map(({ button }) => button))),
    problem, parts.map(({ view }) => view.element));
  return { element,
    update({ values, result, problem: why }) {
      say(problem, why && sentence(why));
      const found = result?.lab === 'calibration' && result.part === values.part ? result : null;
      for (const { part, view, button } of parts) {
        const isShown = part === values.part;
        button.setAttribute('aria-pressed', String(isShown));
        // While the core computes, the picture of the same part stays.
        view.element.hidden = !isShown || (!found && !view.element.childElementCount);
        if (isShown && found) view.update(found, values);
      }
    } };
}
