// Draws what the pictures of pulls share: the pages as rows, and the arrow of a pull. No state.

import { s } from '../../../../../ui/dom.js';
import { sliding } from '../drawn-frame.js';
import { shadeOf } from '../row-list.js';
import { rowTop } from './layouts.js';

/** @typedef {{ title: string, grade: number }} Page */

const LETTER = { wide: 8, phone: 7.3 }; // units
const HEAD = 12; // the length of the tip of an arrow
const LEAST = 5; // the length of the shortest arrow

/** A title as far as its row is wide. @param {string} title @param {number} most letters */
const fitted = (title, most) => (title.length <= most ? title : `${title.slice(0, most - 1).trimEnd()}…`);

/**
 * @param {import('./layouts.js').RowsPlace} place @param {readonly Page[]} pages @param {readonly number[]} order
 * @param {number} chosen @param {boolean} isPhone
 */
export function drawRows(place, pages, order, chosen, isPhone) {
  const { width, height, x } = place;
  const most = Math.max(...pages.map(({ grade }) => grade));
  const letters = Math.floor((width - (isPhone ? 32 : 46)) / LETTER[isPhone ? 'phone' : 'wide']);
  const middle = height / 2 + (isPhone ? 5 : 6);
  return order.map((page, rank) => sliding(`row-${page}`, x, rowTop(place, rank), 'pulls-row',
    s('title', {}, `${pages[page].title}, grade ${pages[page].grade}`),
    s('g', { class: 'graded', 'data-shade': String(shadeOf(pages[page].grade, most)) },
      s('rect', { width, height, rx: isPhone ? 4 : 7 }),
      s('text', { class: isPhone ? 'axis' : '', x: isPhone ? 6 : 12, y: middle }, fitted(pages[page].title, letters)),
      s('text', { class: 'strong', x: width - (isPhone ? 6 : 12), y: middle, 'text-anchor': 'end' },
        String(pages[page].grade))),
    page === chosen ? s('rect', { class: 'pulls-chosen', x: -2, y: -2, width: width + 4, height: height + 4,
      rx: isPhone ? 5 : 9 }) : null));
}

/**
 * An arrow up or down around a place; a ring where nothing pulls.
 * @param {number} x @param {number} y its middle @param {number} length with the sign of the pull
 */
export function drawArrow(x, y, length) {
  if (Math.abs(length) < 0.5) return s('circle', { class: 'pulls-none', cx: x, cy: y, r: 4.5 });
  const way = Math.sign(length);
  const size = Math.max(LEAST, Math.abs(length));
  const head = Math.min(HEAD, size);
  const [tip, end] = [y - (way * size) / 2, y + (way * size) / 2];
  const neck = tip + way * head;
  const half = 0.8 * head;
  return s('path', { class: `pulls-arrow ${way > 0 ? 'up' : 'down'}`,
    d: `M${x - 2.5} ${end}V${neck}H${x - half}L${x} ${tip}L${x + half} ${neck}H${x + 2.5}V${end}Z` });
}
