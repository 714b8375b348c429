// The handle of a part: a slider below its picture, with its value beside the label.

import { freshId } from '../../ui/fields.js';
import { h, say } from '../../ui/dom.js';

/**
 * @param {string} label @param {[number, number, number]} range least, most, step
 * @param {(value: number) => void} choose
 */
export function handle(label, [min, max, step], choose) {
  const id = freshId('theory');
  const input = h('input', { type: 'range', id, min, max, step, oninput: () => choose(input.valueAsNumber) });
  const output = h('output', { htmlFor: id });
  return { element: h('div', { class: 'lab-handle' }, h('label', { htmlFor: id }, label), input, output),
    /** @param {number} value @param {string} text */
    update(value, text) {
      if (input.valueAsNumber !== value) input.value = String(value);
      input.style.setProperty('--done', `${(100 * (value - min)) / (max - min)}%`);
      input.setAttribute('aria-valuetext', text);
      say(output, text);
    } };
}
