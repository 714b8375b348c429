// The formula of a feature with its numbers, for both documents of the explanation, where the data were made of pages.

import './page-formulas.css';
import { PageColumns } from '../../../wasm/rankscope.js';
import { messageOf } from '../../../core/errors.js';
import { ofRun } from '../../../lib/of-run.js';
import { fill, h } from '../../../ui/dom.js';
import { selectField } from '../../../ui/fields.js';
import { contentOf, pagesOf } from '../../data/pages-content.js';
import { placeInData } from '../../data/data-state.js';
import { pairOf } from './model-state.js';
import { placeOfLine } from './page-places.js';

/** @typedef {import('./model-state.js').ModelStore} Store */
/** @typedef {import('./model-state.js').ModelState} State */

/** @param {Store} store */
export function pageFormulas(store) {
  /**
   * What has been read of which pages.
   * @type {{ file: ReturnType<typeof pagesOf>, columns: PageColumns | null, problem: string } | null}
   */
  let read = null;
  /** The column that the user chose, from 0. @type {number | null} */
  let chosen = null;
  const feature = selectField('Feature', (value) => {
    chosen = Number(value);
    show();
  });
  const told = h('div', { class: 'page-formulas-told', role: 'status' });
  const element = h('details', { class: 'page-formulas', ontoggle: () => void open() },
    h('summary', {}, 'Formula of a feature, with its numbers'), feature.element, told);

  const forget = () => {
    read?.columns?.free();
    read = null;
  };

  /** Reads the pages when the formulas are first opened. */
  async function open() {
    const file = pagesOf(store.get());
    if (!element.open || !file || read?.file === file) return show();
    forget();
    const reading = { file, columns: /** @type {PageColumns | null} */ (null), problem: '' };
    read = reading;
    try {
      const content = await contentOf(file);
      if (read !== reading) return;
      reading.columns = new PageColumns(content);
    } catch (error) {
      reading.problem = `${file.name} cannot be read again: ${messageOf(error)} Load the file again.`;
    }
    show();
  }

  function show() {
    const state = store.get();
    element.hidden = !pagesOf(state);
    if (!element.open || !read) return;
    const { columns, problem } = read;
    feature.element.hidden = !columns;
    if (!columns) return void fill(told, problem && h('p', { class: 'problem' }, problem));
    const { columns: names, queries } = columns.outline();
    const column = chosen ?? largestOf(state) ?? 0;
    feature.update(names.map((text, at) => ({ value: String(at), text })), String(column), null);
    fill(told, linesOf(state).flatMap((line) => {
      const place = placeOfLine(queries, line);
      if (!place) return [];
      const { query, candidate } = place;
      const { column: name, formula, numbers } = columns.explain(query, candidate, column);
      return [h('p', {}, h('b', {}, name), ` of ${pageName(columns, query, candidate)}: `, formula),
        h('p', { class: 'page-formulas-figures' }, numbers)];
    }));
  }

  store.watch((state) => [pagesOf(state), state.snapshot, state.model.pair, state.model.explanation], () => {
    if (read && read.file !== pagesOf(store.get())) {
      forget();
      chosen = null;
      void open();
    } else show();
  });
  return element;
}

/** @param {PageColumns} columns @param {number} query @param {number} candidate */
function pageName(columns, query, candidate) {
  return columns.rows(query, candidate + 1)[candidate].name;
}

/** The lines of both documents, of one if it is compared with itself. @param {State} state */
function linesOf(state) {
  const { snapshot, model, run } = state;
  const ranked = ofRun(snapshot, run)?.inspection ?? ofRun(snapshot, run)?.pulls ?? null;
  const pair = pairOf(model, ranked);
  if (!pair || !ranked) return [];
  return [...new Set([pair.first, pair.second])].map((document) => ranked.documents[document]?.line);
}

/** The column of the feature with the largest part in the difference. @param {State} state */
function largestOf({ model, data, run }) {
  const most = ofRun(model.explanation, run)?.explanation?.features.at(0);
  return most ? placeInData(data, most.feature) : null;
}
