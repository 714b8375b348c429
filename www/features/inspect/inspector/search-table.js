// The table of a search: cells with their values, the chosen ones marked, paths drawn as staircases. Part of the
// inspector.

import { h, s } from '../../../ui/dom.js';
import { documentName } from '../../../lib/document-name.js';
import { count, fixed, plural } from '../../../lib/format.js';
import { countBefore } from './places.js';

/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/**
 * `greedy`: the columns that the published greedy search chooses; absent for methods without one.
 * @typedef {import('../../../core/protocol.js').SearchTable & { greedy?: number[], greedy_values?: number[] }
 *   } SearchTable
 */
/** @typedef {(typeof MARKS)[number]['key']} Chooser */

const HEATS = 3;
/** The rankings of a table: how they are marked, and where in its cell a staircase runs. */
const MARKS = /** @type {const} */ ([
  { key: 'predicted', name: 'model', kind: 'mark-model', at: 0.12 },
  { key: 'reference', name: 'y*', kind: 'mark-reference', at: 0.2 },
  { key: 'greedy', name: 'greedy', kind: 'mark-greedy', at: 0.94 },
  { key: 'violator', name: 'ŷ', kind: 'mark-violator', at: 0.04 },
]);

/**
 * The cells that come with values, as a real table: how to make each row, and the whole around them. Of a long query
 * these are the first ranks, and a column for each ranking has its choice in every row, wherever that is.
 * @param {Inspection} inspection
 * @param {SearchTable} table
 */
export function cellTable(inspection, table) {
  const { form, rows, shown_rows: shown, shown_width: width, values } = table;
  const top = values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-300);
  // The digits show which values are larger.
  const decimals = top >= 100 ? 0 : top >= 10 ? 1 : 2;
  /** @param {number} document */
  const name = (document) => documentName(inspection.documents[document], document);
  const columns = Array.from({ length: width }, (_, at) => columnHead(table, at, name));
  const beyond = isCut(table) ? MARKS.filter(({ key }) => table[key]?.length) : [];
  /** @param {Node[]} lines */
  const whole = (lines) => h('table', { class: `cells ${form}` },
    h('caption', { class: 'hidden' }, CAPTIONS[form]),
    h('thead', {},
      h('tr', {}, h('th', { scope: 'col', class: 'corner' }, CORNERS[form]),
        columns.map(({ text, title }) => h('th', { scope: 'col', title }, text)),
        beyond.map((mark) => h('th', { scope: 'col' }, `${mark.name} chose`)))),
    h('tbody', {}, lines));
  const makers = shown.map((row, at) => () => {
    const document = rows[row];
    return h('tr', {},
      h('th', { scope: 'row', title: `${name(document)}, grade ${inspection.documents[document].grade}` },
        h('span', { class: 'name' }, name(document)),
        h('span', { class: 'grade' }, inspection.documents[document].grade)),
      columns.map(({ title }, column) => {
        const value = values[at * width + column];
        const marks = MARKS.filter(({ key }) => isChosen(table, key, row, column));
        const heat = Math.sign(value) * Math.ceil((HEATS * Math.abs(value)) / top - 1e-9);
        const chosenBy = marks.map((mark) => mark.name).join(', ');
        return h('td',
          { class: marks.map(({ kind }) => kind).join(' '), dataset: { heat: String(heat || 0) },
            title: `${name(document)}, ${title}: ${fixed(value, 4)}${chosenBy && ` · chosen by ${chosenBy}`}` },
          fixed(value, decimals), chosenBy && h('span', { class: 'hidden' }, ` chosen by ${chosenBy}`));
      }),
      beyond.map(({ key }) => choiceCell(table, key, row, at)));
  });
  return {
    makers,
    /** @param {Node[]} lines */
    whole(lines) {
      const place = h('div', { class: 'cells-place' }, whole(lines),
        form === 'path' && !isCut(table) && staircase(table, 'staircase'));
      place.style.setProperty('--columns', String(width + beyond.length));
      return place;
    },
  };
}

/**
 * A table with the path of the published greedy search.
 * @param {SearchTable} table @param {import('../../../wasm/rankscope.js').GreedyViolation} greedy
 * @returns {SearchTable}
 */
