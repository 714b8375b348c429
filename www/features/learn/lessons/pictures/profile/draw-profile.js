// Draws the weights of the ranks, the scores below them, their products and the sums. No state.

import { s } from '../../../../../ui/dom.js';
import { knob, sliding, symbol } from '../drawn-frame.js';
import { SHAPES } from './profile-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./profile-run.js').Page} Page */

const LONGEST = 13; // letters of a name in one line

/** @param {Layout} layout @param {number} ranks */
export function drawHeads({ columns, head, isPhone }, ranks) {
  return Array.from({ length: ranks }, (_, rank) => s('text', { class: 'axis', y: head,
    x: columns.x + rank * columns.step, 'text-anchor': 'middle' }, rank || isPhone ? String(rank + 1) : 'rank 1'));
}

/**
 * The names of the rows with what they are. @param {Layout} layout
 * @param {{ row: 'weight' | 'score' | 'product', name: import('../../../../../ui/dom.js').Child[], about: string,
 *   ours?: boolean }[]} rows
 */
export function drawNames(layout, rows) {
  const { isPhone } = layout;
  const signs = isPhone ? [] : [['×', layout.weight.base + 40], ['=', layout.score.base + 44]].map(([sign, y]) =>
    s('text', { class: 'sign', x: 168, y, 'text-anchor': 'middle' }, sign));
  return [...signs, ...rows.flatMap(({ row, name, about, ours }) => {
    const { base, room } = layout[row];
    const y = isPhone ? base - room / 2 : base - room / 2 - 4;
    const kind = `${isPhone ? 'strong' : 'head'}${ours ? ' ours' : ''}`;
    return [s('text', { class: kind, x: isPhone ? 14 : 36, y }, ...name),
      isPhone ? null : s('text', { class: 'axis', x: 36, y: y + 23 }, about)];
  })];
}

/** @param {Layout} layout @param {'weight' | 'score' | 'product'} row */
export function baseLine(layout, row) {
  const { columns: { left, right }, [row]: { base } } = layout;
  return s('line', { class: 'bar-base', x1: left, x2: right, y1: base, y2: base });
}

/**
 * @param {Layout} layout @param {readonly number[]} weights
 * @param {boolean} isTold whether the line over the bars is drawn
 */
export function drawWeights(layout, weights, isTold) {
  const { columns: { x, step, bar }, weight: { base, room } } = layout;
  const most = Math.max(...weights);
  const top = (/** @type {number} */ weight) => base - (room * weight) / most;
  return [
    ...weights.map((weight, rank) => s('rect', { class: 'bar-weight', x: x + rank * step - bar / 2, width: bar, rx: 3,
      y: top(weight), height: base - top(weight) })),
    isTold && s('path', { class: 'decay-line',
      d: weights.map((weight, rank) => `${rank ? 'L' : 'M'}${x + rank * step} ${top(weight)}`).join('') }),
    baseLine(layout, 'weight')];
}

/**
 * The scores in the reader's order; a dashed outline shows the score that sorting puts there.
 * @param {Layout} layout @param {readonly Page[]} pages the highest score first @param {readonly number[]} order
 * @param {number} held the page that is moved
 */
export function drawScores(layout, pages, order, held) {
  const { columns: { x, step, bar }, score: { base, room }, isPhone } = layout;
  const most = Math.max(...pages.map(({ score }) => score));
  const size = (/** @type {number} */ page) => (room * pages[page].score) / most;
  return [
    ...order.map((page, rank) => {
      const middle = x + rank * step;
      return sliding(`score-${page}`, middle, base, `bar-score${page === held ? ' held' : ''}`,
        s('rect', { x: -bar / 2, y: -size(page), width: bar, height: size(page), rx: 3 }),
        s('title', {}, pages[page].name),
        page === held && knob(0, -size(page) / 2, isPhone ? 9 : 12),
        !isPhone && s('text', { class: 'axis name', 'text-anchor': 'middle' },
          linesOf(pages[page].name).map((line, at) => s('tspan', { x: 0, y: 17 + 15 * at }, line))));
    }),
    ...order.map((page, rank) => (page === rank ? null : s('rect', { class: 'bar-ghost', x: x + rank * step - bar / 2,
      y: base - size(rank), width: bar, height: size(rank), rx: 3 }))),
    baseLine(layout, 'score')];
}

/** A long name in two lines, since neighbours would touch it. @param {string} name */
function linesOf(name) {
  const words = name.split(' ');
  const half = Math.floor(words.length / 2);
  return name.length > LONGEST ? [words.slice(0, half).join(' '), words.slice(half).join(' ')] : [name];
}

/**
 * The slider of the shape of c; its flat end is closed before the reveal. @param {Layout} layout
 * @param {number} position @param {boolean} isOpen
 */
export function drawShape({ slider: { x, width, y }, isPhone }, position, isOpen) {
  const place = (/** @type {number} */ at) => x + (width * at) / SHAPES.flat;
  return [
    s('text', { class: 'strong', x: isPhone ? 14 : 36, y: y + 6 }, ...(isPhone ? [] : ['shape of ']), symbol('c')),
    s('text', { class: 'axis', x: isPhone ? 60 : 196, y: y + 5 }, 'steep'),
    s('text', { class: 'axis', x: x + width + (isPhone ? 20 : 40), y: y + 5 }, 'flat'),
    s('line', { class: 'track', x1: x, x2: place(isOpen ? SHAPES.flat : SHAPES.closed), y1: y, y2: y }),
    !isOpen && s('line', { class: 'track closed', x1: place(SHAPES.closed), x2: place(SHAPES.flat), y1: y, y2: y }),
    !isOpen && s('text', { class: 'axis', x: place(SHAPES.flat) + (isPhone ? 46 : 10), y: y + (isPhone ? 26 : 28),
      'text-anchor': 'end' }, 'opens with Reveal'),
    knob(place(position), y, isPhone ? 11 : 14)];
}
