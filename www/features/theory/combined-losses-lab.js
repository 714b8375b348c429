// The laboratory of combined losses: the mean slacks of two losses, along their weights.

import { fixed, percent, significant } from '../../lib/format.js';
import { drawCurves, roundTicks } from '../../pictures/lab-curves.js';
import { choiceOf, dataLab } from './data-lab.js';
import { listHandle } from './generalisation-lab.js';
import { handle } from './lab-handle.js';
import { TRAINING_WEIGHTS, LOSSES, SCALINGS } from './lab-values.js';

/** @typedef {Extract<import('./lab-view.js').LabResult, { lab: 'combined-losses' }>} Combined */
/** @typedef {import('./lab-view.js').Values} Values */

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  const share = handle('λ', [0, 1, 0.05], (value) => change({ share: String(value) }));
  return dataLab({ name: 'combined-losses', title: 'Weights of combined losses',
    idea: 'Two losses, one w. The regret of a loss is what its mean slack loses against training alone, as a share of '
      + 'all that training can gain. Which weights make the larger regret least?',
    choices: [choiceOf('first', 'First loss', LOSSES, change), choiceOf('second', 'Second loss', LOSSES, change),
      choiceOf('scale', 'Scaling', SCALINGS, change)],
    handles: [{ element: share.element,
      update: (values) => share.update(Number(values.share), fixed(Number(values.share), 2)) },
    listHandle('c', 'C', TRAINING_WEIGHTS, change)],
    words: wordsOf, draw,
    more: 'The objective is ½‖w‖² + C max (R_l(w) − R_l*)/(R_l(0) − R_l*). R_l is the mean slack of a loss, and R_l* '
      + 'that of the model trained with this loss and C alone. A ratio is negative where a longer w has less slack. A '
      + 'loss of which training alone takes less than 0.1 % is left out. λ is the share of the dual variables that '
      + 'belongs to the first loss; every other λ has a lower dual. The line also weighs ‖w‖, so it can bend '
      + 'upwards at an end. Minimising over the weights as well would pick the '
      + 'easiest loss, maximising the one that cannot be learned.' });
}

/** The name of a loss for people. @param {string} name */
const textOf = (name) => LOSSES.find(({ value }) => value === name)?.text ?? name;

/** The model of the weight at the handle. @param {Combined} result @param {Values} values */
const pointAt = ({ front }, values) => front[Math.round(Number(values.share) * (front.length - 1))];

/** @param {Combined} result @param {Values} values */
function wordsOf(result, values) {
  const { components, front, dual } = result;
  const out = components.filter(({ part }) => !part).map(({ name, at_zero: zero, alone }) =>
    `${textOf(name)} is left out: trained alone, its mean slack goes from ${fixed(zero, 4)} to ${fixed(alone, 4)}. `);
  const point = pointAt(result, values);
  if (front.length === 0 || !point) {
    return `${out.join('')}So there is nothing to weigh; raise C or take another loss.`;
  }
  const [one, other] = components;
  const parts = components.flatMap(({ part }) => part ?? []);
  const alone = `Trained alone, ${textOf(one.name)} has the regret ${percent(other.ratios_of_alone[0])} in `
    + `${textOf(other.name)}, and the other way round it is ${percent(one.ratios_of_alone[1])}.`;
  return `λ = ${parts.map(({ share }) => fixed(share, 3)).join(' and ')} make the larger regret least: `
    + `${parts.map(({ ratio }) => percent(ratio)).join(' and ')}. ${alone} At λ = ${fixed(point.share, 2)} the regrets `
    + `are ${point.ratios.map((ratio) => percent(ratio)).join(' and ')}, and the dual is `
    + `${significant(point.dual, 4)} instead of ${significant(dual, 4)}.`;
}

/** @typedef {import('../../pictures/lab-curves.js').CurvesLayout} CurvesLayout */

/** @param {CurvesLayout} layout @param {Combined} result @param {Values} values */
function draw(layout, result, values) {
  const { components: [one, other], front } = result;
  const { isPhone } = layout;
  /** The mean slacks of the models that are trained alone. */
  const alone = [0, 1].map((model) => /** @type {const} */ ([one.of_alone[model], other.of_alone[model]]));
  const along = front.map(({ slacks }) => slacks);
  const best = /** @type {const} */ ([one.slack, other.slack]);
  const all = [...along, ...alone, best];
  const point = pointAt(result, values);
  /** @param {number} place @param {string} label */
  const axis = (place, label) => {
    const [low, high] = [Math.min(...all.map((pair) => pair[place])), Math.max(...all.map((pair) => pair[place]))];
    const edge = 0.08 * (high - low) || 0.05;
    const ticks = roundTicks(low - edge, high + edge);
    const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(ticks[1] - ticks[0]) - 1e-9)));
    return { least: low - edge, most: high + edge, label, text: (/** @type {number} */ value) => fixed(value, decimals),
      ticks: place === 0 && isPhone ? ticks.filter((_, at) => at % 2 === 0) : ticks };
  };
  const [first, second] = [textOf(one.name), textOf(other.name)];
  return drawCurves(layout, { x: axis(0, `mean slack of ${first}`), y: axis(1, `mean slack of ${second}`), curves: [
    { name: '', hue: 1, points: along },
    { name: isPhone ? 'first alone' : `${first} alone`, hue: 5, isDots: true, points: [alone[0]] },
    { name: isPhone ? 'second alone' : `${second} alone`, hue: 4, isDots: true, points: [alone[1]] },
    { name: `λ = ${fixed(Number(values.share), 2)}`, hue: 1, isDots: true, points: point ? [point.slacks] : [] },
    { name: isPhone ? 'least regret' : 'least larger regret', hue: 3, isDots: true, points: [best] },
  ] });
}
