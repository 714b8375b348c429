// One slider upon a picture, for a value between two ends. Pointer and arrow keys move it; what the value means is left
// to the picture, which may ask for another one in each step. Or the value moves by itself, until a hand takes it.

import { animation } from '../../../../pictures/motion.js';
import { h } from '../../../../ui/dom.js';
import { listenToSlide, sayValue } from '../../../../pictures/handles.js';

const DECIMALS = 6;

/**
 * `step`: 1 if left out. `range` is asked at every move, because a handle stops where an answer begins. `valueAt`: the
 * value at a place of the drawing. `isDownwards`: whether greater values lie below.
 * @typedef {{ step?: () => number, range: () => readonly [number, number], value: () => number,
 *   valueAt: (place: [number, number]) => number, isDownwards?: () => boolean }} Track
 */

/**
 * The share of the way from the left end to the right one at a place.
 * @param {{ left: number, right: number }} ends @param {number} x
 */
export const shareOf = ({ left, right }, x) => (x - left) / (right - left);

/**
 * A slider whose value also moves by itself. After each move the picture is drawn anew. `take`: a hand gives the value,
 * and the motion ends. `words`: what is announced when the hand rests.
 * @param {import('./drawn-frame.js').PictureFrame} frame
 * @param {Track & { take: (value: number) => void, words: () => string, announce: (words: string) => void }} slider
 */
export function animatedSlider(frame, { take, words, announce, ...track }) {
  const motion = animation();
  const rest = () => announce(words());
  const slider = valueSlider(frame, {
    ...track, rest,
    move(value) {
      motion.stop();
      take(value);
      frame.redraw();
    },
  });
  return {
    ...slider, stop: motion.stop, announce: rest,
    /** `change` gets its share from 0 to 1. The promise resolves at the end, if nothing stops the motion.
     * @param {number} duration ms @param {(share: number) => void} change
     */
    animate: (duration, change) => motion(duration, (share) => {
      change(share);
      frame.redraw();
    }),
  };
}

/**
 * `rest`: the hand rests. Until the first `show`, the handle is hidden and nothing moves.
 * @param {import('./drawn-frame.js').PictureFrame} frame
 * @param {Track & { move: (value: number) => void, rest: () => void }} slider
 */
export function valueSlider(frame, { step = () => 1, range, value, valueAt, move, rest, isDownwards }) {
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
