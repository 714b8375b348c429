// Buttons that turn the pages of a table, with the range shown between them. Knows no rows.

import { h, say } from './dom.js';
import { handOn } from './focus.js';
import { count } from '../lib/format.js';

/**
 * @param {string} what is turned, in the plural: the buttons are called after it
 * @param {(by: number) => void} turn by so many pages; `Infinity` leads to the end
 * @param {{ ends?: boolean, more?: HTMLElement[] }} [options] `ends`: with buttons to the first and last page. `more`:
 *   what stands behind them
 */
export function pager(what, turn, { ends = false, more = [] } = {}) {
  const place = h('p', { class: 'muted' });
  /** @param {string} label @param {string} text @param {number} by */
  const button = (label, text, by) => {
    const turner = h('button',
      { type: 'button', class: 'square', 'aria-label': `${label} ${what}`, title: `${label} ${what}`,
      onclick: () => { if (turner.getAttribute('aria-disabled') !== 'true') turn(by); } }, text);
    return turner;
  };
  const [first, back] = [button('First', '«', -Infinity), button('Previous', '‹', -1)];
  const [forth, last] = [button('Next', '›', 1), button('Last', '»', Infinity)];
  const element = h('div', { class: 'pager' }, ends && first, back, place, forth, ends && last, more);
  return {
    element, place,
    /**
     * @param {number} from number of the first row shown, from 0
     * @param {number} to number behind the last
     * @param {number} all rows
     * @param {string} text what is said of them
     */
    update(from, to, all, text = `${count(from + 1)}–${count(to)} of ${count(all)}`) {
      say(place, text);
      // A disabled button keeps the focus.
      handOn(element, () => {
        for (const one of [first, back]) refuse(one, from === 0, ends);
        for (const one of [forth, last]) refuse(one, to >= all, ends);
      }, forth, back);
    },
  };
}

/**
 * @param {HTMLButtonElement} button @param {boolean} off
 * @param {boolean} held whether it keeps the focus: pages that come from the worker may change while the user turns
 *   them
 */
function refuse(button, off, held) {
  if (held) button.setAttribute('aria-disabled', String(off));
  else button.disabled = off;
}
