// Draws the pairs of a search, the most violated one first: what each of them misses, and what it counts. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { sliding, withSymbols } from '../drawn-frame.js';
import { IN_ORDER } from './stops.js';

/**
 * @typedef {{ list: { left: number, top: number, width: number, row: number }, sum: number, isPhone: boolean,
 *   pairs: { name: number, top: number, row: number, hinge: [number, number], weight: [number, number] },
 *   track: { left: number, right: number, y: number } }} Layout
 */

/** The longest bar of a violation. */
const MOST = 2;

/** @param {boolean} isPhone @param {number} pages @returns {Layout} */
export function layoutOf(isPhone, pages) {
  if (isPhone) {
    return { list: { left: 10, top: 38, width: 34, row: 224 / pages }, isPhone, sum: 244,
      pairs: { name: 56, top: 38, row: 194 / (pages - 1), hinge: [152, 218], weight: [264, 340] },
      track: { left: 92, right: 352, y: 302 } };
  }
  return { list: { left: 36, top: 112, width: 230, row: 50 }, isPhone, sum: 486,
    pairs: { name: 316, top: 118, row: 58, hinge: [440, 596], weight: [664, 772] },
    track: { left: 340, right: 790, y: 578 } };
}

/** The heads of the columns. @param {Layout} layout @param {boolean} isWeighed */
export function drawHeads({ list, pairs, isPhone }, isWeighed) {
  const y = list.top - (isPhone ? 14 : 36);
  return [
    s('text', { class: 'head', x: list.left, y }, isPhone ? 'list' : 'The model’s list'),
    s('text', { class: 'head', x: pairs.name, y }, isPhone ? 'pair, missing to 1' : 'Pairs, the worst first'),
    isPhone ? null : s('text', { class: 'axis', x: pairs.name, y: y + 20 }, 'how far each margin falls short of 1'),
    isWeighed ? s('text', { class: 'head ours', x: pairs.weight[0], y }, isPhone ? 'weight' : 'Weight') : null,
  ];
}

/**
 * @param {Layout} layout @param {readonly { title: string }[]} pages
 * @param {readonly import('./owpc-run.js').WeighedPair[]} shown @param {boolean} isWeighed
 */
export function drawPairs({ pairs, isPhone }, pages, shown, isWeighed) {
  const height = isPhone ? 18 : 26;
  const middle = height / 2 + 6;
  const long = (/** @type {[number, number]} */ [from, to], /** @type {number} */ share) =>
    Math.max(2, (to - from) * Math.min(1, share));
  return shown.flatMap(({ page, hinge, weight }, place) => {
    const [left, right] = pairs.hinge;
    const [from, to] = pairs.weight;
    const y = pairs.top + place * pairs.row;
    return [
      sliding(`pair-${page}`, 0, y, 'weights-row',
        s('title', {}, `${pages[page].title}: falls short by ${fixed(hinge, 2)}, weight ${fixed(weight, 2)}`),
        s('text', { class: isPhone ? 'axis ink' : '', x: pairs.name, y: middle }, pages[page].title),
        s('rect', { class: 'run-room', x: left, y: 0, width: right - left, height, rx: 3 }),
        s('rect', { class: 'run-bar slack', x: left, y: 0, width: long(pairs.hinge, hinge / MOST), height, rx: 3 }),
        s('text', { x: right + (isPhone ? 4 : 8), y: middle }, fixed(hinge, 2))),
      isWeighed ? s('g', { class: 'weights-weight' },
        s('rect', { class: 'run-room', x: from, y, width: to - from, height, rx: 3 }),
        s('rect', { class: 'run-bar', x: from, y, width: long(pairs.weight, weight), height, rx: 3 }),
        s('text', { class: 'strong', x: to + (isPhone ? 6 : 10), y: y + middle }, fixed(weight, 2))) : null];
  });
}

