// The curves of the laboratories of theory, which Studies and the lessons share. Pure.

import { count } from '../lib/format.js';

/** @typedef {import('../wasm/rankscope.js').LabResult} LabResult */
/** @typedef {Extract<LabResult, { lab: 'margins' }>} Margins */
/** @typedef {Margins['curves'][number]} MarginCurve */
/** @typedef {Extract<LabResult, { lab: 'steps' }>['rows']} StepRows */
/** @typedef {Extract<LabResult, { lab: 'online-to-batch' }>['file_order']} OnlinePass */
/** @typedef {readonly [number, number]} Point */

/** The axis of margins. */
export const GAMMA = { least: 0, most: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], label: 'margin γ' };

/** @param {number} x @param {number} y @returns {Point} */
const point = (x, y) => [x, y];

/** The points that are there. @param {readonly number[]} across @param {readonly (number | null | undefined)[]} up */
export const pointsOf = (across, up) => across.flatMap((x, at) => {
  const y = up[at];
  return typeof y === 'number' ? [point(x, y)] : [];
});

/** The curve of a weighting of bad documents, or the first one. @param {Margins} result @param {string} name */
export const marginCurveOf = ({ curves }, name) => curves.find(({ generator }) => generator === name) ?? curves[0];

/** The error, the second term and their sum along γ. @param {Margins} result @param {MarginCurve} curve
 * @param {boolean} isPhone */
export const marginCurves = ({ gammas, second_chosen: second }, { first, sum }, isPhone) => ({
  error: { name: isPhone ? 'error at γ' : 'error on the data at γ', hue: 0, points: pointsOf(gammas, first) },
  second: { name: 'second term', hue: 2, points: pointsOf(gammas, second), isDashed: true },
  sum: { name: isPhone ? 'the bound' : 'sum: the bound', hue: 3, points: pointsOf(gammas, sum) },
});

/** Planes that the theory allows, its first term, and planes that training needs, along ε. @param {StepRows} rows
 * @param {boolean} isPhone */
export const planeCurves = (rows, isPhone) => ({
  allowed: { name: 'allowed', hue: 3, points: rows.map(({ epsilon, bound }) => point(epsilon, bound)) },
  first: { name: isPhone ? '2mΔ̄/ε' : 'its first term, 2mΔ̄/ε', hue: 5, isDashed: true,
    points: rows.map(({ epsilon, first }) => point(epsilon, first)) },
  needed: { name: 'needed', hue: 1, isStep: true, points: rows.flatMap(({ epsilon, planes }) =>
    (typeof planes === 'number' && planes > 0 ? [point(epsilon, planes)] : [])) },
});

/** A tick of an axis of counts: a power of ten is written as one. @param {number} value */
export const powerText = (value) =>
  (value < 1e4 ? count(value) : `10${superscript(Math.round(Math.log10(value)))}`);

/** @param {number} power */
const superscript = (power) => [...String(power)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');

/** The diagonal, and both test losses of each pass. @param {readonly OnlinePass[]} passes
 * @param {Point} ends of the axes @param {boolean} isPhone */
export function passCurves(passes, [least, most], isPhone) {
  /** @param {(pass: OnlinePass) => number} value */
  const points = (value) => passes.map((pass) => point(pass.paid, value(pass)));
  return {
    diagonal: { name: isPhone ? 'as paid' : 'as much as paid', hue: 5, isDashed: true,
      points: [point(least, least), point(most, most)] },
    last: { name: 'last w', hue: 4, isDots: true, points: points((pass) => pass.last_iterate) },
    mean: { name: isPhone ? 'w̄' : 'mean iterate w̄', hue: 1, isDots: true,
      points: points((pass) => pass.mean_iterate) },
  };
}
