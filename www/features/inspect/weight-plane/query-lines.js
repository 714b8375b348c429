// Which planes have a line in the picture: those of the chosen query, of this iteration and before. Pure.

import { endsOf } from '../../../pictures/plane-geometry.js';
import { demandAt, newestOf } from './floor.js';

/** @typedef {import('../../../wasm/rankscope.js').CutOnPlane} CutOnPlane */
/** @typedef {import('../../../wasm/rankscope.js').WeightPlane} WeightPlane */
/** @typedef {import('./grid.js').Frame} Frame */

const MOST = 6; // lines; more would hide the contours
const OTHERS = 3; // lines of other queries, where the chosen one has none

/**
 * The planes of a query whose lines cross the frame: those found at the iteration, then the earlier ones that hold w
 * most. Where all queries share their planes, these are shown; where the query has no line, the newest of the others.
 * @param {WeightPlane} plane @param {number | null} query @param {Frame} frame
 * @returns {CutOnPlane[]}
 */
export function linesOf(plane, query, frame) {
  const crosses = (/** @type {CutOnPlane} */ cut) => endsOf(frame, cut) !== null;
  const isOwn = (/** @type {CutOnPlane} */ cut) => typeof cut.query !== 'number' || cut.query === query;
  const newest = newestOf(plane).filter(crosses);
  const earlier = plane.held.filter((cut) => isOwn(cut) && crosses(cut))
    .toSorted((one, other) => other.dual - one.dual || other.found_at - one.found_at);
  const own = [...newest.filter(isOwn), ...earlier].slice(0, MOST);
  return own.length ? own : newest.slice(0, OTHERS);
}

/**
 * The plane among some that demands most slack at a w; the first of them where none demands any, null without one.
 * @param {CutOnPlane[]} cuts @param {{ x: number, y: number }} at
 */
export function mostDemanding(cuts, at) {
  const [first = null, ...others] = cuts;
  return others.reduce((best, cut) =>
    (best && demandAt(cut, at) > Math.max(0, demandAt(best, at)) ? cut : best), first);
}
