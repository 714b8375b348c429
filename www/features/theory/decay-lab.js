// The laboratory of the learned decay: c of the start and of a round, beside the discounts of the measure.

import { count, fixed, percent, plural, significant } from '../../lib/format.js';
import { drawCurves } from '../../pictures/lab-curves.js';
import { choiceOf, dataLab } from './data-lab.js';
import { listHandle } from './generalisation-lab.js';
import { handle } from './lab-handle.js';
import { TRAINING_WEIGHTS, DECAY_MEASURES, MOST_ROUNDS, SCALINGS, STARTS } from './lab-values.js';

/** @typedef {Extract<import('./lab-view.js').LabResult, { lab: 'decay' }>} Decay */
/** @typedef {import('./lab-view.js').Values} Values */

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').LabView} */
export function create(change) {
  const round = handle('Round', [0, MOST_ROUNDS, 1], (value) => change({ round: String(value) }));
  return dataLab({ name: 'decay', title: 'Learned decay',
    idea: 'The decay c of the feature map is a choice of the user. Here DORM learns it too: a round moves c, which is '
      + 'convex for a fixed w, then trains w. Does a lower bound also rank better?',
    choices: [choiceOf('start', 'Decay at the start', STARTS, change),
      choiceOf('measure', 'Measure', DECAY_MEASURES, change), choiceOf('scale', 'Scaling', SCALINGS, change)],
    handles: [{ element: round.element,
      update(values, result) {
        const at = result ? roundOf(result, values) : Number(values.round);
        round.update(at, String(at));
      } }, listHandle('c', 'C', TRAINING_WEIGHTS, change)],
    words: wordsOf, draw,
    more: 'J = ½‖w‖² + ½ϱ‖c‖² + C/m Σ ξ, over w and c₀ ≥ c₁ ≥ … ≥ 0, with the aligned reference. w and c occur '
      + 'only as a product in ξ, so without ‖c‖² the norm of w could vanish. ϱ makes both norms equal after '
      + 'the first training. c is constant on ranks 11 to 15, 16 to 20, 21 to 30, 31 to 50, 51 to 100, and '
      + 'from 101 on. At most four rounds run; a round that lowers J by less than 0.01 % is the last. Test '
      + 'data are measured if they are loaded.' });
}

/** The chosen round, or the last one. @param {Decay} result @param {Values} values */
const roundOf = ({ rounds }, values) => Math.min(Number(values.round), rounds.length - 1);

/** @param {Decay} result @param {Values} values */
function wordsOf(result, values) {
  const { rounds, measure, compared } = result;
  const at = roundOf(result, values);
  const [start, now] = [rounds[0], rounds[at]];
  const last = at === rounds.length - 1 && at > 0 ? ', the last' : '';
  const fall = (start.objective - now.objective) / start.objective;
  const bound = at === 0 ? `J = ${significant(now.objective, 5)} at the start.`
    : `Round ${at}${last}: J = ${significant(now.objective, 5)}, ${percent(fall)} below the start.`;
  const ranks = plural(compared, 'rank');
  const far = `In the first ${ranks} c/c₀ differs from the discount by at most ${fixed(now.difference, 3)}.`;
  /** @param {string} of @param {number | null | undefined} before @param {number | null | undefined} after */
  const told = (of, before, after) => (typeof before !== 'number' || typeof after !== 'number' ? ''
    : ` ${measure} of the ${of} data is ${fixed(after, 4)}${at === 0 ? '' : `, at the start ${fixed(before, 4)}`}.`);
  return `${bound} ${far}${told('training', start.train_measure, now.train_measure)}`
    + `${told('test', start.test_measure, now.test_measure) || ' No test data are loaded.'}`;
}

/** @param {import('../../pictures/lab-curves.js').CurvesLayout} layout @param {Decay} result @param {Values} values */
function draw(layout, result, values) {
  const { blocks, discount, rounds } = result;
  const { isPhone } = layout;
  const at = roundOf(result, values);
  const most = blocks[blocks.length - 1].last + 1;
  /** A step at every block. @param {readonly number[]} shares @returns {(readonly [number, number])[]} */
  const points = (shares) => [...shares.map((share, place) => /** @type {const} */ ([blocks[place].first + 1, share])),
    [most, shares[shares.length - 1]]];
  const curveOf = (/** @type {number} */ round) =>
    points(rounds[round].decay.map((c) => c / rounds[round].decay[0]));
  const ticks = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000].filter((tick) =>
    tick <= most && (!isPhone || tick !== 3));
  return drawCurves(layout, {
    x: { least: 1, most: Math.max(2, most), isLog: true, ticks, label: 'rank', text: count },
    y: { least: 0, most: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], label: 'share of the first rank',
      text: (value) => fixed(value, 1) },
    curves: [
      { name: isPhone ? 'discount' : 'discount of the measure', hue: 3, isDashed: true, isStep: true,
        points: points(discount) },
      { name: isPhone ? 'start' : 'c at the start', hue: 5, isStep: true, points: curveOf(0) },
      { name: isPhone ? `round ${at}` : `c after round ${at}`, hue: 1, isStep: true,
        points: at === 0 ? [] : curveOf(at) },
    ] });
}
