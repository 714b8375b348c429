// Draws the pairs of a page as links, as wide as their weights, and the pull that they add up to. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';
import { drawArrow } from './draw-rows.js';
import { rowMiddle, rowTop } from './layouts.js';

/** @typedef {import('./layouts.js').PairsLayout} PairsLayout */
/** @typedef {import('./layouts.js').Fan} Fan */
/** @typedef {import('./pair-weights.js').Pairs} Pairs */
/**
 * `below`: what the links tell. `pairs`: null while they are hidden. `most`: the greatest pull that the arrow shows.
 * @typedef {{ head: string, below: string, pairs: Pairs | null, most: number, tells: boolean }} FanView
 */

const LONGEST = 190;
const LEAST = 0.8;

export const withSign = (/** @type {number} */ value) => `${value > 0 ? '+' : ''}${fixed(value, 2)}`;

/**
 * @param {PairsLayout} layout @param {readonly number[]} order @param {number} chosen
 * @param {readonly FanView[]} fans
 */
export const drawFans = (layout, order, chosen, fans) => fans.flatMap((view, at) =>
  drawFan(layout, layout.fans[at], view, order, chosen));

/**
 * @param {PairsLayout} layout @param {Fan} fan @param {FanView} view @param {readonly number[]} order
 * @param {number} chosen
 */
function drawFan(layout, fan, { head, below, pairs, most, tells }, order, chosen) {
  const { isPhone, rows } = layout;
  const y = rows.y - (isPhone ? 12 : 36);
  const bottom = rowTop(rows, order.length - 1) + rows.height;
  const heads = [s('text', { class: isPhone ? 'axis strong ink' : 'head', x: fan.from, y }, head),
    isPhone ? null : s('text', { class: 'axis', x: fan.from, y: y + 22 }, below),
    fan.arrow && (!isPhone || tells) ? s('text', { class: isPhone ? 'axis strong ink' : 'head', x: fan.arrow, y,
      'text-anchor': 'middle' }, 'Pull') : null];
  if (!pairs) return [...heads, hiddenBox(fan.from, rows.y, (fan.arrow ? fan.arrow + 24 : fan.number) - fan.from,
    bottom - rows.y)];
  const middle = (/** @type {number} */ page) => rowMiddle(rows, order.indexOf(page));
  const longest = (isPhone ? 0.5 : 1) * LONGEST;
  return [...heads,
    ...drawLinks(layout.unit, fan, pairs, middle, chosen),
    pairs.pairs.map(({ page, lead, printed }) => [
      s('text', { class: isPhone ? 'axis ink' : 'strong', x: fan.number, y: middle(page) + 5.5, 'text-anchor': 'end' },
        withSign(printed)),
      tells && !isPhone ? s('text', { class: 'axis', x: fan.number + 14, y: middle(page) + 5.5 }, leadWords(lead))
        : null]),
    fan.arrow ? drawSum(fan.arrow, (rows.y + bottom) / 2, (longest * pairs.pull) / Math.max(1, most), pairs.pull)
      : null,
  ].flat(2);
}

/**
 * The links stand side by side where they leave the page: there they are as wide as the sum of their weights.
 * @param {number} unit @param {Fan} fan @param {Pairs} pairs @param {(page: number) => number} middle
 * @param {number} chosen
 */
function drawLinks(unit, fan, { pairs, weight: sum }, middle, chosen) {
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

/** @param {number} lead of the better page */
function leadWords(lead) {
  const size = fixed(Math.abs(lead), 2);
  return Math.abs(lead) < 0.005 ? 'equal' : `${lead > 0 ? 'right' : 'wrong'} by ${size}`;
}

/** @param {number} x @param {number} y @param {number} length of the arrow @param {number} pull */
const drawSum = (x, y, length, pull) => [drawArrow(x, y - 14, length),
  s('text', { class: 'value', x, y: y + Math.abs(length) / 2 + 14, 'text-anchor': 'middle' }, withSign(pull))];

/**
 * A bar with a name and a value. @param {PairsLayout} layout @param {number} row
 * @param {{ name: string, kind: string, value: number | null, most: number, text: string,
 *   part?: number }} bar `part`: of the value, drawn in front. A value of null is hidden
 */
export function drawBar({ isPhone, rows, sums }, row, { name, kind, value, most, text, part = 0 }) {
  const { left, right, height, pitch } = sums;
  const y = sums.top + row * pitch;
  const long = (/** @type {number} */ one) => Math.max(2, ((right - left) * one) / most);
  const middle = y + height / 2 + (isPhone ? 5 : 5.5);
  return [s('text', { class: isPhone ? 'axis' : '', x: rows.x, y: middle }, name),
    ...value === null ? [hiddenBox(left, y, (right - left) / 2, height)] : [
      s('rect', { class: `pulls-sum ${kind}`, x: left, y, width: long(value), height, rx: 3 }),
      part ? s('rect', { class: 'pulls-sum up', x: left, y, width: long(part), height, rx: 3 }) : null,
      s('text', { class: isPhone ? 'axis ink' : 'strong', x: left + long(value) + (isPhone ? 5 : 10), y: middle },
        text)]];
}

/**
 * The sum at first, as a line through the bars.
 * @param {PairsLayout} layout @param {number} value @param {number} most
 */
export function drawFirst({ isPhone, sums }, value, most) {
  const x = sums.left + ((sums.right - sums.left) * value) / most;
  const [top, bottom] = [sums.top - (isPhone ? 3 : 6), sums.top + sums.pitch + sums.height + (isPhone ? 3 : 6)];
  return [s('line', { class: 'pulls-first', x1: x, x2: x, y1: top, y2: bottom }),
    isPhone ? s('text', { class: 'axis', x: 384, y: bottom - 6, 'text-anchor': 'end' }, `┊ at first ${fixed(value, 2)}`)
      : s('text', { class: 'axis halo', x: x + 6, y: top - 4 }, `at first ${fixed(value, 2)}`)];
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
