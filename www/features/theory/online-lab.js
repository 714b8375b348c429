// The laboratory of online passes: the loss that each pass paid, against the test loss of its mean iterate.

import { fixed, percent, significant } from '../../lib/format.js';
import { drawCurves, roundTicks } from '../../pictures/lab-curves.js';
import { passCurves } from '../../pictures/lab-series.js';
import { choiceOf, dataLab } from './data-lab.js';
import { listHandle } from './generalisation-lab.js';
import { RADII, SCALINGS } from './lab-values.js';

/** @typedef {Extract<import('./lab-view.js').LabResult, { lab: 'online-to-batch' }>} Online */
/** @typedef {import('./lab-view.js').Values} Values */

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  return dataLab({ name: 'online-to-batch', title: 'Online to batch',
    idea: 'An online pass pays for each query before it learns from it. For a convex loss the mean w̄ of its iterates '
      + 'has at most the mean loss that was paid, in expectation over orders: points lie below the diagonal.',
    choices: [choiceOf('scale', 'Scaling', SCALINGS, change)],
    handles: [listHandle('radius', 'B', RADII.online, change)],
    words: wordsOf, draw,
    more: 'The training file is split: 70 % of the queries are learned from, 30 % are test queries. The loss is that '
      + 'of RankNet, and w stays within ‖w‖ ≤ B. With probability 0.95 the risk of w̄ is at most the mean loss paid + '
      + 'M sqrt(2 ln(20)/T), where M is the largest loss that a query could have. That term is far greater than any '
      + 'difference here.' });
}

/** @param {Online} result */
function wordsOf({ queries, radius, file_order: file, shuffled, deviation }) {
  const shuffles = shuffled ? ` Over ${shuffled.passes.length} shuffled orders the means are `
    + `${fixed(shuffled.paid.mean, 3)} and ${fixed(shuffled.mean_iterate.mean, 3)}; w̄ is below what was paid in `
    + `${percent(shuffled.held)} of them.` : '';
  return `B = ${radius}, T = ${queries}: in the order of the file a pass paid ${fixed(file.paid, 3)} a `
    + `query, and its w̄ has the test loss ${fixed(file.mean_iterate, 3)}, its last w ${fixed(file.last_iterate, 3)}.`
    + `${shuffles} The term for certainty is ${significant(deviation, 2)}.`;
}

/** @param {import('../../pictures/lab-curves.js').CurvesLayout} layout @param {Online} result */
function draw(layout, { file_order: file, shuffled }) {
  const passes = shuffled?.passes ?? [];
  const all = [file, ...passes].flatMap(({ paid, mean_iterate: mean, last_iterate: last }) => [paid, mean, last]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const edge = 0.08 * (high - low) || 0.05;
  const [least, most] = [low - edge, high + edge];
  const ticks = roundTicks(least, most);
  const decimals = most - least < 0.5 ? 2 : 1;
  const text = (/** @type {number} */ value) => fixed(value, decimals);
  const { isPhone } = layout;
  return drawCurves(layout, {
    x: { least, most, ticks: ticks.filter((_, at) => !isPhone || at % 2 === 0), label: 'mean loss paid', text },
    y: { least, most, ticks, label: 'test loss', text },
    curves: [
      ...Object.values(passCurves(passes, [least, most], isPhone)),
      { name: isPhone ? 'w̄, file' : 'w̄ in the order of the file', hue: 3, isDots: true,
        points: [[file.paid, file.mean_iterate]] },
    ] });
}
