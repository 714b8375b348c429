// One slider upon a picture, for a value between two ends. Pointer and arrow keys move it; what the value means is left
// to the picture, which may ask for another one in each step.

import { h } from '../../../../ui/dom.js';
import { listenToSlide, sayValue } from '../../../../pictures/handles.js';

const DECIMALS = 6;

/**
 * `range` is asked at every move, because a handle stops where an answer begins. `valueAt`: the value at a place of the
 * drawing. `rest`: the hand rests. `isDownwards`: whether greater values lie below. Until the first
 * `show`, the handle is hidden and nothing moves.
 * @param {import('./drawn-frame.js').PictureFrame} frame
 * @param {{ step: () => number, range: () => readonly [number, number], value: () => number,
 *   valueAt: (place: [number, number]) => number, move: (value: number) => void, rest: () => void,
 *   isDownwards?: () => boolean }} slider
 */
export function valueSlider(frame, { step, range, value, valueAt, move, rest, isDownwards }) {
  const mark = h('span', { 'aria-hidden': 'true' });
  const handle = h('div', { class: 'chart-handle', role: 'slider', tabIndex: 0, 'data-handle': '', hidden: true },
    mark);
  frame.canvas.append(handle);
  function set(/** @type {number} */ wanted) {
    const [least, most] = range();
    const stepped = Math.round(wanted / step()) * step();
    move(Number(Math.min(most, Math.max(least, stepped)).toFixed(DECIMALS)));
  }
  listenToSlide(frame, handle, {
    at(place) { if (!handle.hidden) set(valueAt(place)); },
    by: (steps, isVertical) => set(value() + (isVertical && isDownwards?.() ? -steps : steps) * step()), rest,
  });
  return {
    /**
     * @param {string} name @param {readonly [number, number]} place of its middle @param {string} text of its value
     * @param {boolean} [isUpright]
     */
    show(name, [x, y], text, isUpright = false) {
      const [least, most] = range();
      handle.hidden = false;
      handle.setAttribute('aria-label', name);
      handle.setAttribute('aria-orientation', isUpright ? 'vertical' : 'horizontal');
      mark.textContent = isUpright ? '↕' : '‹ ›';
      frame.put(handle, { x, y });
      sayValue(handle, { least, most, now: value(), text });
    },
    hide() {
      handle.hidden = true;
    },
  };
}
