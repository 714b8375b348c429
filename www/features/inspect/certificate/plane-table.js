// The table of cutting planes. Its headings sort it, its rows open their rankings. Knows no store.

import { h, fill } from '../../../ui/dom.js';
import { count, percent, significant } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').Certificate} Certificate */
/** @typedef {import('../../../wasm/rankscope.js').LedgerPage} LedgerPage */
/** @typedef {import('../../../wasm/rankscope.js').LedgerRow} LedgerRow */

/** @type {{ order: LedgerPage['order'] | null, text: string, title: string }[]} */
const COLUMNS = [
  { order: null, text: 'query', title: 'Query of the ranking' },
  { order: 'found_at', text: 'found at', title: 'Iteration in which the oracle found the ranking' },
  { order: 'loss', text: 'Δ', title: 'Loss of the ranking' },
  { order: 'dual', text: 'α', title: 'Dual weight' },
  { order: null, text: 'of U', title: 'α as a share of its bound U' },
  { order: 'demand', text: 'required', title: 'Δ − ⟨w, δψ⟩: the slack that the plane requires at this w' },
  { order: null, text: 'room', title: 'How much more slack the ξ of the query allows' },
];

/**
 * @param {(change: Partial<LedgerPage>) => void} sort
 * @param {(plane: LedgerRow) => void} open
 */
export function planeTable(sort, open) {
  /** @type {LedgerPage | null} */
  let page = null;
  const heads = COLUMNS.map(({ order, text, title }) => {
    if (!order) return { order, cell: h('th', { scope: 'col', title }, text) };
    const press = () => sort({ order, descending: page?.order === order ? !page.descending : true });
    return { order,
      cell: h('th', { scope: 'col' },
        h('button', { type: 'button', class: 'sort', title: `${title}. Press to sort.`, onclick: press }, text)) };
  });
  const body = h('tbody', {});
  const table = h('table', { class: 'numbers planes' }, h('caption', {}, 'Cutting planes'),
    h('thead', {}, h('tr', {}, heads.map(({ cell }) => cell))), body);
  /** The plane that gets the focus once its row is drawn. @type {string | null} */
  let wanted = null;

  return {
    element: h('div', { class: 'scroll' }, table),
    /** @param {Certificate} certificate @param {LedgerPage} now @param {LedgerRow | null} opened */
    update(certificate, now, opened) {
      page = now;
      for (const { order, cell } of heads) {
        if (order === now.order) cell.setAttribute('aria-sort', now.descending ? 'descending' : 'ascending');
        else cell.removeAttribute('aria-sort');
      }
      const { activeElement } = document;
      const held = activeElement instanceof HTMLElement && body.contains(activeElement)
        ? activeElement.dataset.plane ?? null : null;
      fill(body, certificate.rows.map((row) => line(row, opened !== null && keyOf(row) === keyOf(opened))));
      const target = [...body.querySelectorAll('button')].find((button) => button.dataset.plane === (wanted ?? held));
      target?.focus({ preventScroll: wanted === null });
      if (target) wanted = null;
    },
    /** @param {LedgerRow} plane */
    focus(plane) {
      wanted = keyOf(plane);
    },
  };

  /** @param {LedgerRow} row @param {boolean} opened */
  function line(row, opened) {
    const id = row.id ?? 'all';
    const bar = h('span', { class: 'dual-bar', 'aria-hidden': 'true' });
    bar.style.setProperty('--share', `${Math.min(100, 100 * row.share)}%`);
    const button = h('button',
      { type: 'button', class: 'quiet', dataset: { plane: keyOf(row) },
        'aria-label': `${id}: show the ranking found at iteration ${row.found_at}` }, h('bdi', {}, id));
    return h('tr',
      { class: [row.dual > 0 ? 'support' : 'idle', opened ? 'now' : ''].join(' '), onclick: () => open(row) },
      h('th', { scope: 'row', class: 'name', title: id }, button), h('td', {}, count(row.found_at)),
      h('td', {}, significant(row.loss)),
      h('td', {}, significant(row.dual)),
      h('td', { class: 'share' }, bar, h('span', { class: 'share-text' }, row.dual > 0 ? percent(row.share) : '–')),
      h('td', {}, significant(row.demand)), h('td', {}, room(row.room)));
  }
}

/** @param {number} room */
function room(room) {
  return Math.abs(room) < 1e-9 ? 'none' : significant(room);
}

/** @param {LedgerRow} row */
function keyOf({ slack, found_at: found }) {
  return `${slack}/${found}`;
}
