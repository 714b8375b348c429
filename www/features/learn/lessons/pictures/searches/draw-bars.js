// Draws what one w costs: the mean slack of each kind of searches as a bar with the loss inside it, and what they win
// or lose against w = 0 in all. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { symbol } from '../drawn-frame.js';
import { kindsOf, named } from './draw-lanes.js';
import { STOPS, ZERO } from './searches-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./searches-run.js').Search} Search */
/** @typedef {import('./searches-run.js').SearchesRun} SearchesRun */
/** `isAdded`: whether the sums are told. @typedef {{ stop: number, isAdded: boolean }} View */

const EACH = 3; // digits of a slack and of what one search wins: 16 of them add up to the sum that is told

/** @param {readonly Search[]} own @param {'hinge' | 'loss'} value @param {number} stop */
const meanOf = (own, value, stop) => own.reduce((sum, search) => sum + search[value][stop], 0) / own.length;

/** What a kind wins or loses against w = 0. @param {readonly Search[]} own @param {number} stop */
function changeOf(own, stop) {
  const change = meanOf(own, 'hinge', stop) - meanOf(own, 'hinge', ZERO);
  if (Math.abs(change) < 0.005) return 'as at w = 0';
  const each = Math.abs(change).toFixed(EACH);
  return `${own.length} ${change < 0 ? 'win' : 'lose'} ${each} each: ${fixed(own.length * Math.abs(change), 1)} in all`;
}

/** @param {Layout} layout @param {SearchesRun} run @param {View} view */
export function drawBars({ isPhone, bars: { x, y, step, width, height } }, { searches }, { stop, isAdded }) {
  const kinds = kindsOf(searches);
  const widest = Math.max(...kinds.flatMap(({ own }) => STOPS.map((_, at) => meanOf(own, 'hinge', at))));
  const long = (/** @type {number} */ value) => (width * value) / widest;
  const end = y + (kinds.length - 1) * step + height;
  const [line, room, gap] = [x + long(1), isPhone ? 44 : 76, isPhone ? 6 : 12];
  return [
    ...kinds.flatMap(({ kind, own }, row) => {
      const top = y + row * step;
      const value = meanOf(own, 'hinge', stop);
      const tall = height * 0.36;
      const start = x + long(value) + gap;
      const told = isAdded && stop !== ZERO ? changeOf(own, stop) : '';
      return [
        s('line', { class: 'bound-start', x1: line, x2: line, y1: top - 4, y2: top + height + (isPhone ? 6 : 10) }),
        s('text', { class: isPhone ? 'strong' : 'head', x, y: top - (isPhone ? 7 : 12) }, named(own, kind)),
        told && s('text', { class: isPhone ? 'axis ink' : 'strong', x: x + width, y: top - (isPhone ? 7 : 12),
          'text-anchor': 'end' }, told),
        s('rect', { class: 'bound-bar hinge', x, y: top, height, width: long(value) }),
        s('rect', { class: 'bound-loss', x, y: top + (height - tall) / 2, height: tall,
          width: Math.max(1, long(meanOf(own, 'loss', stop))) }),
        // Behind the line of w = 0, if the line would cross it.
        s('text', { class: 'value halo hinge', x: start < line && start + room > line ? line + gap : start,
          y: top + height / 2 + (isPhone ? 5 : 7) }, fixed(value, EACH)),
      ];
    }),
    s('text', { class: 'axis', x: line, y: end + (isPhone ? 20 : 28), 'text-anchor': 'middle' },
      isPhone ? '1, at ' : '1, as at ', symbol('w'), ' = 0'),
    s('text', { class: 'axis', x: x + width, y: end + (isPhone ? 20 : 28), 'text-anchor': 'end' },
      isPhone ? 'mean slack, loss inside' : 'mean slack over the searches, their loss inside'),
  ].flat();
}
