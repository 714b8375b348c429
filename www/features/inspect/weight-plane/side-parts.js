// The views of the plane of w from the side with their heads and keys: the slice through w, and the line to the best w.

import { plural } from '../../../lib/format.js';
import { ofRun } from '../../../lib/of-run.js';
import { fill, h } from '../../../ui/dom.js';
import { slacksAlong } from './floor.js';
import { SIZE, coordinate } from './grid.js';
import { valueBetween } from './price-shades.js';
import { lineDrawing, sliceDrawing } from './side-views.js';

/** @typedef {import('./weight-plane-state.js').PlaneOfWState} State */
/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */

/** @param {string} kind */
export const swatch = (kind) => h('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' });

/**
 * The floor and the true slack over the line across the plane that goes through a w.
 * @param {Element} place @param {WeightPlane} plane
 * @param {{ square: import('./grid.js').Frame, at: { x: number, y: number }, values: Float64Array | null, c: number,
 *   names: [string, string], isRisen: boolean }} slice `values`: the exact objective; `c`: the price of all slack;
 *   `isRisen`: whether the new planes have raised the floor
 */
export function showSlice(place, plane, { square, at, values, c, names, isRisen }) {
  const { price, height } = plane;
  const mean = (/** @type {Float64Array} */ slacks) => slacks.map((slack) => (price * slack) / c);
  const { before, after } = slacksAlong(plane, square, at.y);
  const [bottom, top] = square.y;
  const truth = values && Float64Array.from({ length: SIZE }, (_, column) => {
    const x = coordinate(square.x, column);
    const objective = valueBetween(values, column, ((SIZE - 1) * (at.y - bottom)) / (top - bottom));
    return (objective - height - (x * x + at.y * at.y) / 2) / c;
  });
  fill(place,
    h('h3', { id: 'slice-head' }, 'Side view ', h('span', { class: 'muted' }, 'of the dotted slice through w')),
    sliceDrawing({ square, at, before: isRisen ? mean(before) : null, floor: mean(isRisen ? after : before), truth,
      names }),
    h('ul', { class: 'plane-key' },
      h('li', {}, swatch('hinge'), truth ? 'true mean slack' : 'true mean slack, once it is computed'),
      h('li', {}, swatch('floor-edge'), 'floor of all planes'),
      isRisen && h('li', {}, swatch('lift'), 'lift of the newest planes')));
}

/**
 * While the line of another iteration is computed, the last one stays, so that nothing jumps.
 * @param {Element} place @param {State} state @param {(query: number) => string} idOf
 */
export function showLine(place, state, idOf) {
  const reply = ofRun(state.weightplane.line, state.run);
  const line = reply?.line ?? null;
  const name = reply ? `query ${idOf(reply.query)}` : '';
  fill(place,
    h('h3', { id: 'line-head' }, 'Line view ', h('span', { class: 'muted' }, `${name} on the way to the best w`)),
    line && reply ? lineDrawing(line, reply.iteration) : h('p', { class: 'muted' }, reply?.problem || 'Computing …'),
    line && h('ul', { class: 'plane-key' },
      h('li', {}, swatch('hinge'), hingeText(line)),
      h('li', {}, swatch('floor-edge'), 'floor of its planes'),
      h('li', {}, swatch('lift'), 'lift of the newest plane')));
}

/** @param {import('./weight-plane-state.js').HingeOnLine} line */
const hingeText = ({ kinks, is_exact: isExact }) => `hinge H, the highest line of all permutations: `
  + `${plural(Math.max(0, kinks.length - 2), 'kink')}${isExact ? '' : ', and more that are not drawn'}`;
