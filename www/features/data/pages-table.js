// Candidates of a query with their columns. It is one stop of the tab key; the arrow keys move inside. The cell under
// the pointer or the focus is explained.

import { count, figure } from '../../lib/format.js';
import { fill, h } from '../../ui/dom.js';

/** @typedef {import('../../wasm/rankscope.js').PageRow} PageRow */

/** A whole number as it is, another one with four digits. @param {number} value */
function cellText(value) {
  return Number.isInteger(value) ? count(value) : figure(value);
}

/** @param {(row: number, column: number) => void} explain gets the places of a cell */
export function columnTable(explain) {
  /** @type {HTMLTableCellElement[][]} */
  let cells = [];
  /** The cell that is explained. @type {HTMLTableCellElement | null} */
  let current = null;
  const table = h('table', { class: 'numbers', role: 'grid', 'aria-label': 'Candidates and their columns',
    onkeydown: (/** @type {KeyboardEvent} */ event) => move(event),
    onfocusin: (/** @type {FocusEvent} */ event) => show(event.target),
    onpointerover: (/** @type {PointerEvent} */ event) => show(event.target) });

  /** The row and the column of a cell; none elsewhere. @param {EventTarget | null} target */
  const placeOf = (target) => {
    const row = cells.findIndex((all) => all.some((cell) => cell === target));
    return row < 0 ? null : { row, column: cells[row].indexOf(/** @type {any} */ (target)) };
  };
  /** @param {EventTarget | null} target */
  const show = (target) => {
    const place = placeOf(target);
    if (!place || target === current) return;
    current?.classList.remove('now');
    current = cells[place.row][place.column];
    current.classList.add('now');
    explain(place.row, place.column);
  };
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const place = placeOf(event.target);
    const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -Infinity],
      End: [0, Infinity] }[event.key];
    if (!place || !by) return;
    event.preventDefault();
    const last = cells[0].length - 1;
    const column = Math.min(Math.max(place.column + by[1], 0), last);
    const next = cells[place.row + by[0]]?.[column];
    if (!next) return;
    for (const cell of cells.flat()) cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };

  return {
    element: h('div', { class: 'scroll pages-rows' }, table),
    /** @param {string[]} columns @param {PageRow[]} rows */
    update(columns, rows) {
      current = null;
      cells = rows.map(({ values }) => values.map((value) => h('td', { tabIndex: -1 }, cellText(value))));
      const head = h('tr', {}, h('th', { scope: 'col', class: 'name' }, 'Page'), h('th', { scope: 'col' }, 'Grade'),
        columns.map((name) => h('th', { scope: 'col' }, name)));
      const body = rows.map(({ page, name, beginning, grade }, row) => h('tr', {},
        h('th', { scope: 'row', class: 'name', title: beginning ? `${name}: ${beginning}` : name }, `${page} ${name}`),
        h('td', {}, grade ?? '–'), cells[row]));
      fill(table, h('thead', {}, head), h('tbody', {}, body));
      if (cells[0]?.[0]) cells[0][0].tabIndex = 0;
    },
  };
}
