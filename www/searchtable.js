// The table of a search: cells with their values, the chosen ones marked, paths drawn as staircases. Part of the inspector.

import { h, s } from './dom.js';
import { documentName } from './columns.js';
import { count, fixed } from './format.js';

/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./protocol.js').SearchTable} SearchTable */

const HEATS = 3;
/** The rankings of a table: how they are marked, and where in its cell a staircase runs. */
const MARKS = /** @type {const} */ ([
  { key: 'predicted', name: 'model', kind: 'mark-model', at: 0.12 },
  { key: 'reference', name: 'y*', kind: 'mark-reference', at: 0.2 },
  { key: 'violator', name: 'ŷ', kind: 'mark-violator', at: 0.04 },
]);

/**
 * All cells, as a real table: how to make each row, and the whole around them.
 * @param {Inspection} inspection
 * @param {SearchTable} table
 */
export function cellTable(inspection, table) {
  const { form, rows, width, values } = table;
  const top = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-300);
  // Values of very different sizes are told apart by their digits.
  const decimals = top >= 100 ? 0 : top >= 10 ? 1 : 2;
  /** @param {number} document */
  const name = (document) => documentName(inspection.documents[document], document);
  const columns = Array.from({ length: width }, (_, at) => columnHead(table, at, name));
  /** @param {Node[]} made */
  const whole = (made) => h('table', { class: `cells ${form}` },
    h('caption', { class: 'hidden' }, CAPTIONS[form]),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'corner' }, CORNERS[form]), columns.map(({ text, title }) => h('th', { scope: 'col', title }, text)))),
    h('tbody', {}, made));
  const makers = rows.map((document, row) => () => h('tr', {},
      h('th', { scope: 'row', title: `${name(document)}, grade ${inspection.documents[document].grade}` }, h('span', { class: 'name' }, name(document)), h('span', { class: 'grade' }, inspection.documents[document].grade)),
      columns.map(({ title }, column) => {
        const value = values[row * width + column];
        const marks = MARKS.filter(({ key }) => isChosen(table, key, row, column));
        const heat = Math.sign(value) * Math.ceil((HEATS * Math.abs(value)) / top - 1e-9);
        const told = marks.map((mark) => mark.name).join(', ');
        return h('td', { class: marks.map(({ kind }) => kind).join(' '), dataset: { heat: String(heat || 0) }, title: `${name(document)}, ${title}: ${fixed(value, 4)}${told && ` · chosen by ${told}`}` },
          fixed(value, decimals), told && h('span', { class: 'hidden' }, ` chosen by ${told}`));
      })));
  return {
    makers,
    /** @param {Node[]} made */
    whole(made) {
      const place = h('div', { class: 'cells-place' }, whole(made), form === 'path' && staircase(table, 'staircase'));
      place.style.setProperty('--columns', String(width));
      return place;
    },
  };
}

/** @type {Record<SearchTable['form'], string>} */
const CAPTIONS = { assignment: 'Search table: documents by ranks', path: 'Search table: good documents by bad ones before them', pairs: 'Search table: pairs of good and bad documents', 'first-good': 'Search table: bad documents before the first good one' };
/** @type {Record<SearchTable['form'], string>} */
const CORNERS = { assignment: 'document \\ rank', path: 'good \\ bad before', pairs: 'good \\ bad', 'first-good': 'good \\ bad before' };

/**
 * @param {SearchTable} table
 * @param {number} at
 * @param {(document: number) => string} name
 */
function columnHead({ form, columns }, at, name) {
  if (form === 'assignment') return { text: count(at + 1), title: `rank ${count(at + 1)}` };
  if (form === 'pairs') return { text: name(columns[at]), title: `bad document ${name(columns[at])}` };
  return { text: count(at), title: at ? `${count(at)} bad before it, the last of them ${name(columns[at - 1])}` : 'no bad document before it' };
}

/** @param {SearchTable} table @param {'violator' | 'reference' | 'predicted'} key @param {number} row @param {number} column */
function isChosen(table, key, row, column) {
  const chosen = table[key][row];
  return table.form === 'pairs' ? column < chosen : column === chosen;
}

/**
 * The paths of the three rankings over the cells: down inside a row, aside between rows.
 * @param {SearchTable} table
 * @param {string} kind
 */
export function staircase(table, kind) {
  const { width, rows } = table;
  const drawing = s('svg', { class: kind, viewBox: `0 0 ${width} ${rows.length}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  // Sizes in cells, so that the drawing grows with the text.
  drawing.style.setProperty('--columns', String(width));
  drawing.style.setProperty('--rows', String(rows.length));
  for (const { key, kind: mark, at } of MARKS) {
    if (!table[key].length) continue;
    const d = [...table[key]].map((column, row) => `${row ? 'L' : 'M'}${column + at} ${row}L${column + at} ${row + 1}`).join('');
    drawing.append(s('path', { d, class: mark }));
  }
  return drawing;
}
