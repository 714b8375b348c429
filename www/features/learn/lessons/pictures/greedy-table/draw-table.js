// Draws the table of the search: a row of cells for each good document, bars in the cells, and paths through them. No
// state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { knob } from '../drawn-frame.js';
import { cellBox } from './layouts.js';

/** @typedef {import('./layouts.js').Layout} Layout */

const DECIMALS = 4;
/** The least height of a bar, so that 0 is a bar too. */
const SLIVER = 2;

/**
 * The cells of a row with their bars. @param {Layout} layout @param {number} drawnRow where the row is drawn
 * @param {readonly number[]} values
 * @param {{ most: number, least: number, bars: boolean, barred: number, printed: readonly number[] | null }} how
 * `most`, `least`: of all cells. `barred`: columns to the left of it cannot be chosen. `printed`: the numbers, once
 * they are told
 */
export function drawCells(layout, drawnRow, values, { most, least, bars, barred, printed }) {
  const { base, isPhone } = layout;
  const scale = Math.min(base.up / Math.max(most, 1e-9), base.down / Math.max(-least, 1e-9));
  return values.map((value, column) => {
    const { x, y, width, height } = cellBox(layout, drawnRow, column);
    const [middle, zero] = [x + width / 2, y + base.y];
    const size = Math.max(SLIVER, Math.abs(value) * scale);
    return s('g', { class: `cell${column < barred ? ' barred' : ''}` },
      s('rect', { class: 'cell-ground', x, y, width, height, rx: 9 }),
      bars && [
        s('rect', { class: value < 0 ? 'cell-bar less' : 'cell-bar', x: middle - base.bar / 2, width: base.bar, rx: 1.5,
          y: value < 0 ? zero : zero - size, height: size }),
        s('line', { class: 'cell-base', x1: x + 10, x2: x + width - 10, y1: zero, y2: zero })],
      printed && s('text', { class: isPhone ? 'axis ink' : 'strong cell-number', x: middle, 'text-anchor': 'middle',
        y: value < 0 ? zero - 8 : zero + 20 }, fixed(printed[column], DECIMALS)),
      column < barred && s('rect', { class: 'cell-hatch', x, y, width, height, rx: 9 }));
  });
}

/**
 * A path through the cells of the rows that are drawn, with an arrow from row to row.
 * @param {Layout} layout @param {readonly number[]} path @param {readonly number[]} rows that are drawn, from the top
 * @param {'ours' | 'theirs'} kind @param {boolean} hasKnobs
 */
export function drawPath(layout, path, rows, kind, hasKnobs) {
  const boxes = rows.map((row, at) => cellBox(layout, at, path[row]));
  return s('g', { class: `path ${kind}` },
    boxes.map(({ x, y, width, height }) => s('rect', { class: 'path-cell', x, y, width, height, rx: 9 })),
    boxes.slice(1).map((to, at) => {
      const from = boxes[at];
      const [x1, y1] = [from.x + from.width / 2, from.y + from.height - 15];
      const [x2, y2] = [to.x + to.width / 2, to.y + 6];
      return s('g', { class: 'path-arrow' }, s('line', { x1, y1, x2, y2 }),
        s('path', { d: `M${x2 - 8} ${y2 - 2}h16l-8 12z` }));
    }),
    hasKnobs && boxes.map(({ x, y, width }) =>
      (layout.isPhone ? knob(x + width - 14, y + 14, 8) : knob(x + width - 20, y + 22))));
}

/**
 * All paths through two rows, one line each: from every cell to those that are not further left.
 * @param {Layout} layout @param {number} columns
 */
export function drawAllPaths(layout, columns) {
  const [from, to] = [0, 1].map((row) => Array.from({ length: columns }, (_, column) => cellBox(layout, row, column)));
  return s('g', { class: 'all-paths' }, from.flatMap(({ x, y, width, height }, column) =>
    to.slice(column).map((end) => s('line', { x1: x + width / 2, y1: y + height / 2, x2: end.x + end.width / 2,
      y2: end.y + end.height / 2 }))),
  [...from, ...to].map(({ x, y, width, height }) => s('circle', { cx: x + width / 2, cy: y + height / 2, r: 6 })));
}

/** The numbers of the columns, and what they count. @param {Layout} layout @param {number} columns */
export function drawHeads(layout, columns) {
  const { cell, isPhone } = layout;
  const middle = cell.x + ((columns - 1) * cell.step + cell.width) / 2;
  return [
    !isPhone && s('text', { class: 'axis big', x: middle, y: cell.y - 43, 'text-anchor': 'middle' },
      'bad results before it'),
    ...Array.from({ length: columns }, (_, column) => s('text', { class: 'strong', 'text-anchor': 'middle',
      x: cell.x + column * cell.step + cell.width / 2, y: cell.y - (isPhone ? 6 : 16) }, String(column)))];
}

/** The names of the rows. @param {Layout} layout @param {readonly string[]} names */
export function drawNames(layout, names) {
  return names.map((name, row) => {
    const { y, height } = cellBox(layout, row, 0);
    return s('g', { class: 'graded', 'data-shade': 5 },
      s('rect', { x: 36, y: y + height / 2 - 25, width: 148, height: 50, rx: 7 }),
      s('text', { x: 52, y: y + height / 2 + 6 }, name));
  });
}

/**
 * What is barred for a path: the columns left of its first cell. @param {Layout} layout @param {number} row the last
 * @param {number} column
 */
export function drawBarred(layout, row, column) {
  if (column === 0) return null;
  const first = cellBox(layout, row, 0);
  const last = cellBox(layout, row, column - 1);
  const y = first.y + first.height + 8;
  return s('g', { class: 'barred-note' },
    s('path', { d: `M${first.x + 2} ${y}v7H${last.x + last.width - 2}v-7` }),
    s('text', { class: 'axis theirs', x: (first.x + last.x + last.width) / 2, y: y + 30, 'text-anchor': 'middle' },
      'barred for greedy: left of its first cell'));
}
