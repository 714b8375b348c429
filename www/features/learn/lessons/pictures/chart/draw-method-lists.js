// Draws the lists of methods beside their dots: a column for each, from rank 1 down, the good pages filled. No state.

import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';

/**
 * A method's list: whether the page of each rank is good, and the values of its dot. Without ranks it is hidden, and
 * has the ranks of the reader's own list.
 * @typedef {{ short: string, kind: string, good: readonly boolean[] | null, own: readonly number[],
 *   worth: readonly string[] }} MethodList
 */

/** @param {boolean} isPhone */
const placeOf = (isPhone) => (isPhone ? { x: 264, step: 42, width: 36, y: 70, pitch: 22 }
  : { x: 562, step: 92, width: 78, y: 108, pitch: 40 });

/**
 * @param {boolean} isPhone @param {readonly MethodList[]} lists @param {number} ranks
 * @param {readonly string[]} measures
 */
export function drawMethodLists(isPhone, lists, ranks, measures) {
  const { x, step, width, y, pitch } = placeOf(isPhone);
  const height = pitch - (isPhone ? 3 : 5);
  const foot = y + ranks * pitch;
  const isTold = !isPhone && lists.some(({ worth }) => worth.length);
  const letters = isPhone ? 5 : 6; // from the middle of a square down to the foot of its letters
  return [
    Array.from({ length: ranks }, (_, rank) => s('text', { class: 'axis', x: x - (isPhone ? 5 : 10),
      y: y + rank * pitch + height / 2 + letters, 'text-anchor': 'end' }, String(rank + 1))),
    ...(isTold ? measures.map((name, row) => s('text', { class: 'axis', x: x - 10, y: foot + 20 + 24 * row,
      'text-anchor': 'end' }, name)) : []),
    ...lists.map(({ short, kind, good, own, worth }, at) => {
      const left = x + at * step;
      const middle = left + width / 2;
      return s('g', { class: `method-list ${kind}` },
        s('text', { class: isPhone ? 'of axis' : 'of strong', x: middle, y: y - (isPhone ? 8 : 12),
          'text-anchor': 'middle' }, short),
        good ? good.map((isGood, rank) => s('rect', { class: isGood ? 'method-good' : 'method-bad', x: left,
          y: y + rank * pitch, width, height, rx: isPhone ? 4 : 7 }))
          : [ranks > 0 && hiddenBox(left, y, width, ranks * pitch - (isPhone ? 3 : 5)),
            ...own.map((rank) => s('rect', {
            class: 'method-own', x: left + 4, y: y + rank * pitch, width: width - 8, height, rx: isPhone ? 4 : 7 }))],
        isTold ? worth.map((value, row) => s('text', { x: middle, y: foot + 20 + 24 * row,
          'text-anchor': 'middle' }, value)) : null);
    }),
    s('text', { class: 'axis', x, y: isPhone ? 330 : 604 }, lists.some(({ good }) => !good)
      ? isPhone ? 'dashed: yours' : 'dashed: your list' : isPhone ? 'filled: good' : 'filled: a good page'),
  ].flat();
}
