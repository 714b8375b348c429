// A bound by margins: the error at a margin γ, what the bound adds, and the searches that a promise needs.

import { count as written, fixed } from '../../../../lib/format.js';
import { powerTicks } from '../../../../pictures/lab-curves.js';
import { GAMMA, marginCurves, powerText } from '../../../../pictures/lab-series.js';
import { marginsOf } from '../figures/margins.js';
import { labPicture } from './lab/lab-picture.js';

/** @typedef {import('./lab/lab-picture.js').LabScene} LabScene */
/** @typedef {import('./lab/lab-picture.js').LabChart} LabChart */
/** @typedef {import('../figures/margins.js').MarginRuns} MarginRuns */

export const description = {
  name: 'A bound by margins',
  shows: 'the error on the data at a margin γ, the second term of the bound, their sum, and how many searches a '
    + 'promise of the bound needs',
  parts: { error: 'error (at a margin)', second: 'second term, sum', needed: 'searches (that a promise needs)' },
};

const MOST = 1.4; // of the axis of errors
const OPEN_GAMMA = 0.1;

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => labPicture({ label: description.name, parts: description.parts, key: () => '',
  load: ({ state }) => marginsOf(state.data?.request), chart }, context);

/** @param {MarginRuns} runs @param {LabScene} scene @returns {LabChart} */
const chart = (runs, scene) => (scene.has('needed') ? alongSearches(runs, scene) : alongMargin(runs, scene));

/** @param {MarginRuns} runs @param {LabScene} scene @returns {LabChart} */
function alongMargin({ result, curve }, { isPhone, count, has, isThere }) {
  const { gammas } = result;
  const { error, second, sum } = marginCurves(result, curve, isPhone);
  const isSum = has('second');
  const near = gammas.findIndex((gamma) => gamma > OPEN_GAMMA + 1e-9);
  const open = isSum ? gammas.length : near;
  const sums = count('second', sum.points.length);
  const told = isThere('second');
  return { x: { ...GAMMA, ticks: isPhone ? [0, 0.5, 1] : GAMMA.ticks, text: (value) => fixed(value, 1) },
    y: { least: 0, most: isSum ? MOST : 1.1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1, ...isSum ? [1.2, 1.4] : []],
      label: 'error', text: (value) => fixed(value, 1) },
    stops: gammas, open, begin: isSum ? near - 1 : 0, handle: 'Margin γ',
    levels: isSum ? [{ y: 1, isLeft: true, name: 'says nothing above 1' }] : [],
    curves: [
      { ...error, points: error.points.slice(0, count('error', error.points.length, open)) },
      ...isSum ? [{ ...second, name: isPhone ? '2nd term' : second.name },
        { ...sum, points: sum.points.slice(0, sums) }] : []],
    words(stop) {
      const gamma = `γ = ${fixed(gammas[stop], 2)}: `;
      const [own, added, whole] = [curve.first[stop], result.second_chosen[stop], curve.sum[stop]];
      if (!isSum) return `${gamma}error ${fixed(own, 3)}`;
      if (typeof added !== 'number' || typeof whole !== 'number') {
        return `${gamma}error ${fixed(own, 3)}, second term ∞`;
      }
      // Printed parts add up: the second one takes the rounding.
      return told ? `${gamma}${fixed(own, 3)} + ${fixed(Number(fixed(whole, 3)) - Number(fixed(own, 3)), 3)} = ${
        fixed(whole, 3)}` : `${gamma}error ${fixed(own, 3)}, second term ${fixed(added, 3)}`;
    },
    hidden: isSum ? { place: [0.55, isPhone ? -0.1 : 0.02], head: 'their sum: ?',
      about: 'Its curve comes after your guess.' }
      : { place: [0.8, 0.25], head: 'a larger γ: ?', about: 'The curve goes on after your guess.' } };
}

/** @param {MarginRuns} runs @param {LabScene} scene @returns {LabChart} */
function alongSearches({ result, curve, needs }, { isPhone, count }) {
  const [least, most] = [needs[0].searches, needs[needs.length - 1].searches];
  const ends = [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most))];
  // Free before the answer is what the searches at hand can promise, and the next stop.
  const open = needs.findIndex(({ searches }) => searches > result.queries) + 1;
  return { x: { least: ends[0], most: ends[1], ticks: powerTicks(ends[0], ends[1], isPhone ? 3 : 6), isLog: true,
    label: isPhone ? 'searches needed' : 'searches needed, log scale', text: powerText },
  y: { least: 0, most: 1.1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], label: 'promised error',
    text: (value) => fixed(value, 1) },
  stops: needs.map(({ searches }) => searches), open, begin: 0, handle: 'Searches needed',
  levels: [{ y: curve.first[0] ?? 0, isLeft: true, name: `error at γ = 0: ${fixed(curve.first[0], 3)}` }],
  curves: [{ name: isPhone ? 'promise' : 'the promise', hue: 3,
    points: needs.map(({ searches, promise }) => /** @type {const} */ ([searches, promise]))
      .slice(0, count('needed', needs.length, open)) }],
  words: (stop) => `To promise ${fixed(needs[stop].promise, 2)}: ${written(needs[stop].searches)} searches`,
  hidden: { place: [0.98, 0.04], head: isPhone ? 'better: ?' : 'a better promise: ?',
    about: 'The curve goes on after your guess.' } };
}
