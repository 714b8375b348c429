// The table in which the oracle looked for the violator: an assignment, a staircase, pairs, or one row. Part of the inspector.

import '../styles/search-table.css';
import { h, fill } from '../dom.js';
import { formula } from '../fields.js';
import { fixed, plural } from '../format.js';
import { slices } from '../slices.js';
import { cellTable, staircase } from '../searchtable.js';

/** @typedef {import('../protocol.js').Inspection} Inspection */
/** @typedef {import('../protocol.js').SearchTable} SearchTable */

/** What a table shows, in plain words. @type {Record<SearchTable['form'], string>} */
const WORDS = {
  assignment: 'Putting document i at rank j is worth c_j s_i − a_j b_i. A ranking takes one cell of every row and every column; no choice has a greater sum than the oracle’s. Rows are in the order of y*.',
  path: 'Rows are good documents by score; the column says how many bad ones stand before. A cell is its part of Δ less its part of ⟨w, δψ⟩. A ranking is a staircase that never turns back; no staircase has a greater sum than the oracle’s.',
  pairs: 'There is no path to search here: every pair decides for itself. A pair of a good and a bad document is worth its weight times 1 − (s_{good} − s_{bad}), and is active in ŷ where that is above 0. In each row the active pairs come first.',
  'first-good': 'With its own ψ, SVM-MRR has no staircase to search: its ψ knows only the bad documents before the first good one. The best choice for that place is the worst good document, so one row is all: H by the number of bad documents, the best ones, put before it.',
};

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const words = h('p', { class: 'muted' });
  const marks = h('p', { class: 'muted cell-keys', 'aria-hidden': 'true' });
  const place = h('div', { class: 'scroll search-place', tabIndex: 0, role: 'region', 'aria-label': 'Search table' });
  const sums = h('p', { class: 'equation sums' });
  root.append(words, marks, place, sums);
  const make = slices();
  let scrolled = '';
  store.watch((state) => [state.inspectorTab === 'search', state.look, state.run?.status === 'lost'], ([open, look]) => {
    if (!open) return;
    // What was shown stays until the first look at other data.
    if (!look && store.get().data && store.get().run?.status !== 'lost') return;
    if (!look?.inspection) {
      fill(words, 'Choose a query first.');
      for (const part of [marks, place, sums]) fill(part);
      return;
    }
    // The look before the tab was opened came without it.
    if (look.tab !== 'search') return;
    const { inspection, search } = look;
    if (!search) {
      fill(words, `This loss has no table of cells: its violator is found by ${inspection.oracle}.`);
      for (const part of [marks, place, sums]) fill(part);
      return;
    }
    fill(words, formula(WORDS[search.form]));
    const drawn = search.values.length > 0 || search.form === 'path';
    fill(marks, drawn && search.values.length > 0 && [h('span', { class: 'cell-key mark-violator' }, search.form === 'pairs' ? 'active in ŷ' : 'ŷ'), search.form !== 'pairs' && h('span', { class: 'cell-key mark-reference' }, 'y*'), search.predicted.length > 0 && h('span', { class: 'cell-key mark-model' }, search.form === 'pairs' ? 'inverted by the model' : 'model'), h('span', {}, 'orange cells add to H, blue ones take from it')]);
    fill(sums, sumsOf(inspection, search));
    if (!search.values.length) return make([], () => fill(place, pictureOf(search)));
    const { makers, whole } = cellTable(inspection, search);
    make(makers, (rows) => {
      const { scrollTop, scrollLeft } = place;
      fill(place, whole(rows));
      [place.scrollTop, place.scrollLeft] = [scrollTop, scrollLeft];
      showChosen(look.run, inspection, search);
    });
  });

  /**
   * In a row of one cell for all, what the oracle chose is in sight when a query is first looked at; later the reader decides.
   * @param {number} run @param {Inspection} inspection @param {SearchTable} search
   */
  function showChosen(run, inspection, search) {
    const about = `${run}/${inspection.query}/${search.form}`;
    if (search.form !== 'first-good' || about === scrolled) return;
    scrolled = about;
    const chosen = place.querySelector('td.mark-violator');
    if (chosen instanceof HTMLElement) place.scrollLeft = Math.max(0, chosen.offsetLeft + chosen.offsetWidth - place.clientWidth + 24);
  }
}

/** What stands in the place of a table that is too large. @param {SearchTable} search */
function pictureOf(search) {
  const { form, rows, columns } = search;
  if (form === 'assignment') return h('p', { class: 'too-large' }, `The table of ${plural(rows.length, 'document')} by as many ranks is too large to read. It is drawn for queries of up to 40 documents.`);
  const size = `${plural(rows.length, 'good document')} by ${plural(columns.length, 'bad one')}`;
  if (form === 'path') {
    return [
      h('p', { class: 'muted' }, `${size}: too many cells for their numbers, so only the staircases are drawn. Numbers are shown up to 40 by 40.`),
      h('figure', { class: 'coarse' }, staircase(search, 'staircase-coarse'), h('figcaption', { class: 'muted cell-keys' }, h('span', { class: 'line-key mark-violator' }, 'ŷ'), h('span', { class: 'line-key mark-reference' }, 'y*'), h('span', { class: 'line-key mark-model' }, 'model'), h('span', {}, 'down: good documents by score; right: bad ones before them'))),
    ];
  }
  if (form === 'first-good') return h('p', { class: 'too-large' }, `ŷ puts ${plural(search.violator[0], 'bad document')} of ${columns.length} before the first good one. The row is drawn for up to 40.`);
  const active = search.violator.reduce((sum, pairs) => sum + pairs, 0);
  return h('p', { class: 'too-large' }, `${plural(active, 'pair')} of ${plural(rows.length * columns.length, 'pair')} are active (${size}). The pairs are drawn for up to 40 by 40.`);
}

/** @param {Inspection} inspection @param {SearchTable} search */
function sumsOf({ hinge }, { form, violator_total: best, reference_total: zero, predicted_total: predicted }) {
  /** @param {string} text @param {number} value */
  const part = (text, value) => h('span', { class: 'part' }, text, h('b', {}, fixed(value, 3)));
  return [
    part(form === 'pairs' ? 'active pairs of ŷ add up to ' : 'cells of ŷ add up to ', best),
    form === 'assignment' && part('less those of y* ', zero),
    h('span', { class: 'part' }, 'H = ', h('b', { class: 'hinge' }, fixed(hinge, 3))),
    predicted !== undefined && part(form === 'pairs' ? 'pairs that the model inverts ' : 'cells of the model’s ranking ', predicted),
  ];
}
