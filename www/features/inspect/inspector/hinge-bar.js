// H as a bar: the loss, and what the margin adds to it or takes from it, with the numbers.

import { h } from '../../../ui/dom.js';
import { addend } from '../../../lib/format.js';

/**
 * The parts of the bar as shares of its length. A negative margin ⟨w, δψ⟩ adds to H, a positive one takes from the
 * loss. `less` beyond the loss is what makes H negative.
 * @param {number} loss
 * @param {number} margin
 */
export function hingeParts(loss, margin) {
  const add = Math.max(0, -margin);
  const less = Math.max(0, margin);
  const whole = Math.max(loss + add, less) || 1;
  return { loss: Math.max(0, loss - less) / whole, less: less / whole, margin: add / whole };
}

/** @param {{ loss: number, margin: number, hinge: number }} of */
export function hingeBar({ loss, margin, hinge }) {
  const parts = hingeParts(loss, margin);
  const bar = h('span', { class: 'hinge-bar' }, /** @type {const} */ (['loss', 'less', 'margin'])
    .filter((name) => parts[name] > 0).map((name) => {
      const part = h('span', { class: `hinge-part ${name}` });
      part.style.width = `${100 * parts[name]}%`;
      return part;
    }));
  const second = h('span', { class: 'hinge-second' },
    `− margin ${margin < 0 ? `(${addend(margin)})` : addend(margin)}`);
  second.style.setProperty('--share', `${100 * parts.loss}%`);
  return h('div', { class: 'hinge-sum', 'aria-hidden': 'true' },
    h('span', { class: 'hinge-labels' }, h('span', {}, `loss Δ ${addend(loss)}`), second),
    bar, h('b', { class: 'hinge' }, addend(hinge)));
}
