// Draws the knob of the row that moves, and the way to the rank where it goes. No state.

import { s } from '../../../../../ui/dom.js';
import { knob } from '../drawn-frame.js';

/** How far the knob stands left of the rows, and its radius. */
const KNOBS = { wide: { by: 20, radius: 12 }, phone: { by: 13, radius: 8 } };
const BULGE = 46; // units that the way goes to the right

/** @param {import('./layouts.js').Layout} layout @param {number} rank @param {number} last both from 0 */
export function drawWay({ page: { x, y, pitch, height, seenX, isPhone } }, rank, last) {
  const { by, radius } = KNOBS[isPhone ? 'phone' : 'wide'];
  const middle = (/** @type {number} */ at) => y + at * pitch + height / 2;
  const grip = s('g', { transform: `rotate(90 ${x - by} ${middle(rank)})` }, knob(x - by, middle(rank), radius));
  if (isPhone || seenX === null || rank >= last) return [grip];
  const [left, from, to] = [seenX + 6, middle(rank), middle(last)];
  return [grip,
    s('path', { class: 'click-way',
      d: `M${left} ${from}C${left + BULGE} ${from} ${left + BULGE} ${to} ${left + 6} ${to}` }),
    s('path', { class: 'click-way tip', d: `M${left + 13} ${to - 7}L${left + 4} ${to}L${left + 13} ${to + 7}` })];
}
