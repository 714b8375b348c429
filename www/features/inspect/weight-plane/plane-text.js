// The plane of w in words: what happens at an iteration, what the picture shows, and the path as a table.

import { count, figure, plural } from '../../../lib/format.js';
import { extremes } from '../../../lib/contours.js';
import { h } from '../../../ui/dom.js';
import { sceneOf } from './scene.js';

/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./floor.js').CutOnPlane} CutOnPlane */

const PATH_ROWS = 12;

/**
 * What happens at this iteration. In slow motion it names only what the phase shows, see `sceneOf`.
 * @param {WeightPlane} plane @param {CutOnPlane[]} newest @param {import('./scene.js').Phase | null} phase
 */
export function storyOf(plane, newest, phase) {
  const { iteration, path, best, held, has_floor: hasFloor } = plane;
  const at = iteration === best ? 'This is the best w so far.' : `The star is the best w, of iteration ${count(best)}.`;
  const scene = sceneOf(plane, phase);
  const next = path[iteration + 1] && scene.step ? 'The dotted line leads to the next w. ' : '';
  if (!hasFloor) {
    return [h('b', {}, `Iteration ${count(iteration)}.`),
      ` No floor: this method follows the slope of its objective. ${next}${at}`];
  }
  if (!newest.length) {
    return [h('b', {}, `Iteration ${count(iteration)}: no plane is violated.`),
      ` The working set has ${plural(held.length, 'plane')}; those with α > 0 hold w, and the certificate counts them. `
        + at];
  }
  const arrives = newest.length === 1 ? '1 plane arrives.' : `${count(newest.length)} planes arrive.`;
  return [h('b', {}, `Iteration ${count(iteration)}: ${arrives}`),
    ` ${plural(held.length, 'plane')} ${held.length === 1 ? 'was' : 'were'} there. `
      + `${scene.ring ? 'The ring is the lowest point of the floor. ' : ''}${next}${at}`];
}

/** Which plane it is, and how far w lies beside it; nothing for data with two features. @param {WeightPlane} plane */
export function whichPlane({ path, iteration, axes }) {
  if (axes.x.length === 2) return '';
  const { x, y, off } = path[iteration];
  const which = axes.features ? 'A slice through the best w: all other weights are those of the best w.'
    : 'The plane through 0 and the best w that is nearest to the path.';
  const isFar = off > 0.005 * (Math.hypot(x, y, off) || 1);
  return isFar ? `${which} This w lies ${figure(off)} beside the picture.` : which;
}

/**
 * The picture in words.
 * @param {WeightPlane} plane @param {Float64Array | null} exact @param {[string, string]} names
 */
export function labelOf({ path, iteration, best, new: found, has_floor: hasFloor }, exact, names) {
  const place = (/** @type {number} */ index) => `(${figure(path[index].x)}, ${figure(path[index].y)})`;
  const objective = exact ? `The objective is lowest at ${figure(extremes(exact)[0])}`
    : 'The objective is being computed';
  const planes = hasFloor ? ` ${plural(found.length, 'plane')} ${found.length === 1 ? 'was' : 'were'} found here.` : '';
  return `The plane of w over ${names.join(' and ')}. w of iteration ${count(iteration)} at ${place(iteration)}, `
    + `the best at ${place(best)}. ${objective}.${planes} The tables have the numbers.`;
}

/** The newest points of the path. @param {WeightPlane} plane @param {[string, string]} names */
export function pathTable({ path, iteration }, names) {
  const first = Math.max(0, iteration + 1 - PATH_ROWS);
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, `w of iterations ${first} to ${iteration}`),
    h('thead', {}, h('tr', {},
      ['iteration', ...names, 'beside the picture'].map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, path.slice(first, iteration + 1).map(({ x, y, off }, at) => h('tr', {},
      h('th', { scope: 'row' }, count(first + at)), [x, y, off].map((value) => h('td', {}, figure(value)))))));
}
