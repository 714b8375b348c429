// What is seen from the side of the plane of w, along a cut: the lines of planes, the floor that they make, and the
// true slack above the floor. Data in, drawing out.

import './side-view.css';
import { freshId } from '../ui/fields.js';
import { s } from '../ui/dom.js';
import { pathOf, spotOf } from './plane-geometry.js';

/** @typedef {import('./plane-geometry.js').Frame} Frame */
/** @typedef {import('./plane-geometry.js').Point} Point */
/**
 * Curves over the places of a cut, as points from left to right. `lines`: planes, and whether they are the newest.
 * `floor`: the highest of all planes, and at least 0. `before`: the floor without the newest planes; null where their
 * lift is not shown. `truth`: the true slack; null while it is hidden or unknown.
 * @typedef {{ lines: { points: Point[], isNewest: boolean }[], floor: Point[], before: Point[] | null,
 *   truth: Point[] | null }} SideCurves
 */

/** @param {Frame} frame the places across and the values upwards @param {SideCurves} curves */
export function drawSideView(frame, { lines, floor, before, truth }) {
  const { left, top, width, height } = frame;
  const spots = (/** @type {Point[]} */ points) => points.map((point) => spotOf(frame, point));
  const curve = (/** @type {string} */ kind, /** @type {Point[]} */ points) =>
    s('path', { class: kind, d: pathOf(spots(points)) });
  const area = (/** @type {string} */ kind, /** @type {Point[]} */ above, /** @type {Point[]} */ below) =>
    s('path', { class: kind, d: `${pathOf(spots([...above, ...below.toReversed()]))}Z` });
  const ground = /** @type {Point[]} */ ([[frame.x[0], 0], [frame.x[1], 0]]);
  const id = freshId('side-view');
  const [[, zero]] = spots(ground);
  return [
    s('clipPath', { id }, s('rect', { x: left, y: top, width, height: height + 2 })),
    s('g', { 'clip-path': `url(#${id})` },
      area('side-floor', floor, ground),
      before && area('side-lift', floor, before),
      truth && area('side-gap', truth, floor),
      lines.map(({ points, isNewest }) => curve(`side-line${isNewest ? ' newest' : ''}`, points)),
      curve('side-edge', floor),
      truth && curve('side-true', truth)),
    s('line', { class: 'side-base', x1: left, x2: left + width, y1: zero, y2: zero }),
  ];
}

/**
 * The highest of some functions at each place, and at least 0.
 * @param {readonly number[]} places @param {readonly ((place: number) => number)[]} demands @returns {Point[]}
 */
export const floorOf = (places, demands) =>
  places.map((place) => [place, demands.reduce((most, demand) => Math.max(most, demand(place)), 0)]);
