// Draws the ring of the four phases of a turn of training, and the scale of the two bounds. No state.

import { s } from '../../../../../ui/dom.js';
import { fixed } from '../../../../../lib/format.js';
import { symbol } from '../drawn-frame.js';

/** @typedef {import('./layouts.js').Layout} Layout */

/** The phases, with what each does and where it stands on the ring. */
export const PHASES = [
  { name: 'Oracle', does: ['finds the violator'], x: -1, y: -1 },
  { name: 'Cut', does: ['it becomes a line'], x: 1, y: -1 },
  { name: 'QP', does: ['finds the lowest point'], x: 1, y: 1 },
  { name: 'Update', does: [symbol('w'), ' moves there'], x: -1, y: 1 },
];
const QUARTER = Math.PI / 2;
const START = -3 * Math.PI / 4;

/** The centre of a phase's button. @param {NonNullable<Layout['ring']>} ring @param {number} phase from 1 */
export function phasePlace({ x, y, radius }, phase) {
  const { x: dx, y: dy } = PHASES[phase - 1];
  return [x + dx * radius * Math.SQRT1_2, y + dy * radius * Math.SQRT1_2];
}

/** @param {Layout} layout @param {number} phase from 1 @param {number} turn from 1 */
export function drawRing({ ring, isPhone }, phase, turn) {
  if (!ring) return [];
  const { x, y, radius } = ring;
  const gap = isPhone ? [0.5, 0.58] : [0.36, 0.44];
  return [
    PHASES.map((_phase, at) => s('path', { class: `ring-arc${at < phase - 1 ? ' reached' : ''}`, pathLength: 1,
      'marker-end': at < phase - 1 ? 'url(#ring-head-on)' : 'url(#ring-head)',
      d: arc(x, y, radius, START + at * QUARTER + gap[0], START + (at + 1) * QUARTER - gap[1]) })),
    !isPhone && PHASES.map(({ name, does, y: dy, x: dx }, at) => {
      const [cx, cy] = phasePlace(ring, at + 1);
      const top = dy < 0 ? cy - 66 : cy + 66;
      const isNow = at === phase - 1 ? ' now' : '';
      return [s('text', { class: `ring-name${isNow}`, x: cx + dx * 10, y: top, 'text-anchor': 'middle' }, name),
        s('text', { class: `axis${isNow}`, x: cx + dx * 10, y: top + 22, 'text-anchor': 'middle' },
          does.map((word) => (word instanceof Node ? word.cloneNode(true) : word)))];
    }),
    isPhone && s('text', { class: 'ring-name now', x, y: y + radius + 58, 'text-anchor': 'middle' },
      PHASES[phase - 1].name),
    s('text', { class: 'axis', x, y: y - (isPhone ? 4 : 8), 'text-anchor': 'middle' }, 'iteration'),
    s('text', { class: 'ring-turn', x, y: y + (isPhone ? 20 : 26), 'text-anchor': 'middle' }, String(turn)),
  ];
}

/** @param {number} x @param {number} y @param {number} radius @param {number} from @param {number} to */
function arc(x, y, radius, from, to) {
  const end = (/** @type {number} */ angle) =>
    `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  return `M${end(from)}A${radius} ${radius} 0 0 1 ${end(to)}`;
}

/** The heads of the arrows. */
export const arrowHeads = () => ['ring-head', 'ring-head-on'].map((id) =>
  s('marker', { id, viewBox: '0 0 10 10', refX: 4, refY: 5, markerWidth: 4.4, markerHeight: 4.4, orient: 'auto' },
    s('path', { class: id, d: 'M0 0L10 5L0 10Z' })));

/**
 * The lowest point of the floor and the best price so far, with the ones before.
 * @param {Layout} layout @param {readonly number[]} floors @param {readonly number[]} prices
 */
export function drawGauge({ gauge, isPhone }, floors, prices) {
  if (!gauge) return [];
  const most = Math.ceil(Math.max(...prices) + 0.2);
  const x = (/** @type {number} */ value) => gauge.left + (value / most) * gauge.width;
  const [floor, price] = [floors[floors.length - 1], prices[prices.length - 1]];
  const y = gauge.top;
  const tick = (/** @type {string} */ kind, /** @type {number} */ value, /** @type {boolean} */ isNow) =>
    s('line', { class: `gauge-tick ${kind}${isNow ? ' now' : ''}`, x1: x(value), x2: x(value),
      y1: y - (isNow ? 22 : 9), y2: y + (isNow ? 22 : 9) });
  const gap = (price - floor) / price;
  const near = x(price) - x(floor) < 30;
  return [
    s('rect', { class: 'gauge-gap', x: x(floor), y: y - 15, width: Math.max(0, x(price) - x(floor)), height: 30 }),
    s('line', { class: 'gauge-track', x1: x(0), x2: x(most), y1: y, y2: y }),
    s('line', { class: 'gauge-bar floor', x1: x(0), x2: x(floor), y1: y, y2: y }),
    s('line', { class: 'gauge-bar price', x1: x(price), x2: x(most), y1: y, y2: y }),
    floors.map((value, at) => tick('floor', value, at === floors.length - 1)),
    prices.map((value, at) => tick('price', value, at === prices.length - 1)),
    s('text', { class: 'label', x: x(floor) - (near ? 8 : 0), y: y - 34, 'text-anchor': 'end' },
      isPhone ? 'floor ' : 'floor, lowest point ', s('tspan', { class: 'number floor' }, fixed(floor, 3))),
    s('text', { class: 'label', x: x(price) + (near ? 8 : 0), y: y - 34 },
      s('tspan', { class: 'number price' }, fixed(price, 3)), isPhone ? ' best' : ' best price so far'),
    s('text', { class: 'label', x: (x(floor) + x(price)) / 2, y: y + 42, 'text-anchor': 'middle' },
      `gap ${gap < 0.01 ? (100 * gap).toFixed(2) : (100 * gap).toFixed(0)} %`),
    !isPhone && Array.from({ length: most + 1 }, (_, value) => value)
      .filter((value) => Math.abs(x(value) - (x(floor) + x(price)) / 2) > 60)
      .map((value) => s('text', { class: 'axis', x: x(value), y: y + 40, 'text-anchor': 'middle' }, String(value))),
  ];
}
