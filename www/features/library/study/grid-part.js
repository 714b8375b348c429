// The grid of cells. It is one stop of the tab key; the arrow keys move inside. Pressing a cell opens its run.

import { fill, h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { MARK_TEXTS, cellName, gridOf, levelText } from './study-plan.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('./study-state.js').CellMark} CellMark */
/** @typedef {import('./study-state.js').CellPlan} CellPlan */
/** @typedef {{ cell: CellPlan, name: string, button: HTMLButtonElement, mark: CellMark | null }} GridCell */

/** @type {Record<CellMark, string>} */
const SIGNS = { queued: '·', running: '…', done: '✓', unconverged: '†', failed: '✕' };
const KEY = /** @type {CellMark[]} */ (['queued', 'running', 'done', 'unconverged', 'failed']);

/** @param {CellMark | undefined} mark */
function isDone(mark) {
  return mark === 'done' || mark === 'unconverged';
}

/** @param {Store} store */
export function gridPart(store) {
  const caption = h('caption', {}, 'Cells');
  const onkeydown = (/** @type {KeyboardEvent} */ event) => move(event);
  const table = h('table', { class: 'study-grid', onkeydown }, caption);
  const told = h('p', { class: 'study-told', id: freshId('study-told') });
  const key = h('ul', { class: 'study-key', 'aria-label': 'Signs of the cells' },
    KEY.map((mark) =>
      h('li', {}, h('span', { 'data-mark': mark, 'aria-hidden': 'true' }, SIGNS[mark]), MARK_TEXTS[mark])));
  /** @type {GridCell[]} In the order of the table. */
  let buttons = [];
  let columns = 1;

  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const at = buttons.findIndex(({ button }) => button === event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + columns, ArrowUp: at - columns, Home: 0,
      End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    if (!buttons[to]) return;
    for (const { button } of buttons) button.tabIndex = -1;
    buttons[to].button.tabIndex = 0;
    buttons[to].button.focus();
  };
  /** @param {number} cell */
  const point = (cell) => store.dispatch({ type: 'study/set', change: { pointed: cell } });

  /** @param {CellPlan} cell @param {string} name @returns {GridCell} */
  const gridCell = (cell, name) => {
    const button = h('button', { type: 'button', tabIndex: -1, onfocus: () => point(cell.cell),
      onpointerenter: () => point(cell.cell),
      onclick: () => {
        if (isDone(store.get().study.marks[cell.cell])) store.dispatch({ type: 'study/open', cell: cell.cell });
      } });
    return { cell, name, button, mark: null };
  };

  store.watch(({ study }) => [study.cells, study.outline], ([cells, outline]) => {
    table.hidden = key.hidden = told.hidden = !cells;
    if (!cells || !outline) return;
    const grid = gridOf(outline, cells);
    buttons = [];
    const rows = grid.rows.map(({ names, places }) => h('tr', {},
      names.map((name) => h('th', { scope: 'row' }, name)),
      places.map((inside) => h('td', {}, h('div', {}, inside.map((cell) => {
        const one = gridCell(cell, cellName(outline, cell, cells));
        buttons.push(one);
        return one.button;
      }))))));
    columns = Math.max(1, grid.rows[0].places.flat().length);
    fill(table, caption,
      h('thead', {}, h('tr', {}, grid.rowHeads.map((head) => h('th', { scope: 'col' }, head)),
        grid.columns.map((column) => h('th', { scope: 'col' }, levelText(grid.columnHead, column))))),
      h('tbody', {}, rows));
    if (buttons[0]) buttons[0].button.tabIndex = 0;
  });
  store.watch(({ study }) => [study.marks, study.cells], ([marks]) => {
    for (const one of buttons) {
      const mark = marks[one.cell.cell] ?? 'queued';
      if (mark === one.mark) continue;
      one.mark = mark;
      one.button.dataset.mark = mark;
      const isOpen = isDone(mark) && !one.cell.closed;
      one.button.textContent = SIGNS[mark];
      one.button.setAttribute('aria-label', `${one.name}: ${MARK_TEXTS[mark]}${isOpen ? '. Open this run' : ''}`);
      one.button.setAttribute('aria-disabled', String(!isDone(mark)));
    }
  });
  store.watch(({ study }) => [study.pointed, study.marks, study.cells], ([pointed, marks]) => {
    const one = pointed === null ? undefined : buttons.find(({ cell }) => cell.cell === pointed);
    const mark = one ? marks[one.cell.cell] ?? 'queued' : 'queued';
    const reason = one && store.get().study.reasons.get(one.cell.cell);
    const { cells } = store.get().study;
    say(told, !one ? cells?.some(({ closed }) => !closed)
      ? 'Press a finished cell to open exactly that run: its data, its settings, and training.'
      : `The cells do not open: ${cells?.[0]?.closed ?? ''}.`
      : `${one.name}: ${MARK_TEXTS[mark]}${reason ? `: ${reason}` : ''}.`
        + (one.cell.closed ? ` It does not open: ${one.cell.closed}.`
          : isDone(mark) ? ' Press it to open this run.' : ''));
  });
  return h('section', { class: 'study-cells', 'aria-label': 'Cells of the study' },
    h('div', { class: 'scroll' }, table), told, key);
}
