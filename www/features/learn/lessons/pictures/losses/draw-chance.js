// Draws the chance σ that RankNet reads from a margin, as a curve, and what each pair misses to 1. No state.

import { s } from '../../../../../ui/dom.js';
import { pathOf } from '../../../../../pictures/plane-geometry.js';
import { across, drawMargins, everyMargin } from './draw-losses.js';

/** @typedef {import('./draw-losses.js').Layout} Layout */
/** @typedef {import('./pair-loss.js').PairLoss} PairLoss */

const HIGHEST = 1.1;
const [NAMED, BELOW] = [-0.9, 0.12]; // where the curve has its name

/** @param {Layout} layout @param {number} chance */
const up = ({ top, bottom }, chance) => bottom - (chance / HIGHEST) * (bottom - top);

/**
 * @param {Layout} layout @param {PairLoss} logistic its slope is 1 − σ
 * @param {readonly { margin: number, pull: number }[]} pairs
 */
export function drawChance(layout, logistic, pairs) {
  const { left, right, top, isPhone } = layout;
  const y = (/** @type {number} */ chance) => up(layout, chance);
  const curve = everyMargin().map((margin) =>
    /** @type {[number, number]} */ ([across(layout, margin), y(1 - logistic.pull(margin))]));
  return [
    isPhone ? null : s('text', { class: 'head', x: left, y: top - 30 }, 'Chance of a pair'),
    isPhone ? null : s('text', { class: 'axis', x: right, y: top - 30, 'text-anchor': 'end' }, 'by its margin'),
    ...[0.5, 1].map((chance) => s('line', { class: 'chart-grid', x1: left, x2: right, y1: y(chance), y2: y(chance) })),
    ...(isPhone ? [0, 1] : [0, 0.5, 1]).map((chance) => s('text', { class: 'axis', x: left - 10, y: y(chance) + 5,
      'text-anchor': 'end' }, String(chance))),
    ...drawMargins(layout),
    ...pairs.map(({ margin, pull }) => s('line', { class: 'loss-gap', x1: across(layout, margin),
      x2: across(layout, margin), y1: y(1 - pull), y2: y(1) })),
    s('path', { class: 'loss-curve logistic', d: pathOf(curve) }),
    s('text', { class: 'strong halo loss-name logistic', x: across(layout, NAMED),
      y: y(1 - logistic.pull(NAMED) + BELOW) }, 'σ'),
    ...pairs.map(({ margin, pull }) => s('circle', { class: 'loss-dot logistic', cx: across(layout, margin),
      cy: y(1 - pull), r: isPhone ? 6 : 8 })),
  ];
}
