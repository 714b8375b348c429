// The table T as coloured cells: a line for each rank, a column for each grade and kind. A list lights one cell of each
// line. With `change`, the reader chooses a cell and moves its cost.

import { h, fill, say } from '../../../../../ui/dom.js';
import { sayValue } from '../../../../../pictures/handles.js';
import { costText } from './cost-run.js';

/** @typedef {{ rank: number, column: number }} Place */

const STEP = 0.25;
const MOST = 2; // the greatest cost that a hand can give, and less than none of it the least
const STRONGEST = 60; // percent of the colour
const DRAG = 12; // px for a step

/**
 * @param {{ choose: (place: Place) => void, change: (cost: number) => void, rest: () => void }} hand
 */
export function heatTable({ choose, change, rest }) {
  const head = h('div', { class: 'cost-line cost-heads', 'aria-hidden': 'true' });
  const lines = h('div', { class: 'cost-lines' });
  const element = h('div', { class: 'heat', role: 'group', 'aria-label': 'Table T' }, head, lines);
  /** @type {HTMLElement[][]} */
  let cells = [];
  /** @type {{ names: readonly string[], costs: readonly (readonly number[])[], chosen: Place | null } | null} */
  let drawn = null;
  /** @type {{ from: number, cost: number } | null} */
  let drag = null;

  /** @param {number} wanted */
  const give = (wanted) => change(Math.min(MOST, Math.max(-MOST, Math.round(wanted / STEP) * STEP)));

  /** @param {Place} place */
  function cellOf({ rank, column }) {
    const cell = h('div', { class: 'heat-cell' });
    cell.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !drawn?.chosen) return;
      event.preventDefault();
      cell.setPointerCapture(event.pointerId);
      drag = { from: event.clientY, cost: drawn.costs[rank][column] };
      choose({ rank, column });
      cell.focus({ preventScroll: true });
    });
    cell.addEventListener('pointermove', ({ clientY }) => {
      const steps = drag ? Math.trunc((drag.from - clientY) / DRAG) : 0;
      if (drag && drawn && steps) {
        give(drag.cost + steps * STEP);
        drag = { from: drag.from - steps * DRAG, cost: drawn.costs[rank][column] };
      }
    });
    for (const end of ['pointerup', 'pointercancel']) {
      cell.addEventListener(end, () => {
        if (drag) rest();
        drag = null;
      });
    }
    cell.addEventListener('keydown', (event) => press(event, { rank, column }));
    return cell;
  }

  /** Up and down move the cost, left and right choose the next cell. @param {KeyboardEvent} event @param {Place} at */
  function press(event, { rank, column }) {
    if (!drawn?.chosen || event.ctrlKey || event.metaKey || event.altKey) return;
    const cost = drawn.costs[rank][column];
    const to = { ArrowUp: cost + STEP, ArrowDown: cost - STEP, Home: -MOST, End: MOST }[event.key];
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (to === undefined && by === undefined) return;
    event.preventDefault();
    if (to !== undefined) {
      give(to);
      return rest();
    }
    const { length } = drawn.names;
    const next = (rank * length + column + (by ?? 0) + cells.length * length) % (cells.length * length);
    const place = { rank: Math.floor(next / length), column: next % length };
    choose(place);
    cells[place.rank][place.column].focus({ preventScroll: true });
  }

  /**
   * @param {readonly string[]} names of the columns @param {readonly (readonly number[])[]} costs by rank
   * @param {{ lit: readonly number[] | null, chosen: Place | null }} marks `lit`: the column of each rank's document
   */
  function update(names, costs, { lit, chosen }) {
    if (cells.length !== costs.length) {
      cells = costs.map((row, rank) => row.map((_, column) => cellOf({ rank, column })));
      fill(lines, cells.map((row, rank) => h('div', { class: 'cost-line' },
        h('span', { class: 'cost-rank' }, String(rank + 1)), row)));
      fill(head, h('span', { class: 'cost-rank' }, 'rank'), names.map((name) => h('span', {}, name)));
    }
    drawn = { names, costs, chosen };
    element.classList.toggle('editable', Boolean(chosen));
    costs.forEach((row, rank) => row.forEach((cost, column) => {
      const cell = cells[rank][column];
      say(cell, costText(cost));
      cell.style.setProperty('--share', `${Math.round(STRONGEST * Math.min(1, Math.abs(cost)))}%`);
      cell.dataset.sign = cost < -0.005 ? 'low' : cost > 0.005 ? 'high' : 'none';
      cell.classList.toggle('lit', lit?.[rank] === column);
      const isChosen = chosen?.rank === rank && chosen.column === column;
      if (!chosen) return;
      cell.tabIndex = isChosen ? 0 : -1;
      cell.setAttribute('role', 'slider');
      cell.setAttribute('aria-orientation', 'vertical');
      cell.setAttribute('aria-label', `Cost of a ${names[column].replace(/^(\w+) news$/, '$1 news result')} at rank ${
        rank + 1}`);
      cell.toggleAttribute('data-handle', isChosen);
      cell.classList.toggle('chosen', isChosen);
      sayValue(cell, { least: -MOST, most: MOST, now: cost, text: costText(cost) });
    }));
  }
  return { element, update };
}
