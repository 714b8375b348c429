// A choice among the rows of a drawing: a press on a row, or the arrow keys, choose it.

import { h } from '../../../../../ui/dom.js';

/**
 * The rank to which a key leads; the list goes downwards.
 * @param {string} key @param {number} at @param {number} last
 */
function nextRank(key, at, last) {
  const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: last }[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

/**
 * @param {import('../drawn-frame.js').PictureFrame} frame
 * @param {{ label: string, choose: (rank: number) => void }} options
 */
export function rowChoice(frame, { label, choose }) {
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  const group = h('div', { role: 'radiogroup', 'aria-label': label, hidden: true,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const at = buttons.findIndex((one) => one.matches(':focus'));
      const next = nextRank(event.key, at, buttons.length - 1);
      if (at < 0 || next === null) return;
      event.preventDefault();
      choose(next);
      buttons[next].focus();
    } });
  frame.canvas.append(group);
  const make = (/** @type {number} */ rank) => h('button', { type: 'button', role: 'radio',
    class: 'drawn-handle pulls-choice', 'data-handle': '', onclick: () => choose(rank) });
  return {
    /**
     * @param {readonly string[]} names by rank @param {number} chosen
     * @param {(rank: number) => { x: number, y: number, width: number, height: number }} box
     */
    show(names, chosen, box) {
      group.hidden = false;
      if (buttons.length !== names.length) {
        buttons = names.map((_, rank) => make(rank));
        group.replaceChildren(...buttons);
      }
      const hasFocus = group.contains(document.activeElement);
      names.forEach((name, rank) => {
        const button = buttons[rank];
        button.setAttribute('aria-label', name);
        button.setAttribute('aria-checked', String(rank === chosen));
        button.tabIndex = rank === chosen ? 0 : -1;
        frame.put(button, box(rank));
      });
      if (hasFocus) buttons[chosen]?.focus({ preventScroll: true });
    },
  };
}
