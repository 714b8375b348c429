// The handle of the row that the reader moves to another rank, by pointer or arrow keys.

import { isIn, listenToPointer, sayValue } from '../../../../../pictures/handles.js';
import { h } from '../../../../../ui/dom.js';

/** @typedef {import('./layouts.js').Box} Box */

/** The ranks that a key adds; the page goes downwards. @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

/**
 * @param {import('../drawn-frame.js').PictureFrame} frame
 * @param {{ last: number, rank: () => number, rankAt: (y: number) => number, move: (rank: number) => void,
 *   rest: () => void }} row `last`: the last rank that the row reaches
 */
export function rowHandle(frame, { last, rank, rankAt, move, rest }) {
  const handle = h('div', { class: 'drawn-handle click-handle', role: 'slider', tabIndex: 0, 'data-handle': '',
    'aria-orientation': 'vertical', hidden: true });
  frame.canvas.append(handle);
  /** @type {Box} */
  let box = { x: 0, y: 0, width: 0, height: 0 };
  function set(/** @type {number} */ wanted) {
    const to = Math.min(last, Math.max(0, Math.round(wanted)));
    if (to !== rank()) move(to);
  }
  listenToPointer(frame, {
    grab: (place) => (!handle.hidden && isIn(place, box) ? { by: rank() - rankAt(place[1]) } : null),
    focus: () => handle,
    follow: ({ by }, [, y]) => set(rankAt(y) + by),
    rest,
  });
  handle.addEventListener('keydown', (event) => {
    const steps = STEPS[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    set(rank() + steps);
    rest();
  });
  return {
    /** @param {string} name @param {Box} place @param {string} text of its value */
    show(name, place, text) {
      box = place;
      handle.hidden = false;
      handle.setAttribute('aria-label', name);
      frame.put(handle, place);
      sayValue(handle, { least: 1, most: last + 1, now: rank() + 1, text });
    },
    hide() {
      handle.hidden = true;
    },
  };
}
