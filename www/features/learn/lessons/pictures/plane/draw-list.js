// Draws a list of pages beside the plane: rows that slide to their new places, or a strip of grades on a phone. No
// state.

import { s } from '../../../../../ui/dom.js';
import { sliding } from '../drawn-frame.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./plane-run.js').Page} Page */

/**
 * @param {Pick<Layout, 'list' | 'isPhone'>} layout @param {readonly Pick<Page, 'title' | 'grade'>[]} pages
 * @param {readonly number[]} ranking
 * @param {readonly number[] | null} before the ranking from which the moves are told
 */
export function drawRows({ list, isPhone }, pages, ranking, before) {
  if (!list) return [];
  const most = Math.max(...pages.map(({ grade }) => grade));
  const height = list.row - (isPhone ? 6 : 8);
  return ranking.map((page, rank) => {
    const { title, grade } = pages[page];
    const move = before ? before.indexOf(page) - rank : 0;
    const middle = height / 2 + 6;
    const right = list.left + list.width;
    const words = isPhone ? [
      s('text', { class: 'grade', x: list.left + list.width / 2, y: middle, 'text-anchor': 'middle' }, String(grade)),
    ] : [
      s('text', { class: 'rank', x: list.left + 12, y: middle }, String(rank + 1)),
      s('text', { x: list.left + 34, y: middle }, title),
      s('text', { class: 'grade', x: right - 12, y: middle, 'text-anchor': 'end' }, String(grade)),
      move !== 0 && s('text', { class: move > 0 ? 'move up' : 'move down', x: list.left - 8, y: middle,
        'text-anchor': 'end' }, `${move > 0 ? '▲' : '▼'}${Math.abs(move)}`)];
    const row = sliding(String(page), 0, list.top + rank * list.row, 'plane-row',
      s('rect', { x: list.left, width: list.width, height, rx: 7 }),
      s('title', {}, `${rank + 1} ${title}, grade ${grade}`), ...words);
    row.setAttribute('data-shade', String(documentShade(grade, most)));
    return row;
  });
}

/** The frame of the violator. @param {Layout} layout @param {number} count of pages */
export function drawViolatorFrame({ list, isPhone }, count) {
  if (!list) return null;
  const air = isPhone ? 5 : 6;
  return s('rect', { class: 'violator-frame', x: list.left - air, y: list.top - air, rx: 11,
    width: list.width + 2 * air, height: count * list.row - (isPhone ? 6 : 8) + 2 * air });
}
