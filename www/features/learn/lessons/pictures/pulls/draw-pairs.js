// Draws the pairs of a page as links, as wide as their weights, and the pull that they add up to. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { drawArrow } from './draw-rows.js';
import { rowMiddle, rowTop } from './layouts.js';

/** @typedef {import('./layouts.js').PairsLayout} PairsLayout */
/** @typedef {import('./layouts.js').Fan} Fan */
/** @typedef {import('./pair-weights.js').Pair} Pair */
/** @typedef {import('./pair-weights.js').Pairs} Pairs */
/**
 * `most`: the greatest pull that the arrow shows; null without an arrow. `digits`: the decimals of the weights.
 * @typedef {{ below: string, pairs: Pairs, most: number | null, digits: number }} FanView
 */

const LONGEST = 190;
const LEAST = 0.8;
/** How much wider the links are where changes of NDCG, which are below 1, count. */
const CHANGES = 4;

export const withSign = (/** @type {number} */ value, /** @type {number} */ digits = 2) =>
  `${value > 0 ? '+' : ''}${fixed(value, digits)}`;

/**
 * @param {PairsLayout} layout @param {readonly number[]} order @param {number} chosen @param {FanView} view
 */
export function drawFan(layout, order, chosen, { below, pairs, most, digits }) {
  const { isPhone, rows, fan } = layout;
  const y = rows.y - (isPhone ? 12 : 36);
  const bottom = rowTop(rows, order.length - 1) + rows.height;
  const head = isPhone ? 'axis strong ink' : 'head';
  const middle = (/** @type {number} */ page) => rowMiddle(rows, order.indexOf(page));
  const longest = (isPhone ? 0.5 : 1) * LONGEST;
  return [s('text', { class: head, x: fan.from, y }, 'Its pairs'),
    isPhone ? null : s('text', { class: 'axis', x: fan.from, y: y + 22 }, below),
    most === null ? null : s('text', { class: head, x: fan.arrow, y, 'text-anchor': 'middle' }, 'Pull'),
    ...drawLinks(layout, pairs, middle, chosen),
    ...pairs.pairs.flatMap((pair) => [
      s('text', { class: isPhone ? 'axis ink' : 'strong', x: fan.number, y: middle(pair.page) + 5.5,
        'text-anchor': 'end' }, withSign(pair.way * pair.weight, digits)),
      isPhone ? null : s('text', { class: 'axis', x: fan.number + 14, y: middle(pair.page) + 5.5 }, pairWords(pair))]),
    ...(most === null ? [] : drawSum(fan.arrow, (rows.y + bottom) / 2, (longest * pairs.pull) / Math.max(1, most),
      pairs.pull))];
}

/**
 * The links stand side by side where they leave the page: there they are as wide as the sum of their weights.
 * @param {PairsLayout} layout @param {Pairs} pairs @param {(page: number) => number} middle @param {number} chosen
 */
function drawLinks({ unit: one, fan }, { pairs, weight: sum }, middle, chosen) {
  const unit = pairs.some(({ change }) => change !== null) ? CHANGES * one : one;
  let from = middle(chosen) - (unit * sum) / 2;
  return [...pairs].sort((one, other) => middle(one.page) - middle(other.page)).map(({ page, weight, way }) => {
    const width = unit * weight;
    from += width;
    return s('path', { class: `pulls-link ${way > 0 ? 'up' : 'down'}`, d: linkOf(fan, from - width / 2, middle(page)),
      'stroke-width': Math.max(LEAST, width).toFixed(2) });
  });
}

/** A link that leaves its page levelly. @param {Fan} fan @param {number} y @param {number} to */
function linkOf({ from, to: right }, y, to) {
  const middle = (from + right) / 2;
  return `M${from} ${y}C${middle} ${y} ${middle} ${to} ${right} ${to}`;
}

/** What makes the weight of a pair: the lead of its better page, and what a swap changes. @param {Pair} pair */
function pairWords({ lead, weight, change }) {
  if (change !== null) return `${fixed(weight / change, 2)} × ${fixed(change, 3)}`;
  const size = fixed(Math.abs(lead), 2);
  if (Math.abs(lead) < 0.005) return lead === 0 ? 'equal' : 'nearly equal';
  return `${lead > 0 ? 'right' : 'wrong'} by ${size}`;
}

/** @param {number} x @param {number} y @param {number} length of the arrow @param {number} pull */
const drawSum = (x, y, length, pull) => [drawArrow(x, y - 14, length),
  s('text', { class: 'value', x, y: y + Math.abs(length) / 2 + 14, 'text-anchor': 'middle' }, withSign(pull))];

/**
 * A bar with a name and a value. @param {PairsLayout} layout @param {number} row
 * @param {{ name: string, kind: string, value: number, most: number, text: string }} bar
 */
export function drawBar({ isPhone, rows, sums }, row, { name, kind, value, most, text }) {
  const { left, right, height, pitch } = sums;
  const y = sums.top + row * pitch;
  const long = (/** @type {number} */ one) => Math.max(2, ((right - left) * one) / most);
  const middle = y + height / 2 + (isPhone ? 5 : 5.5);
  return [s('text', { class: isPhone ? 'axis' : '', x: rows.x, y: middle }, name),
    s('rect', { class: `pulls-sum ${kind}`, x: left, y, width: long(value), height, rx: 3 }),
    s('text', { class: isPhone ? 'axis ink' : 'strong', x: left + long(value) + (isPhone ? 5 : 10), y: middle }, text)];
}

/**
 * The rounds. @param {PairsLayout} layout @param {number} rounds @param {number} last that is open
 * @param {number} now
 */
export function drawRounds({ isPhone, rows, track }, rounds, last, now) {
  const { left, right, y } = track;
  const x = (/** @type {number} */ at) => left + (at * (right - left)) / rounds;
  return [s('text', { class: isPhone ? 'axis' : '', x: rows.x, y: y + 5 }, isPhone ? `round ${now}` : 'Round'),
    last ? s('line', { class: 'chart-track', x1: x(0), x2: x(last), y1: y, y2: y }) : null,
    last < rounds ? s('line', { class: 'chart-track closed', x1: x(last) + 30, x2: x(rounds), y1: y, y2: y }) : null,
    ...Array.from({ length: rounds + 1 }, (_, at) => [s('circle', { class: 'chart-stop', cx: x(at), cy: y, r: 4 }),
      isPhone ? null : s('text', { class: 'axis', x: x(at), y: y + 42, 'text-anchor': 'middle' }, String(at))])].flat();
}