export function withGreedy(table, { ranking, parts }) {
  const greedy = countBefore(ranking, table.columns, table.rows);
  return { ...table, greedy, greedy_values: table.shown_rows.map((row) => parts[row][greedy[row]]) };
}

/** Whether rows or columns of a table are left out. @param {SearchTable} table */
export function isCut({ rows, shown_rows: shown, width, shown_width: wide }) {
  return shown.length < rows.length || wide < width;
}

/**
 * The column that a ranking chose in a row, and what that is worth.
 * @param {SearchTable} table
 * @param {Chooser} key
 * @param {number} row
 * @param {number} at its place among the shown rows
 */
function choiceCell(table, key, row, at) {
  const column = table[key]?.[row];
  const value = table[`${key}_values`]?.[at];
  const place = `${count((column ?? 0) + Number(table.form === 'assignment'))}: `;
  return h('td', { class: 'choice' }, h('span', { class: 'muted' }, place), fixed(value, 2));
}

/** What of a table is left out, in words; empty for a whole one. @param {SearchTable} table */
export function leftOut(table) {
  if (!isCut(table)) return '';
  const { form, rows, shown_rows: shown, width, shown_width: wide, violator_values: values } = table;
  const hidden = rows.length - shown.length;
  const rest = table.violator_total - values.reduce((sum, value) => sum + value, 0);
  const what = form === 'assignment' ? 'document' : 'good document';
  return [
    wide < width && `Only the first ${count(wide)} of ${count(width)} ${form === 'assignment' ? 'ranks' : 'columns'} `
      + 'have cells. The last columns name the choice of each ranking in every row, with its value.',
    hidden > 0 && `${plural(hidden, what)} of ${count(rows.length)} ${hidden === 1 ? 'has' : 'have'} no row here; `
      + `their cells add ${fixed(rest, 3)} to the sum of ŷ.`,
  ].filter(Boolean).join(' ');
}

/** @type {Record<SearchTable['form'], string>} */
const CAPTIONS = { assignment: 'Search table: documents by ranks',
  path: 'Search table: good documents by bad ones before them', pairs: 'Search table: pairs of good and bad documents',
  'first-good': 'Search table: bad documents before the first good one' };
/** @type {Record<SearchTable['form'], string>} */
const CORNERS = { assignment: 'document \\ rank', path: 'good \\ bad before', pairs: 'good \\ bad',
  'first-good': 'good \\ bad before' };

/**
 * @param {SearchTable} table
 * @param {number} at
 * @param {(document: number) => string} name
 */
function columnHead({ form, columns }, at, name) {
  if (form === 'assignment') return { text: count(at + 1), title: `rank ${count(at + 1)}` };
  if (form === 'pairs') return { text: name(columns[at]), title: `bad document ${name(columns[at])}` };
  return { text: count(at),
    title: at ? `${count(at)} bad before it, the last of them ${name(columns[at - 1])}` : 'no bad document before it' };
}

/**
 * @param {SearchTable} table
 * @param {Chooser} key
 * @param {number} row
 * @param {number} column
 */
function isChosen(table, key, row, column) {
  const chosen = table[key]?.[row];
  return table.form === 'pairs' ? column < (chosen ?? 0) : column === chosen;
}

/**
 * The paths of the three rankings over the cells: down inside a row, aside between rows.
 * @param {SearchTable} table
 * @param {string} kind
 */
export function staircase(table, kind) {
  const { width, rows } = table;
  const drawing = s('svg',
    { class: kind, viewBox: `0 0 ${width} ${rows.length}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  // Sizes in cells, so that the drawing grows with the text.
  drawing.style.setProperty('--columns', String(width));
  drawing.style.setProperty('--rows', String(rows.length));
  for (const { key, kind: mark, at } of MARKS) {
    const columns = table[key];
    if (!columns?.length) continue;
    const d = columns.map((column, row) => `${row ? 'L' : 'M'}${column + at} ${row}L${column + at} ${row + 1}`)
      .join('');
    drawing.append(s('path', { d, class: mark }));
  }
  return drawing;
}
