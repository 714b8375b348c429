// Draws two shares of the list for each page, by target and by score, and the pull, which is their difference. No
// state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';
import { drawArrow } from './draw-rows.js';
import { rowMiddle, rowTop } from './layouts.js';
import { printed } from './shares.js';

/** @typedef {import('./layouts.js').SharesLayout} SharesLayout */
/**
 * `values`: the grades or gains whose powers are named. `targets`: the shares by them, null while they are hidden.
 * `by`: the name of the targets.
 * @typedef {{ order: readonly number[], values: readonly number[], targets: readonly number[] | null,
 *   shares: readonly number[], by: string }} Shares
 */

/** The least of the greatest pull, so that small pulls stay small. */
const LEAST = 0.35;
const GROUPED = 1000;

/** @param {SharesLayout} layout @param {Shares} shares */
export function drawShares(layout, shares) {
  const { isPhone, rows, pull } = layout;
  const height = rowTop(rows, shares.order.length - 1) + rows.height - rows.y;
  return [
    drawHeads(layout, shares),
    shares.order.map((page, rank) => drawBars(layout, shares, page, rowMiddle(rows, rank))),
    shares.targets ? null
      : hiddenBox(pull.arrow - (isPhone ? 20 : 34), rows.y, pull.number - pull.arrow + (isPhone ? 22 : 36), height),
  ].flat(2);
}

/** @param {SharesLayout} layout @param {Shares} shares */
function drawHeads({ isPhone, rows, power, bars, pull }, { by }) {
  const y = rows.y - (isPhone ? 16 : 42);
  const head = [s('tspan', { class: 'symbol' }, 'e'), s('tspan', { dy: isPhone ? -5 : -6, class: 'pulls-exponent' },
    by)];
  return [
    s('text', { class: isPhone ? 'axis' : 'head', x: power, y, 'text-anchor': 'end' }, ...head),
    isPhone ? null : s('text', { class: 'head', x: bars.left, y }, 'Share of the list'),
    s('text', { class: 'axis', x: bars.left, y: isPhone ? y : y + 22 },
      s('tspan', { class: 'strong pulls-by-target' }, isPhone ? by : `by ${by}`),
      isPhone ? null : s('tspan', { dx: 8 }, 'and'),
      s('tspan', { class: 'strong pulls-by-score', dx: 8 }, isPhone ? 'score' : 'by score')),
    s('text', { class: isPhone ? 'axis' : 'head', x: pull.number, y, 'text-anchor': 'end' }, 'Pull'),
    isPhone ? null : s('text', { class: 'axis', x: pull.number, y: y + 22, 'text-anchor': 'end' },
      'difference, in points'),
  ];
}

/** @param {SharesLayout} layout @param {Shares} shares @param {number} page @param {number} middle */
function drawBars(layout, { values, targets, shares }, page, middle) {
  const { isPhone, bars, power, pull } = layout;
  const gap = isPhone ? 1 : 2;
  const long = (/** @type {number} */ share) => Math.max(1.5, (bars.right - bars.left) * share);
  const [upper, lower] = [middle - gap - bars.height, middle + gap];
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
    s('text', { class: 'axis ink', x: x + (isPhone ? 4 : 8), y: y + bars.height / 2 + 5 }, words);
  const share = shares[page];
  const target = targets?.[page] ?? null;
  const numbers = printed(target ?? 0, share);
  return [
    s('text', { class: isPhone ? 'axis' : '', x: power, y: middle + 5.5, 'text-anchor': 'end' },
      powerOf(values[page])),
    s('rect', { class: 'pulls-share score', x: bars.left, y: lower, width: long(share), height: bars.height, rx: 2 }),
    ...target === null ? [
      isPhone ? s('g', { class: 'hidden-box' }, s('rect', { x: bars.left, y: upper, width: 60, height: bars.height,
        rx: 3 })) : hiddenBox(bars.left, upper, 110, bars.height),
      text(bars.left + long(share), lower, `${fixed(numbers.share, 1)} %`)] : [
      s('rect', { class: 'pulls-share target', x: bars.left, y: upper, width: long(target), height: bars.height,
        rx: 2 }),
      s('rect', { class: `pulls-gap ${target > share ? 'up' : 'down'}`, y: lower, height: bars.height,
        x: bars.left + long(Math.min(target, share)), width: Math.abs(long(target) - long(share)) }),
      text(bars.left + long(target), upper, `${fixed(numbers.target, 1)} %`),
      text(bars.left + long(Math.max(target, share)), lower, `${fixed(numbers.share, 1)} %`),
      ...drawPull(layout, middle, numbers.pull, pull.longest / Math.max(LEAST, ...shares.map((one, at) =>
        Math.abs((targets?.[at] ?? 0) - one))))]];
}

/** @param {SharesLayout} layout @param {number} middle @param {number} percent @param {number} unit of a pull of 1 */
function drawPull({ isPhone, pull }, middle, percent, unit) {
  return [drawArrow(pull.arrow, middle, (unit * percent) / 100),
    s('text', { class: isPhone ? 'axis ink pulls-number' : 'strong pulls-number', x: pull.number, y: middle + 5.5,
      'text-anchor': 'end' }, `${percent > 0 ? '+' : ''}${fixed(percent, 1)}`)];
}

/** @param {number} value */
function powerOf(value) {
  const power = Math.exp(value);
  return fixed(power, power >= GROUPED ? 0 : value === 0 ? 0 : 1);
}

/**
 * The scores that the chosen page can have. `equal`: the score with an equal share; null while it is hidden.
 * @param {SharesLayout} layout @param {readonly [number, number]} range @param {string} title
 * @param {number | null} equal
 */
export function drawScores({ isPhone, rows, track }, range, title, equal) {
  const { left, right, y } = track;
  const x = (/** @type {number} */ score) => left + ((score - range[0]) / (range[1] - range[0])) * (right - left);
  const whole = Array.from({ length: range[1] - range[0] + 1 }, (_, at) => range[0] + at);
  return [
    s('line', { class: 'chart-track', x1: left, x2: right, y1: y, y2: y }),
    whole.map((score) => s('circle', { class: 'chart-stop', cx: x(score), cy: y, r: 3.5 })),
    equal === null ? null : s('g', {}, s('path', { class: 'pulls-equal', d: `M${x(equal)} ${y - 16}V${y + 16}` }),
      s('text', { class: 'axis ink', x: x(equal), y: y - 22, 'text-anchor': 'middle' }, 'pull 0')),
    (isPhone ? whole.filter((score) => score % 3 === 0) : whole).map((score) => s('text', { class: 'axis', x: x(score),
      y: y + (isPhone ? 40 : 44), 'text-anchor': 'middle' }, fixed(score, 0))),
    s('text', { class: isPhone ? 'axis' : '', x: rows.x, y: isPhone ? y + 5 : y - 4 },
      isPhone ? 'its score' : `Score of ${title}`),
    isPhone ? null : s('text', { class: 'axis', x: rows.x, y: y + 20 }, 'all others keep theirs'),
  ].flat();
}
