// Draws why the model's own list has an excess: one search as two lists of bars, a page's score each. The model's list
// is sorted; the reference, the mean of all best lists, has the good page first and the others at their mean. No state.

import { s } from '../../../../../ui/dom.js';
import { STOPS } from './searches-run.js';

/** @typedef {import('./searches-run.js').Search} Search */

const [LABEL, FIRST, STEP, WIDTH, TALL, GAP] = [446, 560, 24, 18, 19, 27];
const LEAST = 2; // px of a bar

/** @param {Search} search @param {number} stop of w @param {number} top of its bar */
export function drawExcess({ pages }, stop, top) {
  const w = STOPS[stop];
  const heightOf = (/** @type {number} */ value) => (w === 0 ? 0.5 : w > 0 ? value : 1 - value);
  const sorted = pages.map(({ value, isGood }) => ({ isGood, height: heightOf(value) }))
    .sort((one, other) => other.height - one.height);
  const others = sorted.filter(({ isGood }) => !isGood);
  const mean = others.reduce((sum, { height }) => sum + height, 0) / others.length;
  const reference = [...sorted.filter(({ isGood }) => isGood), ...others.map(() => ({ isGood: false, height: mean }))];
  // Without scores no order is the model's own.
  const own = w === 0 ? sorted.map(({ height }) => ({ isGood: false, height })) : sorted;
  const lists = [{ name: 'model’s list', list: own }, { name: 'reference', list: reference }];
  return lists.flatMap(({ name, list }, row) => {
    const base = top + TALL + row * GAP - 1;
    return [s('text', { class: 'axis', x: LABEL, y: base - 4 }, name),
      ...list.map(({ isGood, height }, rank) => s('rect', { class: `excess-page${isGood ? ' good' : ''}`,
        x: FIRST + rank * STEP, y: base - Math.max(LEAST, TALL * height), width: WIDTH,
        height: Math.max(LEAST, TALL * height) }))];
  });
}
