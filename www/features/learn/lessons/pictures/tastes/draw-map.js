// Draws items as points of a map, a user as an arrow, and the first items of the list. No state.

import { s } from '../../../../../ui/dom.js';
import { drawn, footOf, leading, pointsOf } from '../../../../ratings/map-geometry.js';
import { middleOf, placeOf } from './layouts.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('../../../../../core/ratings-protocol.js').Factors} Factors */
/** @typedef {import('../../../../ratings/map-geometry.js').Scale} Scale */
/** `first`: the first items of the list. `longest`: the longest arrow.
 * @typedef {{ arrow: [number, number], first: readonly number[], longest: number }} View */

const HEAD = 14; // length of the head of the arrow
const NUMBER = 18; // room of a number
const SPOT = 12; // points nearer than this share a label
const FEET = 3; // items with a number, and a line to the arrow

/** @param {readonly [number, number]} from @param {readonly [number, number]} to */
const between = (from, to) => ({ x1: from[0], y1: from[1], x2: to[0], y2: to[1] });

/** @param {Layout} layout @param {Factors} factors @param {Scale} scale @param {View} view */
export function drawMap(layout, factors, scale, { arrow, first }) {
  const { map: { x, y, side }, isPhone } = layout;
  const middle = middleOf(layout);
  const tip = placeOf(layout, drawn(arrow, scale.perUser));
  const length = Math.hypot(...arrow) || 1;
  const [dx, dy] = [arrow[0] / length, -arrow[1] / length];
  const along = (/** @type {number} */ by) => /** @type {const} */ ([middle[0] + by * dx, middle[1] + by * dy]);
  const head = [-1, 1].map((sign) => `${tip[0] - HEAD * dx - (sign * HEAD * dy) / 2},${
    tip[1] - HEAD * dy + (sign * HEAD * dx) / 2}`);
  const spotOf = (/** @type {number} */ item) => leading(factors.places, factors.rank, item);
  return [
    s('rect', { class: 'taste-ground', x, y, width: side, height: side, rx: 10 }),
    s('line', { class: 'chart-base', ...between([x, middle[1]], [x + side, middle[1]]) }),
    s('line', { class: 'chart-base', ...between([middle[0], y], [middle[0], y + side]) }),
    s('line', { class: 'taste-line', ...between(along(-side / 2), along(side / 2)) }),
    ...pointsOf(factors, scale).map((point) => {
      const [cx, cy] = placeOf(layout, [point.x, point.y]);
      return s('circle', { class: first.includes(point.item) ? 'taste-item first' : 'taste-item', cx, cy,
        r: isPhone ? 3 : 6 });
    }),
    ...first.slice(0, FEET).map((item) => {
      const foot = footOf(spotOf(item), arrow, scale.perItem);
      return foot && s('line', { class: 'taste-foot',
        ...between(placeOf(layout, drawn(spotOf(item), scale.perItem)), placeOf(layout, foot)) });
    }),
    ...numbersOf(layout, first.slice(0, FEET).map((item) => placeOf(layout, drawn(spotOf(item), scale.perItem)))),
    s('line', { class: 'taste-arrow', ...between(middle, tip) }),
    s('path', { class: 'taste-head', d: `M${head[0]}L${tip[0]},${tip[1]}L${head[1]}` }),
  ];
}

/** A place in the list. @param {number} rank from 0 */
const ordinal = (rank) => `${rank + 1}${['st', 'nd', 'rd'][rank] ?? 'th'}`;

/**
 * The ranks of the first items beside their points, never over each other. Points at one spot share a label.
 * @param {Layout} layout @param {readonly (readonly [number, number])[]} spots
 */
function numbersOf({ map: { x, side } }, spots) {
  const put = /** @type {[number, number, string][]} */ ([]);
  const near = (/** @type {number} */ one) => spots.findIndex(([cx, cy]) =>
    Math.hypot(cx - spots[one][0], cy - spots[one][1]) < SPOT);
  for (const [first, [cx, cy]] of spots.entries()) {
    if (near(first) < first) continue;
    const ranks = spots.flatMap((_, other) => (near(other) === first ? [ordinal(other)] : [])).join(', ');
    let at = cy - 6;
    const isOver = (/** @type {[number, number, string]} */ [left, top]) =>
      Math.abs(left - cx) < NUMBER && Math.abs(top - at) < NUMBER;
    while (put.some(isOver)) at += NUMBER / 2;
    put.push([cx, at, ranks]);
  }
  return put.map(([cx, y, ranks]) => {
    const isLeft = cx > x + side - 40;
    return s('text', { class: 'strong halo', x: cx + (isLeft ? -13 : 13), y, 'text-anchor': isLeft ? 'end' : 'start' },
      ranks);
  });
}

/**
 * The first items, with the two parts of their scores as bars. @param {Layout} layout @param {Factors} factors
 * @param {View} view
 */
export function drawFirst({ isPhone, list: { x, y, pitch, bar, width } }, factors, { arrow, first, longest }) {
  const least = Math.min(...factors.biases);
  const parts = first.map((item) => {
    const [one, other] = leading(factors.places, factors.rank, item);
    return { taste: one * arrow[0] + other * arrow[1], bonus: factors.biases[item] - least };
  });
  const lowest = Math.min(0, ...parts.map(({ taste }) => taste));
  // One scale for every arrow: a longer one leaves the bonus as it is.
  const most = Math.max(1e-9, ...factors.biases.map((bias, item) =>
    longest * Math.hypot(...leading(factors.places, factors.rank, item)) + bias - least));
  const wide = (/** @type {number} */ value) => (width * value) / most;
  const zero = x + bar - wide(lowest);
  return [
    s('text', { class: 'strong', x, y: y - (isPhone ? 46 : 40) }, isPhone ? 'first items' : 'user’s list'),
    s('text', { class: 'axis ours', x: isPhone ? x : x + bar, y: y - (isPhone ? 26 : 40) }, 'taste'),
    s('text', { class: 'axis', x: isPhone ? x + 38 : x + bar + 52, y: y - (isPhone ? 26 : 40) }, '+ bonus'),
    ...first.map((_, rank) => s('text', { class: 'taste-row', x, y: y + rank * pitch + 5 },
      ordinal(rank))),
    ...parts.flatMap(({ taste, bonus }, rank) => {
      const height = isPhone ? 14 : 20;
      const top = y + rank * pitch - height / 2;
      return [s('rect', { class: 'taste-bonus', x: zero + wide(Math.max(0, taste)), y: top, height,
        width: wide(bonus) }),
      s('rect', { class: 'taste-part', x: zero + wide(Math.min(0, taste)), y: top, height,
        width: wide(Math.abs(taste)) })];
    }),
  ].flat();
}
