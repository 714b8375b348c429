// What the laboratories about data have in common: heading, sentence, choices, picture and handles. Knows no
// laboratory.

import { sentence } from '../../lib/format.js';
import { isLow, isNarrow, onHeightChange, onWidthChange } from '../../ui/media.js';
import { fill, h, s, say } from '../../ui/dom.js';
import { numberField, selectField } from '../../ui/fields.js';
import { curvesLayout } from './curves.js';

/** @typedef {import('./lab-view.js').LabResult} LabResult */
/** @typedef {import('./lab-view.js').Values} Values */
/** @typedef {import('./curves.js').CurvesLayout} CurvesLayout */

export const SCALINGS = [{ value: 'query', text: 'by query, 0 to 1' }, { value: 'rank', text: 'rank in the query' },
  { value: 'none', text: 'as they are' },
  { value: 'minmax', text: '0 to 1' }, { value: 'standard', text: 'standard' }];

/**
 * A choice that the core is asked about, by the name of its option.
 * @param {string} name @param {string} label @param {{ value: string, text: string }[]} options
 * @param {(values: Values) => void} change
 */
export function choiceOf(name, label, options, change) {
  const field = selectField(label, (value) => change({ [name]: value }));
  return { element: field.element,
    update: (/** @type {Values} */ values) => field.update(options, values[name], null) };
}

/**
 * The number of a feature, by the name of its option.
 * @param {string} name @param {string} label @param {(values: Values) => void} change
 */
export function featureOf(name, label, change) {
  const field = numberField(label, { min: 1, step: 1 }, (value) => {
    if (value !== null && Number.isInteger(value) && value >= 1) change({ [name]: String(value) });
  });
  return { element: field.element, update: (/** @type {Values} */ values) => field.update(Number(values[name]), '') };
}

/**
 * @template {LabResult['lab']} Name
 * @param {{ name: Name, title: string, idea: string,
 *   choices: { element: HTMLElement, update: (values: Values) => void }[],
 *   handles: { element: HTMLElement, update: (values: Values) => void }[],
 *   words: (result: Extract<LabResult, { lab: Name }>, values: Values) => string,
 *   more: string,
 *   draw: (layout: CurvesLayout, result: Extract<LabResult, { lab: Name }>, values: Values) =>
 *     import('../../ui/dom.js').Child[],
 *   follow?: (svg: SVGSVGElement, layout: CurvesLayout, result: Extract<LabResult, { lab: Name }>) => void }} lab
 * @returns {import('./lab-view.js').LabView}
 */
export function dataLab({ name, title, idea, choices, handles, words, more, draw, follow }) {
  const problem = h('p', { class: 'problem', role: 'alert' });
  const waiting = h('p', { class: 'muted' }, 'Computing …');
  const told = h('p', { class: 'lab-words', 'aria-live': 'polite' });
  const picture = h('div', { class: 'lab-picture' });
  const part = h('div', { class: 'lab-part' }, h('p', { class: 'lab-idea' }, idea),
    choices.length > 0 && h('div', { class: 'lab-choices' }, choices.map(({ element }) => element)),
    told, picture, handles.length > 0 && h('div', { class: 'lab-handles' }, handles.map(({ element }) => element)),
    h('details', {}, h('summary', {}, 'More'), h('p', {}, more)));
  const element = h('article', { class: 'lab', 'aria-label': title },
    h('div', { class: 'lab-head' }, h('h3', {}, title)), problem, waiting, part);
  /** @type {{ result: Extract<LabResult, { lab: Name }>, values: Values } | null} */
  let seen = null;
  const show = () => {
    if (!seen) return;
    const layout = curvesLayout(isNarrow(), isLow());
    const { result, values } = seen;
    const svg = s('svg',
      { viewBox: `0 0 ${layout.width} ${layout.height}`, role: 'img', 'aria-label': words(result, values) },
      draw(layout, result, values));
    follow?.(svg, layout, result);
    fill(picture, svg);
  };
  onWidthChange(show);
  onHeightChange(show);
  return { element,
    update({ values, result, problem: why }) {
      say(problem, why && sentence(why));
      for (const one of [...choices, ...handles]) one.update(values);
      const found = result?.lab === name ? /** @type {Extract<LabResult, { lab: Name }>} */ (result) : null;
      // While the core computes, the last picture stays.
      if (found) seen = { result: found, values };
      else if (why) seen = null;
      waiting.hidden = found !== null || why !== '';
      picture.hidden = told.hidden = seen === null;
      if (seen) {
        say(told, words(seen.result, seen.values));
        show();
      }
    } };
}
