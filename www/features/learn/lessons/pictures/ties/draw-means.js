// Draws the averaged reference: a bar for each page, the mean weight of its ranks in the best lists, and a middle place
// for each block of pages with one bar. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { linkEnds } from './draw-ties.js';
import { crossing, curve, rowMiddle, rowTop } from './layouts.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./ties-run.js').TiesRun} TiesRun */
/** @typedef {import('./ties-run.js').Reference} Reference */

/**
 * @param {Layout} layout @param {TiesRun} run @param {Reference} reference
 * @param {boolean} isTold whether it is said what the middle places demand
 */
export function drawMeans(layout, { predicted, cutOff }, { list, bands, crossings, means }, isTold) {
  const { left, width, row, isPhone, mean: { x, long, thick, sign } } = layout;
  const [, x1] = linkEnds(layout);
  const out = sign.x + sign.width;
  const band = (/** @type {number} */ rank) => bands.find(([first, last]) => rank >= first && rank <= last);
  const heightOf = (/** @type {number} */ rank) => rowMiddle(layout, rank, cutOff);
  const meeting = (/** @type {number} */ rank) => {
    const [first, last] = band(rank) ?? [rank, rank];
    return (heightOf(first) + heightOf(last)) / 2;
  };
  const ends = (/** @type {number} */ page) => /** @type {[number, number]} */ ([meeting(list.indexOf(page)),
    heightOf(predicted.indexOf(page))]);
  return [
    ...bands.map(([first, last]) => s('rect', { class: 'band', x: left - 5, y: rowTop(layout, first, cutOff) - 5,
      rx: 10, width: width + 10, height: rowTop(layout, last, cutOff) - rowTop(layout, first, cutOff) + row + 10 })),
    ...list.flatMap((page, rank) => {
      const kind = `tie-link ${band(rank) ? 'not-needed' : 'needed'}`;
      const [from, y] = [x + long * means[page], heightOf(rank)];
      const mean = fixed(means[page], 3);
      return [s('path', { class: kind, d: curve(from, y, sign.x, meeting(rank)) }),
        s('path', { class: kind, d: curve(out, meeting(rank), x1, ends(page)[1]) }),
        band(rank) ? null : s('path', { class: kind, d: `M${sign.x} ${y}H${out}` }),
        s('rect', { class: 'mean-bar', x, y: y - thick / 2, width: from - x, height: thick, rx: 3 },
          s('title', {}, `mean c ${mean}`)),
        isPhone ? null : s('text', { class: 'mean-text', x: x + 3, y: y + 5 }, mean)];
    }),
    ...crossings.filter(({ isNeeded }) => isNeeded).map(({ pair: [a, b] }) => {
      const place = crossing(out, x1, ends(a), ends(b));
      return place && s('circle', { class: 'tie-dot needed', cx: place[0], cy: place[1], r: isPhone ? 6 : 8 });
    }),
    ...bands.flatMap(([first]) => drawSign(layout, meeting(first), isTold))];
}

/** Where the links of a block meet. @param {Layout} layout @param {number} y @param {boolean} isTold */
function drawSign({ isPhone, mean: { sign: { x, width, height } } }, y, isTold) {
  const lines = !isTold ? ['?'] : isPhone ? ['='] : ['please', 'tie'];
  return [s('rect', { class: 'tie-sign', x, y: y - height / 2, width, height, rx: height / 2 - (isPhone ? 0 : 8) }),
    ...lines.map((line, at) => s('text', { class: 'strong theirs', x: x + width / 2, 'text-anchor': 'middle',
      y: y + 6 + (at - (lines.length - 1) / 2) * 18 }, line))];
}
