// Draws the list of the violator on its way into the plane, where it becomes a line. No state.

import { s } from '../../../../../ui/dom.js';
import { endsOf, pointList } from '../../../../../pictures/plane-geometry.js';

/** @typedef {import('../../../../../pictures/plane-geometry.js').Point} Point */
/** @typedef {import('./view.js').PlaneView} PlaneView */

const ARC = 28; // units by which the way is bent upwards

/** @param {PlaneView} view */
export function drawFlight(view) {
  const { flight } = view;
  if (flight <= 0 || flight >= 1) return [];
  return [s('polygon', { class: 'flight', points: pointList(corners(view, flight)) })];
}

/** @param {PlaneView} view @param {number} share of the way @returns {Point[]} */
function corners({ layout: { list, square }, turns, run }, share) {
  const line = turns[0]?.line;
  const ends = line ? endsOf(square, line) : null;
  if (!list || !ends || !run) return [];
  const bottom = list.top + run.pages.length * list.row;
  const right = list.left + list.width;
  const [[x1, y1], [x2, y2]] = ends;
  const [mx, my] = [x1 + (x2 - x1) / 2, y1 + (y2 - y1) / 2];
  const from = [[list.left, list.top], [right, list.top], [right, bottom], [list.left, bottom]];
  const to = [[mx, my - 2], [x2, y2 - 2], [x2, y2 + 2], [mx, my + 2]];
  return from.map(([x, y], at) => [x + share * (to[at][0] - x),
    y + share * (to[at][1] - y) - ARC * Math.sin(Math.PI * share)]);
}
