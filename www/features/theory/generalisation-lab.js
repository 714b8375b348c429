// The laboratory of generalisation: loss on drawn queries, risk and bounds along B.

import { fixed, percent, significant } from '../../lib/format.js';
import { drawCurves, follow, roundTicks } from '../../pictures/lab-curves.js';
import { choiceOf, dataLab, featureOf } from './data-lab.js';
import { handle } from './lab-handle.js';
import { DELTAS, NUMBERS, RADII as ALL_RADII, SCALINGS } from './lab-values.js';

/** @typedef {Extract<import('./lab-view.js').LabResult, { lab: 'generalisation' }>} Generalisation */
/** @typedef {import('./lab-view.js').Values} Values */

const RADII = ALL_RADII.generalisation;

/** The place of a value of a list, or of the nearest one. @param {readonly number[]} list @param {number} value */
function placeIn(list, value) {
  const farness = list.map((other) => Math.abs(other - value));
  return farness.indexOf(Math.min(...farness));
}

/** A handle that steps through a list. @param {string} name @param {string} label @param {readonly number[]} list
 * @param {(values: Values) => void} change */
export function listHandle(name, label, list, change) {
  const slider = handle(label, [0, list.length - 1, 1], (at) => change({ [name]: String(list[at]) }));
  return { element: slider.element,
    update(/** @type {Values} */ values) {
      const value = Number(values[name]);
      slider.update(placeIn(list, value), String(value));
    } };
}

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  return dataLab({ name: 'generalisation', title: 'Generalisation',
    idea: 'The training file is the population. N queries are drawn from it, and w minimises the loss on them, with '
      + '‖w‖ at most B. A larger B lowers the loss on the draw, and widens what the bound has to add.',
    choices: [featureOf('first', 'First feature', change), featureOf('second', 'Second feature', change),
      choiceOf('scale', 'Scaling', SCALINGS, change)],
    handles: [listHandle('queries', 'N', NUMBERS, change), listHandle('radius', 'B', RADII, change),
      listHandle('delta', 'δ', DELTAS, change)],
    words: wordsOf, draw,
    more: 'The loss is the mean of log(1 + e^−o) over the pairs of a query. Hypotheses are 20 lengths in 72 '
      + 'directions, and w = 0, so every maximum is exact. The symmetrised maximum is that of |1/N Σ ε l| with random '
      + 'signs ε. The slide adds it and sqrt(log(1/δ)/N) to the training loss, without the constants of the proof. '
      + 'The full bound is the training loss + 2Bρ + 3M sqrt(log(2/δ)/2N). Curves are means over 400 draws.',
    follow: (svg, layout) => follow(svg, layout, axisOf(), (value) => {
      change({ radius: String(RADII[placeIn(RADII.map(Math.log), Math.log(value))]) });
    }) });
}

const axisOf = () => ({ least: RADII[0], most: RADII[RADII.length - 1], ticks: RADII, label: 'B, the largest ‖w‖',
  isLog: true });

/** @param {Generalisation} result @param {Values} values */
const radiusOf = ({ radii }, values) => radii[placeIn(radii.map(({ radius }) => radius), Number(values.radius))];

/** @param {Generalisation} result @param {Values} values */
function wordsOf(result, values) {
  const { radius, training, risk, least_risk: least, slide_bound: slide, slide_held: held, uniform_held: uniform,
    full_bound: full, full_held: always } = radiusOf(result, values);
  return `N = ${result.queries}, B = ${radius}: the minimiser pays ${fixed(training.mean, 3)} on its `
    + `draw and ${fixed(risk.mean, 3)} on the population; the best w pays ${fixed(least, 3)}. The slide’s bound, `
    + `${significant(slide.mean, 3)}, held in ${percent(held)} of the draws, and the statement for all w behind it in `
    + `${percent(uniform)}. The full bound, ${significant(full.mean, 3)}, held in ${percent(always)}. The slide’s `
    + `bound would choose B = ${result.chosen_by_slide}; `
    + `B = ${result.best} has the least risk.`;
}

/** @param {import('../../pictures/lab-curves.js').CurvesLayout} layout @param {Generalisation} result
 * @param {Values} values */
function draw(layout, result, values) {
  const { radii } = result;
  /** @param {(of: Generalisation['radii'][number]) => number} value */
  const points = (value) => radii.map((of) => /** @type {const} */ ([of.radius, value(of)]));
  const least = Math.min(...radii.map(({ slide_bound: slide }) => slide.mean));
  const most = 2 * Math.max(least, ...radii.map(({ training }) => training.mean * 0.75));
  const isPhone = layout.isPhone;
  return drawCurves(layout, { x: axisOf(), at: radiusOf(result, values).radius,
    y: { least: 0, most, ticks: roundTicks(0, most), label: 'loss', text: (value) => fixed(value, most < 1 ? 2 : 1) },
    curves: [
      { name: isPhone ? 'training' : 'training loss of the minimiser', hue: 0,
        points: points(({ training }) => training.mean) },
      { name: isPhone ? 'risk' : 'its risk', hue: 1, points: points(({ risk }) => risk.mean) },
      { name: isPhone ? 'symm. max' : 'symmetrised maximum', hue: 2,
        points: points(({ symmetrised }) => symmetrised.mean) },
      { name: isPhone ? 'max |R − R̂|' : 'largest |R − R̂|', hue: 4, isDashed: true,
        points: points(({ deviation }) => deviation.mean) },
      { name: isPhone ? 'slide’s' : 'slide’s bound', hue: 3, points: points((of) => of.slide_bound.mean) },
      { name: isPhone ? 'full' : 'full bound', hue: 5, points: points((of) => of.full_bound.mean), isDashed: true },
    ] });
}
