// Draws what the ramp bound charges for one search: its slack, the excess that is cut off, and what is left. No state.

import { s } from '../../../../../ui/dom.js';
import { symbol } from '../drawn-frame.js';
import { kindsOf } from './draw-lanes.js';
import { STOPS } from './searches-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./searches-run.js').Search} Search */

const DIGITS = 2;

/** The first search of the rarer kind, and its name. @param {readonly Search[]} searches */
function rareOf(searches) {
  const { kind, own } = kindsOf(searches).at(-1) ?? { kind: '', own: [] };
  return { kind, count: own.length, search: own[0] };
}

/** Slack, excess and what is charged, as printed: the parts add up. @param {Search} search @param {number} stop */
function partsOf({ hinge, ramp }, stop) {
  const [slack, charged] = [hinge[stop], ramp[stop]].map((value) => Number(value.toFixed(DIGITS)));
  return { slack, charged, excess: Math.max(0, slack - charged) };
}

/** The parts in words. @param {readonly Search[]} searches @param {number} stop */
export function excessWords(searches, stop) {
  const { kind, search } = rareOf(searches);
  const { slack, excess, charged } = partsOf(search, stop);
  return `one ${kind}: slack ${slack.toFixed(DIGITS)}, excess ${excess.toFixed(DIGITS)}, charged ${
    charged.toFixed(DIGITS)}`;
}

/** @param {Layout} layout @param {readonly Search[]} searches @param {number} stop */
export function drawExcess({ isPhone, cut: { name, x, head, y, step, width, height } }, searches, stop) {
  const { kind, count, search } = rareOf(searches);
  const { slack, excess, charged } = partsOf(search, stop);
  const long = (/** @type {number} */ value) => (width * value) / Math.max(...STOPS.map((_, at) => search.hinge[at]));
  const end = y + 2 * step + height;
  const rows = [
    { words: 'slack', value: slack, from: 0, kind: 'hinge' },
    { words: isPhone ? '− excess' : '− excess, cut off', value: excess, from: charged, kind: 'hinge cut' },
    { words: '= charged', value: charged, from: 0, kind: 'ramp-bar' },
  ];
  return [
    s('text', { class: isPhone ? 'strong' : 'head', x: name, y: head }, `One of the ${count} ${kind}s`),
    s('line', { class: 'bound-start', x1: x + long(1), x2: x + long(1), y1: y - 4, y2: end + (isPhone ? 4 : 8) }),
    ...rows.flatMap((row, at) => {
      const top = y + at * step;
      const middle = top + height / 2 + (isPhone ? 5 : 6);
      return [s('text', { class: isPhone ? 'axis ink' : 'strong', x: name, y: middle }, row.words),
        s('rect', { class: `bound-bar ${row.kind}`, x: x + long(row.from), y: top, height,
          width: Math.max(1, long(row.value)) }),
        s('text', { class: `${isPhone ? 'strong' : 'value'} halo`, x: x + long(row.from + row.value) + 8, y: middle },
          row.value.toFixed(DIGITS))];
    }),
    s('text', { class: 'axis', x: x + long(1), y: end + (isPhone ? 18 : 26), 'text-anchor': 'middle' },
      '1, as at ', symbol('w'), ' = 0'),
  ];
}
