// Draws what one w costs: the mean slack of each kind of searches as a bar with the loss inside it, and what they win
// or lose against w = 0 in all. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { symbol } from '../drawn-frame.js';
import { drawExcess } from './draw-excess.js';
import { kindsOf, named } from './draw-lanes.js';
import { STOPS, ZERO } from './searches-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./searches-run.js').Search} Search */
/** @typedef {import('./searches-run.js').SearchesRun} SearchesRun */
/** `bound`: what the bars show; the ramp bound has the slack behind it. `isAdded`: whether the sums are told.
 * @typedef {{ stop: number, bound: 'hinge' | 'ramp', isAdded: boolean }} View */

const DIGITS = 2;
/** The longest bar beside lists, and where these end. */
const [SHORT, LISTS] = [370, 758];
const EACH = 3; // digits of a slack and of what one search wins: 16 of them add up to the sum that is told

/** @param {readonly Search[]} own @param {'hinge' | 'ramp' | 'loss'} value @param {number} stop */
const meanOf = (own, value, stop) => own.reduce((sum, search) => sum + search[value][stop], 0) / own.length;

/** What a kind wins or loses against w = 0. @param {readonly Search[]} own @param {View} view */
function changeOf(own, { stop, bound }) {
  const change = meanOf(own, bound, stop) - meanOf(own, bound, ZERO);
  if (Math.abs(change) < 0.005) return 'as at w = 0';
  const each = Math.abs(change).toFixed(EACH);
  return `${own.length} ${change < 0 ? 'win' : 'lose'} ${each} each: ${fixed(own.length * Math.abs(change), 1)} in all`;
}

/**
 * How the ramp bound of a kind follows from its slack; printed parts add up.
 * @param {readonly Search[]} own @param {number} stop @param {boolean} isPhone
 */
function excessOf(own, stop, isPhone) {
  const [slack, ramp] = [meanOf(own, 'hinge', stop), meanOf(own, 'ramp', stop)].map((value) => value.toFixed(DIGITS));
  const excess = (Number(slack) - Number(ramp)).toFixed(DIGITS);
  return `${isPhone ? '' : 'slack '}${slack} − excess ${excess} = ${isPhone ? '' : 'ramp bound '}${ramp}`;
}

/** @param {Layout} layout @param {SearchesRun} run @param {View} view */
export function drawBars({ isPhone, bars: { x, y, step, width: whole, height } }, { searches }, view) {
  const kinds = kindsOf(searches);
  const { stop, bound } = view;
  const hasLists = bound === 'ramp' && !isPhone;
  const width = hasLists ? SHORT : whole;
  const widest = Math.max(...kinds.flatMap(({ own }) => STOPS.map((_, at) => meanOf(own, 'hinge', at))));
  const long = (/** @type {number} */ value) => (width * value) / widest;
  const end = y + (kinds.length - 1) * step + height;
  const name = bound === 'hinge' ? 'mean slack' : 'mean ramp bound';
  const isMoved = stop !== ZERO;
  const [line, room, gap] = [x + long(1), isPhone ? 44 : 76, isPhone ? 6 : 12];
  return [
    s('line', { class: 'bound-start', x1: x + long(1), x2: x + long(1), y1: y - 4, y2: end + (isPhone ? 6 : 10) }),
    ...kinds.flatMap(({ kind, own }, row) => {
      const top = y + row * step;
      const value = meanOf(own, bound, stop);
      const tall = height * 0.36;
      const start = x + long(value) + gap;
      const told = bound === 'ramp' ? excessOf(own, stop, isPhone) : view.isAdded && isMoved ? changeOf(own, view) : '';
      return [
        s('text', { class: isPhone ? 'strong' : 'head', x, y: top - (isPhone ? 7 : 12) }, named(own, kind)),
        told && s('text', { class: isPhone ? 'axis ink' : 'strong', x: x + (hasLists ? LISTS : width),
          y: top - (isPhone ? 7 : 12), 'text-anchor': 'end' }, told),
        ...(hasLists ? drawExcess(own[0], stop, top) : []),
        bound === 'ramp' && s('rect', { class: 'bound-bar hinge pale', x, y: top, height,
          width: long(meanOf(own, 'hinge', stop)) }),
        s('rect', { class: `bound-bar ${bound === 'ramp' ? 'ramp-bar' : bound}`, x, y: top, height,
          width: long(value) }),
        s('rect', { class: 'bound-loss', x, y: top + (height - tall) / 2, height: tall,
          width: Math.max(1, long(meanOf(own, 'loss', stop))) }),
        // Behind the line of w = 0, if the line would cross it.
        bound === 'hinge' && s('text', { class: 'value halo hinge', x: start < line && start + room > line
          ? line + gap : start, y: top + height / 2 + (isPhone ? 5 : 7) }, fixed(value, EACH)),
      ];
    }),
    s('text', { class: 'axis', x: x + long(1), y: end + (isPhone ? 20 : 28), 'text-anchor': 'middle' },
      isPhone ? '1, at ' : '1, as at ', symbol('w'), ' = 0'),
    s('text', { class: 'axis', x: x + width, y: end + (isPhone ? 20 : 28), 'text-anchor': 'end' },
      isPhone || hasLists ? `${name}, loss inside` : `${name} over the searches, their loss inside`),
  ].flat();
}
