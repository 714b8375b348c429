// Draws the products of weights and scores, and their sums. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';
import { baseLine } from './draw-profile.js';
import { sumOf } from './profile-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */

/** @param {Layout} layout @param {readonly number[]} products @param {number} most */
export function drawProducts(layout, products, most) {
  const { columns: { x, step, bar }, product: { base, room } } = layout;
  return [...products.map((product, rank) => s('rect', { class: 'bar-product', x: x + rank * step - bar / 2, width: bar,
    rx: 3, y: base - (room * product) / most, height: (room * product) / most })), baseLine(layout, 'product')];
}

/**
 * A sum as its products in a row, with its number.
 * @param {Layout} layout @param {0 | 1} place the reader's order, then the sorted one @param {string} name
 * @param {readonly number[] | null} products null where they are hidden
 * @param {number} most the sum that fills the room
 */
export function drawSum({ sums, isPhone }, place, name, products, most) {
  const y = sums.y[place];
  const middle = y + sums.height / 2 + 6;
  const label = s('text', { class: place ? 'strong ours' : 'strong', x: isPhone ? 14 : 36, y: middle }, name);
  if (!products) return [label, hiddenBox(sums.x, y, sums.width, sums.height)];
  const starts = products.map((_product, rank) => sums.x + (sums.width * sumOf(products.slice(0, rank))) / most);
  const total = sumOf(products);
  return [label,
    ...products.map((product, rank) => s('rect', { class: place ? 'sum-part sorted' : 'sum-part', x: starts[rank], y,
      height: sums.height, rx: 2, width: Math.max(0.5, (sums.width * product) / most - 2) })),
    s('text', { class: 'value sum-value', x: sums.x + (sums.width * total) / most + 10, y: middle }, fixed(total, 3))];
}
