// The laboratory of complexity: a bound from above and an estimate from below, for a largest norm B.

import { fixed, significant } from '../../lib/format.js';
import { s } from '../../ui/dom.js';
import { placeOn, roundTicks } from '../../pictures/lab-curves.js';
import { choiceOf, dataLab } from './data-lab.js';
import { listHandle } from './generalisation-lab.js';
import { RADII, SCALINGS } from './lab-values.js';

/** @typedef {Extract<import('./lab-view.js').LabResult, { lab: 'complexity' }>} Complexity */

/** @param {(values: import('./lab-view.js').Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  return dataLab({ name: 'complexity', title: 'Complexity',
    idea: 'How well can a w with ‖w‖ ≤ B follow random signs of the queries? The Rademacher complexity says it for all '
      + 'features. It can be bounded from above and estimated from below. Longer lists do not make it larger.',
    choices: [choiceOf('scale', 'Scaling', SCALINGS, change)],
    handles: [listHandle('radius', 'B', RADII.complexity, change)],
    words: wordsOf, draw,
    more: 'The complexity is E max |1/N Σ ε l| over ‖w‖ ≤ B: the maximum of a difference of convex functions. One '
      + 'random pair of each query gives the bound 2Bρ + φ(0)/√N with ρ = (1/N) sqrt(Σ mean ‖x_i − x_j‖²). Projected '
      + 'gradient ascent finds a w for each draw of signs, which gives the estimate from below; the thin line is from '
      + '5 to 95 % of the draws. The slide’s scale is B·R/√N with the longest document R; it leaves constants out.' });
}

/** @param {Complexity} result */
function wordsOf({ queries, rho, radii: [{ radius, upper, slide, lower }] }) {
  return `B = ${radius}, N = ${queries}: the complexity is at most ${significant(upper, 3)}; ascent `
    + `finds ${significant(lower.mean, 2)} ± ${significant(lower.standard_error, 1)}. The slide’s scale is `
    + `${significant(slide, 3)}. ρ = ${fixed(rho, 4)}.`;
}

/** @param {import('../../pictures/lab-curves.js').CurvesLayout} layout @param {Complexity} result */
function draw({ left, right, top, bottom, isPhone }, { radii: [{ upper, slide, lower }] }) {
  const rows = [
    { name: isPhone ? 'found' : 'found by ascent: at least', hue: 1, value: lower.mean, ends: [lower.low, lower.high] },
    { name: isPhone ? 'at most' : '2Bρ + φ(0)/√N: at most', hue: 3, value: upper },
    { name: isPhone ? 'B·R/√N' : 'the slide’s scale, B·R/√N', hue: 5, value: slide },
  ];
  const start = left + (isPhone ? 26 : 150);
  const most = 1.05 * Math.max(upper, slide, lower.high);
  const axis = { least: 0, most, ticks: [], label: '' };
  const x = (/** @type {number} */ value) => placeOn(axis, start, right, value);
  const lane = (bottom - top) / rows.length;
  return [
    roundTicks(0, most, isPhone ? 3 : 5).map((tick) => [
      s('path', { class: 'curves-grid', d: `M${x(tick).toFixed(1)} ${top}V${bottom}` }),
      s('text', { class: 'axis', x: x(tick), y: bottom + 18, 'text-anchor': 'middle' }, significant(tick, 2))]),
    rows.map(({ name, hue, value, ends }, at) => {
      const middle = top + (at + 0.5) * lane;
      const high = middle - lane * 0.2;
      return [
        s('text', { x: start - 8, y: middle + 4, 'text-anchor': 'end' }, name),
        s('rect', { class: `curves-bar curve-${hue}`, x: start, y: high, width: x(value) - start, height: lane * 0.4 }),
        ends && s('path', { class: 'curves-spread', d: `M${x(ends[0])} ${middle}H${x(ends[1])}` }),
        s('text', { x: x(ends ? Math.max(value, ends[1]) : value) + 8, y: middle + 4 }, significant(value, 3))];
    }),
    s('text', { class: 'axis', x: (start + right) / 2, y: bottom + 36, 'text-anchor': 'middle' }, 'complexity'),
  ].flat(2);
}
