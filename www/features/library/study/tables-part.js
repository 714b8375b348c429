// The tables of a study as the core writes them, the notes with warnings, and the files to save.

import { fill, h, say } from '../../../ui/dom.js';
import { EXPORTS } from './export-files.js';
import { CLAIMS, VERDICT, columnsOf } from './sheets.js';
import { verdict } from './verdict.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('./study-state.js').StudyExport} StudyExport */
/** @typedef {import('../../../core/study-protocol.js').Sheet} Sheet */

/** @param {Store} store */
export function tablesPart(store) {
  const sheets = h('div', { class: 'study-sheets' });
  const notes = h('ul', { class: 'study-notes' });
  const files = /** @type {StudyExport[]} */ (Object.keys(EXPORTS)).map((what) =>
    h('button', { type: 'button', onclick: () => store.dispatch({ type: 'study/export', what }) },
      EXPORTS[what].label));
  const section = h('section', { class: 'study-tables', 'aria-label': 'Tables of the study' },
    sheets, notes, kept(store),
    h('div', { class: 'study-exports', role: 'group', 'aria-label': 'Save' }, files));
  store.watch(({ study }) => [study.measured, study.cells], ([measured, cells]) => {
    section.hidden = !cells;
    fill(sheets, measured?.sheets.map(sheetView));
    fill(notes, measured?.notes.map((note) =>
      h('li', { class: note.startsWith('Warning') ? 'problem' : '' }, note)));
    files.forEach((button, at) => { button.disabled = at < files.length - 1 && !measured; });
  });
  return section;
}

/** What becomes of the results, and the button that deletes them. @param {Store} store */
function kept(store) {
  const words = h('span', {});
  const forget = h('button', { type: 'button', class: 'quiet',
    onclick: () => store.dispatch({ type: 'study/forget' }) }, 'Forget all results');
  store.watch(({ study }) => [study.isKept, study.status], ([isKept, status]) => {
    say(words, isKept ? 'Finished cells of all studies are kept on this device.'
      : 'Finished cells are kept while this page is open.');
    forget.disabled = status === 'running';
  });
  return h('p', { class: 'study-kept muted' }, words, ' ', forget);
}

/** @param {Sheet} sheet */
function sheetView(sheet) {
  const { title } = sheet;
  const columns = columnsOf(sheet);
  const rows = columns[0]?.cells.map((_, row) => columns.map(({ cells }) => cells[row])) ?? [];
  const areClaims = title === CLAIMS;
  // The columns before the first figure name the row.
  const names = areClaims ? 1 : columns.findIndex(({ words }) => !words);
  const isVerdict = (/** @type {number} */ at) => areClaims && columns[at].head === VERDICT;
  return h('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': title },
    h('table', { class: areClaims ? 'numbers study-claims' : 'numbers' }, h('caption', {}, title),
      h('thead', {}, h('tr', {}, columns.map(({ head, words }) =>
        h('th', { scope: 'col', class: words ? 'words' : '' }, head)))),
      h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((text, at) => (at < names
        ? h('th', { scope: 'row', class: 'words' }, text)
        : h('td', { class: columns[at].words ? 'words' : '' }, isVerdict(at) ? verdict(text) : text))))))));
}
