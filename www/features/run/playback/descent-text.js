// The four phases of a gradient step in words and figures. Draws what the core has worked out.

import { h } from '../../../ui/dom.js';
import { count, figure, fixed, plural, significant } from '../../../lib/format.js';
import { featureName } from '../../inspect/model/weight-names.js';
import { figures, pendingText, table } from './phase-text.js';

/** @typedef {Extract<import('../../../wasm/rankscope.js').StepMotion, { kind: 'descent' }>} DescentMotion */
/** @typedef {import('./plane-text.js').State} State */
/** @typedef {import('./phase-text.js').PhaseText} PhaseText */

export const TITLES = [
  { title: 'Pulls', about: 'differentiate the loss' },
  { title: 'Gradient', about: 'add up the features' },
  { title: 'Direction', about: 'decide where to go' },
  { title: 'Step', about: 'move w' },
];

const PENDING = { now: 'Computing the direction and the step …',
  none: 'Training ended at this iteration, so w did not move.' };

/** @param {DescentMotion} motion @param {State} state @returns {PhaseText[]} */
export const textsOf = (motion, state) =>
  [pullsText(motion), gradientText(motion, state), directionText(motion, state), stepText(motion, state)];

/** @param {DescentMotion} motion @returns {PhaseText} */
function pullsText({ id, pushed_up: up, pushed_down: down, queries, mean_loss: loss, strongest }) {
  const sentence = up === undefined || down === undefined
    ? `The loss of every query was differentiated in the scores of its documents. Query ${id} takes no part.`
    : `The loss of every query was differentiated in the scores of its documents. In query ${id} it pushes `
      + `${plural(up, 'document')} up and ${count(down)} down; the arrows stand below.`;
  return {
    headline: `mean loss ${figure(loss)}`, sentence,
    figures: [figures([
      ['Queries that take part', count(queries)], ['Mean loss', figure(loss)],
      ...(strongest ? [/** @type {[string, string]} */ ([`Strongest pull in query ${id}`,
        `${figure(strongest[1])} on document ${count(strongest[0] + 1)}`])] : []),
    ])],
  };
}

/** @param {DescentMotion} motion @param {State} state @returns {PhaseText} */
function gradientText({ gradient_norm: norm, objective, largest }, state) {
  return {
    headline: `length ${figure(norm)}`,
    sentence: 'The pulls times the features, added up over all documents, and w itself from the regulariser, make the '
      + 'gradient: the objective falls fastest against it. Half its squared length bounds how far the objective is '
      + 'from the optimum.',
    figures: [
      figures([['Length ‖∇P‖', figure(norm)], ['Objective P', figure(objective)],
        ['Distance from the optimum, at most', figure(0.5 * norm * norm)]]),
      ...(largest.length ? [table('The largest parts of the gradient', ['feature', 'loss', '½‖w‖²', 'sum'],
        largest.map(({ feature, regulariser, loss }) =>
          [featureName(state, feature), figure(loss), figure(regulariser), figure(regulariser + loss)]))] : []),
    ],
  };
}

/** @param {DescentMotion} motion @param {State} state @returns {PhaseText} */
function directionText({ next }, state) {
  if (!next) return pendingText(state, PENDING);
  const { second_order: newton, cosine } = next;
  const degrees = cosine === undefined ? null : (Math.acos(cosine) * 180) / Math.PI;
  const how = newton
    ? 'Newton’s method also asks how fast the gradient changes in every direction, and aims at the lowest point of the '
      + 'parabola that fits here'
    : 'With so many features, the last few steps stand in for the second derivatives';
  const angle = degrees === null ? '' : ` That is ${fixed(degrees, 0)}° away from the way straight down.`;
  return {
    headline: degrees === null ? '–' : `${fixed(degrees, 0)}° off straight down`, sentence: `${how}.${angle}`,
    figures: [figures([
      ['Method', newton ? 'Newton' : 'limited-memory BFGS'],
      ...(degrees === null ? [] : [/** @type {[string, string]} */ (['Angle to −∇P', `${fixed(degrees, 1)}°`])]),
    ])],
  };
}

/** @param {DescentMotion} motion @param {State} state @returns {PhaseText} */
function stepText({ next, objective, norm, gradient_norm: steepness }, state) {
  if (!next) return pendingText(state, PENDING);
  const { step } = next;
  const length = step === undefined ? '' : step === 1 ? 'The full step was taken: '
    : `The full step did not lower the objective enough, so ${significant(step)} of it was taken: `;
  const rows = next.largest.map(({ feature, before, after }) => [featureName(state, feature), figure(before),
    figure(after)]);
  return {
    headline: `P ${figure(objective)} → ${figure(next.objective)}`,
    sentence: `${length || 'By the step, '}w moved by ${figure(next.distance)}, and the objective fell from `
      + `${figure(objective)} to ${figure(next.objective)}.`,
    figures: [
      figures([['Distance moved', figure(next.distance)], ['Length ‖w‖', `${figure(norm)} → ${figure(next.norm)}`],
        ['Objective P', `${figure(objective)} → ${figure(next.objective)}`],
        ['Length ‖∇P‖', `${figure(steepness)} → ${figure(next.gradient_norm)}`]]),
      ...(rows.length ? [table('Weights that changed most', ['feature', 'before', 'after'], rows)] : [h('div', {})]),
    ],
  };
}
