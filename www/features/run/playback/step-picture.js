// The objective along the step of a round of boosting, with the steps that were considered.

import { h, s } from '../../../ui/dom.js';
import { figure, significant } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').StepShape} StepShape */

const WIDTH = 420;
const HEIGHT = 150;
const LEFT = 56;
const BOTTOM = 26;
const TOP = 8;

/** @param {StepShape} curve */
export function stepPicture({ alphas, objectives, formula, exact, taken }) {
  const [from, to] = [alphas[0], alphas[alphas.length - 1]];
  const [low, high] = [Math.min(...objectives), Math.max(...objectives)];
  const x = (/** @type {number} */ alpha) => LEFT + ((WIDTH - LEFT - 8) * (alpha - from)) / (to - from || 1);
  const bottom = HEIGHT - BOTTOM;
  const y = (/** @type {number} */ value) => bottom - ((bottom - TOP) * (value - low)) / (high - low || 1);
  const line = objectives.map((value, at) => `${at ? 'L' : 'M'}${x(alphas[at]).toFixed(1)} ${y(value).toFixed(1)}`);
  const mark = (/** @type {number} */ alpha, /** @type {string} */ kind) => alpha >= from && alpha <= to
    && s('path', { class: kind, d: `M${x(alpha).toFixed(1)} ${TOP}V${bottom}` });
  const text = (/** @type {number} */ at, /** @type {number} */ height, /** @type {string} */ words,
    anchor = 'middle') => s('text', { x: at.toFixed(1), y: height.toFixed(1), 'text-anchor': anchor }, words);
  const words = `The objective over the step α: lowest, ${figure(low)}, at ${significant(exact)}; the formula says `
    + `${significant(formula)}; taken was ${significant(taken)}.`;
  return h('div', { class: 'step-picture' },
    s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words },
      s('path', { class: 'axis', d: `M${LEFT} ${TOP}V${bottom}H${WIDTH - 8}` }),
      text(LEFT - 6, TOP + 8, figure(high), 'end'), text(LEFT - 6, bottom, figure(low), 'end'),
      [...new Set([from, 0, to])].filter((alpha) => alpha >= from && alpha <= to)
        .map((alpha) => text(x(alpha), HEIGHT - 8, alpha === to ? `α ${significant(alpha, 2)}` : significant(alpha, 2),
          alpha === to ? 'end' : 'middle')),
      mark(0, 'zero'), formula !== taken && mark(formula, 'formula'), mark(taken, 'taken'),
      s('path', { class: 'curve', d: line.join('') })),
    h('ul', { class: 'step-key' },
      h('li', { class: 'curve' }, h('span', { class: 'swatch' }), 'objective'),
      h('li', { class: 'taken' }, h('span', { class: 'swatch' }), 'step taken'),
      formula !== taken && h('li', { class: 'formula' }, h('span', { class: 'swatch' }), 'by the formula')));
}
