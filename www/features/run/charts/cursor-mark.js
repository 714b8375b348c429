// The cursor of a chart: a line, a dot on each curve, and the iteration below. It lies above the canvas, so moving it
// draws no curve again.

import { h, say } from '../../../ui/dom.js';
import { heightOf } from './end-labels.js';

/** @typedef {import('../../../core/protocol.js').ChartFrame} ChartFrame */

/** Height of the iteration's label below the plot, in letters. */
const BELOW = 0.6;

export function cursorMark() {
  const line = h('i', {});
  const label = h('b', {});
  const dots = h('span', {});
  const element = h('div', { class: 'plot-cursor', 'aria-hidden': 'true', hidden: true }, line, dots, label);
  return {
    element,
    /**
     * @param {ChartFrame | null} frame null where there is nothing to draw
     * @param {number} end the last iteration on the axis
     * @param {number} iteration
     * @param {{ color: string, value: number | undefined }[]} values of the curves at the iteration, NaN in a gap
     * @param {number} letter size of the labels in CSS pixels
     */
    place(frame, end, iteration, values, letter) {
      element.hidden = !frame || iteration > end;
      if (!frame) return;
      element.style.transform = `translateX(${xOf(frame, end, iteration)}px)`;
      line.style.top = `${frame.top}px`;
      line.style.height = `${frame.bottom - frame.top}px`;
      label.style.top = `${frame.bottom + BELOW * letter}px`;
      say(label, String(iteration));
      const seen = values.flatMap(({ color, value }) => (value !== undefined && isSeen(frame, value)
        ? [[color, heightOf(frame, value)]] : []));
      while (dots.children.length > seen.length) dots.lastElementChild?.remove();
      while (dots.children.length < seen.length) dots.append(h('s', {}));
      seen.forEach(([color, y], at) => {
        const { style } = /** @type {HTMLElement} */ (dots.children[at]);
        style.top = `${y}px`;
        style.borderColor = `var(${color})`;
      });
    },
  };
}

/** x of an iteration in CSS pixels. @param {ChartFrame} frame @param {number} end @param {number} iteration */
export function xOf({ left, right }, end, iteration) {
  return left + ((right - left) * iteration) / end;
}

/** @param {ChartFrame} frame @param {number} value */
function isSeen({ y_minimum: low, y_maximum: high }, value) {
  return value >= low && value <= high;
}

/** The labels of iterations that have no room beside that of the cursor. @param {ChartFrame} frame @param {number} x */
export function coveredTicks({ ticks, apart }, x) {
  return ticks.filter((tick) => Math.abs(tick - x) < apart);
}
