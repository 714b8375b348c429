// The table in which the oracle looked for the violator: an assignment, a staircase, pairs, or one row. Part of the
// inspector.

import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import './search-table.css';
import { h, fill, say } from '../../../ui/dom.js';
import { formula } from '../../../ui/formula.js';
import { fixed } from '../../../lib/format.js';
import { renderInChunks } from '../../../ui/render-in-chunks.js';
import { cellTable, isCut, leftOut, staircase, withGreedy } from './search-table.js';

/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('./search-table.js').SearchTable} SearchTable */

/** What a table shows, in plain words. @type {Record<SearchTable['form'], string>} */
const WORDS = {
  assignment: 'Putting document i at rank j is worth c_j s_i − a_j b_i. A ranking takes one cell of every row and '
    + 'every column; no choice has a greater sum than the oracle’s. Rows are in the order of y*.',
  path: 'Rows are good documents by score; the column says how many bad ones stand before. A cell is its part of Δ '
    + 'less its part of ⟨w, δψ⟩. A ranking is a staircase that never turns back; no staircase has a greater sum than '
    + 'the oracle’s.',
  pairs: 'There is no path to search here: every pair decides for itself. A pair of a good and a bad document is '
    + 'worth its weight times 1 − (s_{good} − s_{bad}), and is active in ŷ where that is above 0. In each row the '
    + 'active pairs come first.',
  'first-good': 'With its own ψ, SVM-MRR has no staircase to search: its ψ knows only the bad documents before the '
    + 'first good one. The best choice for that place is the worst good document, so one row is all: H by the number '
    + 'of bad documents, the best ones, put before it.',
};

/** @param {HTMLElement} root @param {import('./inspector-state.js').InspectorStore} store */
export function mount(root, store) {
  const words = h('p', { class: 'muted' });
  const marks = h('p', { class: 'muted cell-keys', 'aria-hidden': 'true' });
  const place = h('div', { class: 'scroll search-place', tabIndex: 0, role: 'region', 'aria-label': 'Search table' });
  const omitted = h('p', { class: 'muted', hidden: true });
  const overview = h('div', {});
  const sums = h('p', { class: 'equation sums' });
  root.append(words, marks, overview, omitted, place, sums);
  const make = renderInChunks();
  let scrolled = '';
  store.watch((state) => [
    state.inspectorTab === 'search', state.snapshot, state.run?.status === 'lost',
  ], ([open, snapshot]) => {
    if (!open || awaitsSnapshot(store.get())) return;
    if (!snapshot?.inspection) {
      fill(words, 'Choose a query first.');
      for (const part of [marks, overview, omitted, place, sums]) fill(part);
      return;
    }
    // The snapshot before the tab was opened came without it.
    if (snapshot.tab !== 'search') return;
    const { inspection, greedy } = snapshot;
    /** @type {SearchTable | null} */
    const search = snapshot.search && greedy ? withGreedy(snapshot.search, greedy) : snapshot.search;
    if (!search) {
      fill(words, `This loss has no table of cells: its violator is found by ${inspection.oracle}.`);
      for (const part of [marks, overview, omitted, place, sums]) fill(part);
      return;
    }
    fill(words, formula(WORDS[search.form]));
    fill(marks,
      [h('span', { class: 'cell-key mark-violator' }, search.form === 'pairs' ? 'active in ŷ' : 'ŷ'),
        search.form !== 'pairs' && h('span', { class: 'cell-key mark-reference' }, 'y*'),
        search.predicted.length > 0
          && h('span', { class: 'cell-key mark-model' }, search.form === 'pairs' ? 'inverted by the model' : 'model'),
        search.greedy && h('span', { class: 'cell-key mark-greedy' }, 'greedy'),
        h('span', {}, `orange cells of ŷ add to H, blue ones take from it${search.form === 'assignment'
          ? '; cells of y* the other way round' : ''}`)]);
    fill(sums, sumsOf(inspection, search, greedy));
    say(omitted, leftOut(search));
    omitted.hidden = !isCut(search);
    fill(overview, staircases(search));
    const { makers, whole } = cellTable(inspection, search);
    make(makers, (rows) => {
      const { scrollTop, scrollLeft } = place;
      fill(place, whole(rows));
      [place.scrollTop, place.scrollLeft] = [scrollTop, scrollLeft];
      showChosen(snapshot.run, inspection, search);
    });
  });

  /**
   * In a row of one cell for all, what the oracle chose is in sight when a query is first looked at; later the reader
   * decides.
   * @param {number} run @param {Inspection} inspection @param {SearchTable} search
   */
  function showChosen(run, inspection, search) {
    const about = `${run}/${inspection.query}/${search.form}`;
    if (search.form !== 'first-good' || about === scrolled) return;
    scrolled = about;
    const chosen = place.querySelector('td.mark-violator');
    if (chosen instanceof HTMLElement) {
      place.scrollLeft = Math.max(0, chosen.offsetLeft + chosen.offsetWidth - place.clientWidth + 24);
    }
  }
}

/** The whole staircases of a table whose cells are only partly shown. @param {SearchTable} search */
function staircases(search) {
  if (search.form !== 'path' || !isCut(search)) return false;
  return h('figure', { class: 'coarse' }, staircase(search, 'staircase-coarse'),
    h('figcaption', { class: 'muted cell-keys' }, h('span', { class: 'line-key mark-violator' }, 'ŷ'),
      h('span', { class: 'line-key mark-reference' }, 'y*'), h('span', { class: 'line-key mark-model' }, 'model'),
      search.greedy && h('span', { class: 'line-key mark-greedy' }, 'greedy'),
      h('span', {}, 'all cells: good documents by score downwards, the bad ones before them to the right')));
}

/**
 * @param {Inspection} inspection @param {SearchTable} search
 * @param {import('../../../wasm/rankscope.js').GreedyViolation | null} greedy
 */
function sumsOf({ hinge }, { form, violator_total: best, reference_total: zero, predicted_total: predicted }, greedy) {
  /** @param {string} text @param {number} value */
  const part = (text, value) => h('span', { class: 'part' }, text, h('b', {}, fixed(value, 3)));
  return [
    part(form === 'pairs' ? 'active pairs of ŷ add up to ' : 'cells of ŷ add up to ', best),
    form === 'assignment' && part('less those of y* ', zero),
    h('span', { class: 'part' }, 'H = ', h('b', { class: 'hinge' }, fixed(hinge, 3))),
    predicted !== undefined
      && part(form === 'pairs' ? 'pairs that the model inverts ' : 'cells of the model’s ranking ', predicted),
    greedy && part(`the published greedy search ${hinge - greedy.hinge > 5e-4 ? 'misses it, with ' : 'finds '}`,
      greedy.hinge),
  ];
}
