// Draws a list that the reader changes, with its measure, and the places that are free for each other. No state.

import { fixed, measureName } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';
import { rowTop } from './layouts.js';

/** @typedef {import('./layouts.js').Layout} Layout */

/**
 * Where the buttons stand between neighbours. @param {Layout} layout @param {number} rank the upper one
 * @param {number} cutOff
 */
export function swapPlace(layout, rank, cutOff) {
  const { isPhone, left, width, row } = layout;
  const size = isPhone ? 30 : 40;
  const middle = (rowTop(layout, rank, cutOff) + rowTop(layout, rank + 1, cutOff) + row) / 2;
  // Every other one stands further to the right, so that they do not touch.
  const x = left + width + (isPhone ? 8 : 14) + (rank % 2) * (size + 4);
  return { x, y: middle - size / 2, width: size, height: size };
}

/**
 * The measure of the list as a number with a bar. @param {Layout} layout @param {string} measure @param {number} value
 */
export function drawMeter({ isPhone, right, width }, measure, value) {
  const [x, y] = isPhone ? [right + 16, 52] : [right, 196];
  const long = isPhone ? width - 24 : width;
  const name = isPhone ? { class: 'axis', x, y: y - 26 } : { class: 'soft', x, y: y - 50 };
  return [s('text', name, isPhone ? measureName(measure) : `${measureName(measure)}, 1 is best`),
    s('text', { class: 'big-number', x, y }, fixed(value, 3)),
    s('rect', { class: 'run-room', x, y: y + 18, width: long, height: 8, rx: 4 }),
    s('rect', { class: 'run-bar', x, y: y + 18, width: long * value, height: 8, rx: 4 })];
}

/**
 * The count of best lists, hidden before it is told. @param {Layout} layout
 * @param {{ best: number, all: number, isTold: boolean }} count
 */
export function drawCount({ isPhone, right, width }, { best, all, isTold }) {
  const [x, y] = isPhone ? [right + 16, 130] : [right, 330];
  const about = isPhone ? { class: 'axis', x, y: y - 10 } : { class: 'soft', x, y: y - 16 };
  const rest = isPhone ? { class: 'axis', x, y: y + 58 } : { class: 'soft', x, y: y + 78 };
  return [s('text', about, 'best lists'),
    isTold ? s('text', { class: 'big-number', x, y: y + (isPhone ? 30 : 42) }, String(best))
      : hiddenBox(x, y, isPhone ? width - 24 : width, isPhone ? 38 : 52),
    s('text', rest, `of ${all.toLocaleString('en-US')} lists`)];
}

/**
 * A dashed frame around places that may change. @param {Layout} layout
 * @param {readonly (readonly [number, number])[]} bands @param {number} cutOff
 */
export function drawBands(layout, bands, cutOff) {
  return bands.map(([first, last]) => s('rect', { class: 'open-box', x: layout.left - 5, rx: 10,
    y: rowTop(layout, first, cutOff) - 4, width: layout.width + 10,
    height: rowTop(layout, last, cutOff) - rowTop(layout, first, cutOff) + layout.row + 8 }));
}
