// The laboratory of steps: cutting planes that DORM needs, and that the theory allows.

import { count, significant } from '../../lib/format.js';
import { drawCurves, powerTicks } from '../../pictures/lab-curves.js';
import { planeCurves, powerText } from '../../pictures/lab-series.js';
import { choiceOf, dataLab } from './data-lab.js';
import { listHandle } from './generalisation-lab.js';
import { DECAYS, SCALINGS, WEIGHTS } from './lab-values.js';

/** @typedef {Extract<import('./lab-view.js').LabResult, { lab: 'steps' }>} Steps */
/** @typedef {import('./lab-view.js').Values} Values */

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  return dataLab({ name: 'steps', title: 'Steps',
    idea: 'Each plane that is violated by more than ε lifts the dual by a known amount, and the dual cannot rise for '
      + 'ever. This bounds the number of planes. Training needs far fewer.',
    choices: [choiceOf('decay', 'Decay c', DECAYS, change), choiceOf('scale', 'Scaling', SCALINGS, change)],
    handles: [listHandle('c', 'C', WEIGHTS, change)],
    words: wordsOf, draw,
    more: 'The bound is max(2mΔ̄/ε, 8CΔ̄R²/ε²), for an objective ½‖w‖² + C/m Σ ξ. Where no plane is violated by more '
      + 'than ε, the objective is within Cε of its optimum; planes are counted until that absolute gap is reached. R '
      + 'bounds ‖δψ‖: the sum over ranks of the sorted |c_j − c_(n−1−j)| times the sorted distances to the mean '
      + 'document.' });
}

/** @param {Steps} result */
function wordsOf({ rows, queries, radius, c }) {
  const last = rows[rows.length - 1];
  const needed = typeof last.planes === 'number'
    ? `Training needs ${count(last.planes)} planes in ${count(last.iterations ?? 0)} iterations`
    : 'Training did not reach it';
  return `C = ${c}, m = ${count(queries)}, R = ${significant(radius, 4)}. For ε = `
    + `${significant(last.epsilon, 1)} the theory allows ${significant(last.bound, 3)} planes. ${needed}.`;
}

/** @param {import('../../pictures/lab-curves.js').CurvesLayout} layout @param {Steps} result */
function draw(layout, { rows }) {
  const most = 10 ** Math.ceil(Math.log10(Math.max(...rows.map(({ bound }) => bound))));
  const least = Math.min(...rows.map(({ epsilon }) => epsilon));
  return drawCurves(layout, {
    x: { least: 0.5, most: least, isLog: true,
      ticks: layout.isPhone ? [0.1, 0.01, 0.001] : [0.5, 0.1, 0.03, 0.01, 0.003, 0.001],
      label: 'ε, the violation that is left', text: (value) => significant(value, 1) },
    y: { least: 1, most, ticks: powerTicks(1, most), isLog: true, label: 'cutting planes',
      text: powerText },
    curves: Object.values(planeCurves(rows, layout.isPhone)) });
}
