// A part of H as a bar with its number: loss, margin, or H itself. Data in, drawing out.

import './worth-bar.css';
import { h, say } from '../ui/dom.js';

/**
 * A bar that begins behind its end adds; `negative` is an H below 0.
 * @param {'loss' | 'margin' | 'hinge'} part @param {import('../ui/dom.js').Child} label
 */
export function worthBar(part, label) {
  const value = h('b', { class: 'worth-value' });
  const track = h('div', { class: 'worth-track' }, h('span', { class: 'worth-bar', 'aria-hidden': 'true' }), value,
    h('span', { class: 'worth-blank', 'aria-hidden': 'true' }));
  const element = h('div', { class: 'worth-row', dataset: { part } },
    h('span', { class: 'worth-label' }, label), track);
  return {
    element, track,
    /** @param {number} from share of the scale @param {number} to @param {string} words @param {boolean} [isAsked] */
    update(from, to, words, isAsked = false) {
      element.classList.toggle('asked', isAsked);
      element.classList.toggle('adds', from > to && !isAsked);
      element.classList.toggle('negative', part === 'hinge' && to < from && !isAsked);
      // The length of a hidden bar is nowhere on the page.
      track.style.setProperty('--from', isAsked ? '0' : Math.min(from, to).toFixed(5));
      track.style.setProperty('--to', isAsked ? '0' : Math.max(from, to).toFixed(5));
      say(value, isAsked ? '' : words);
    },
  };
}