/** Says over the list that its order means nothing. @param {Layout} layout @param {number} count of pages */
export function drawTie({ list, isPhone }, count) {
  const [width, height] = [list.width + 8, list.row * count];
  const [x, y] = [list.left + list.width / 2, list.top + height / 2];
  return s('g', {}, s('rect', { class: 'weights-tie', x: list.left - 4, y: list.top - 4, width, height }),
    s('text', { class: 'strong halo', 'text-anchor': 'middle',
      transform: isPhone ? `translate(${x + 5} ${y}) rotate(-90)` : `translate(${x} ${list.top + 28})` },
    'all scores are equal'));
}

/**
 * The weighted sum and, where the step speaks of it, the price that training lowers, and the lowest one.
 * @param {Layout} layout @param {number} loss @param {boolean} isWeighed
 * @param {{ price: number, norm: number } | null} paid @param {{ price: number, norm: number } | null} lowest
 */
export function drawSum({ pairs, sum, isPhone }, loss, isWeighed, paid, lowest) {
  const right = pairs.weight[1] + (isPhone ? 38 : 50);
  const line = (/** @type {string} */ name, /** @type {string} */ value, /** @type {number} */ y) => [
    s('text', { class: 'axis', x: pairs.name, y }, ...withSymbols(name)),
    s('text', { class: isPhone ? 'strong' : 'head', x: right, y, 'text-anchor': 'end' }, value)];
  const name = isPhone ? 'loss' : isWeighed ? 'loss: missing × weight, added up' : 'loss: the mean';
  const step = isPhone ? 18 : 27;
  return [...line(name, fixed(loss, 2), sum),
    ...paid ? line(isPhone ? 'price' : 'price: C · loss + ½‖w‖²', priceText(paid), sum + step) : [],
    ...lowest ? line(isPhone ? 'trained' : 'price of the trained w', priceText(lowest), sum + 2 * step) : []];
}

/** Both parts of the price, which add up as printed. @param {{ price: number, norm: number }} paid */
function priceText({ price, norm }) {
  const length = norm ** 2 / 2;
  return `${fixed(Number(fixed(price, 2)) - Number(fixed(length, 2)), 2)} + ${fixed(length, 2)} = ${fixed(price, 2)}`;
}

/**
 * The track of the handle with its stops. @param {Layout} layout @param {readonly string[]} stops
 * @param {number} last that is open @param {number} waits the stop that is passed over; -1 for none
 * @param {[string, string]} words
 */
export function drawTrack({ track, isPhone }, stops, last, waits, [head, about]) {
  const x = (/** @type {number} */ at) => stopX(track, at, stops.length);
  const { y } = track;
  // Another w is no iteration of training: it stands apart.
  const trained = stops.length - (stops.at(-1) === IN_ORDER ? 2 : 1);
  return [
    s('line', { class: 'chart-track', x1: x(0), x2: x(Math.min(last, trained)), y1: y, y2: y }),
    last < trained ? s('line', { class: 'chart-track closed', x1: x(last) + 4, x2: x(trained), y1: y, y2: y }) : null,
    ...stops.flatMap((name, at) => {
      const isLong = at > 0 && at === stops.length - 1 && name.length > 2;
      return [s('circle', { class: at === waits ? 'weights-waits' : 'chart-stop', cx: x(at), cy: y,
        r: at === waits ? 9 : 4 }),
        s('text', { class: 'axis', x: x(at) + (isLong ? 30 : 0), y: y + (isPhone ? 40 : 44),
          'text-anchor': isLong ? 'end' : 'middle' }, at === waits ? `${name}: ?` : name)];
    }),
    isPhone ? null : s('text', { x: 36, y: y - 2 }, head),
    isPhone ? null : s('text', { class: 'axis', x: 36, y: y + 20 }, about),
  ];
}

/** @param {Layout['track']} track @param {number} at @param {number} count */
export const stopX = ({ left, right }, at, count) => left + (at * (right - left)) / Math.max(1, count - 1);
