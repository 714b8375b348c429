// The ranks of the documents of a query over the iterations, by the model and in the violator.

import './rank-history.css';
import { h, fill, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { sizedPicture } from '../../../ui/sized-picture.js';
import { shortNames } from '../../../lib/document-name.js';
import { ofRun } from '../../../lib/of-run.js';
import { count, plural } from '../../../lib/format.js';
import { newest } from '../../run/training/run-state.js';
import { bumpChart, documentsAmong, levelOf } from './bump-chart.js';
import { shownIterations } from './rank-history-state.js';

/** @typedef {import('./rank-history-state.js').RanksStore} Store */
/** @typedef {import('./rank-history-state.js').RanksState} State */
/** @typedef {import('./rank-history-state.js').RanksAt} RanksAt */
/** @typedef {import('./bump-chart.js').Side} Side */
/**
 * What is drawn. `name`: of a document. `shown`: the documents of each side. `highest`: the highest grade of the query.
 * @typedef {{ points: RanksAt[], rows: number, cursor: number, query: string, grades: number[], highest: number,
 *   name: (document: number) => string, shown: Record<Side, number[]> }} View
 */

const ROWS = 12; // ranks with a row of their own
const TITLES = /** @type {const} */ ({ model: 'Model', violator: 'Violator ŷ' });
const SIDES = /** @type {const} */ (['model', 'violator']);

/** What stands in it. @param {Store} store */
export function body(store) {
  /** @type {number | null} */
  let chosen = null;
  /** @type {View | null} */
  let view = null;
  const go = (/** @type {number} */ iteration) => store.dispatch({ type: 'cursor', iteration });
  const follow = (/** @type {number | null} */ document) => {
    chosen = document === chosen ? null : document;
    render();
  };
  const says = h('p', { class: 'muted' });
  const facts = h('p', { class: 'bump-facts', 'aria-live': 'polite' });
  const sides = SIDES.map((side) => sidePart(side, () => (view ? { view, chosen } : null), { go, follow }));
  const choice = documentChoice(follow);
  const slider = iterationSlider(go);
  const numbers = h('details', { class: 'more', ontoggle: () => render() }, h('summary', {}, 'Ranks as a table'));
  const table = h('div', { class: 'scroll bump-table', tabIndex: 0, role: 'region', 'aria-label': 'Table of ranks' });
  numbers.append(table);
  const all = h('div', {}, h('div', { class: 'bump-choice' }, slider.element, choice.element), facts,
    h('div', { class: 'bumps' }, sides.map(({ element }) => element)), numbers);

  function render() {
    const state = store.get();
    view = viewOf(state);
    say(says, wordsOf(state, view));
    all.hidden = !view;
    if (!view) return;
    if (chosen !== null && chosen >= view.grades.length) chosen = null;
    const scene = { view, chosen };
    for (const side of sides) side.update(scene);
    choice.update(scene);
    slider.update(view);
    say(facts, factsOf(view, chosen));
    if (numbers.open) fill(table, ranksTable(view, go));
  }
  store.watch((state) => [state.ranks, state.run, state.cursor, state.snapshot], render);
  return [
    h('p', {}, 'Every line is a document, in a stronger colour with a higher grade; rank 1 is at the top. Good '
      + 'documents rise while the model learns. Documents with equal scores, such as all at w = 0, keep their order '
      + 'in the data.'),
    all, says];
}

/** What is drawn, or null while it is missing. @param {State} state @returns {View | null} */
function viewOf({ ranks, run, snapshot, cursor }) {
  const query = snapshot?.inspection ?? snapshot?.pulls;
  const { points } = ofRun(ranks, run) ?? { points: [] };
  if (!query || !points.length || ranks.query !== query.query || points[0].model.length !== query.documents.length) {
    return null;
  }
  const grades = query.documents.map(({ grade }) => grade);
  const name = shortNames(query.documents);
  const rows = Math.min(ROWS, grades.length);
  return { points, rows, cursor: cursor.iteration, query: query.id, grades, highest: Math.max(...grades),
    name: (document) => name(query.documents[document], document),
    shown: { model: documentsAmong(points, 'model', rows), violator: documentsAmong(points, 'violator', rows) } };
}

/** What is missing or left out. @param {State} state @param {View | null} view */
function wordsOf({ ranks, run, snapshot }, view) {
  const problem = ofRun(ranks, run)?.problem;
  if (problem) return problem;
  if (!run?.reports.length) return 'Waits for the first iteration.';
  if (!view) return snapshot?.inspection || snapshot?.pulls ? 'Computing …' : 'Choose a query first.';
  const last = newest(run);
  const wanted = shownIterations(last).length;
  const thinned = wanted <= last ? `${count(wanted)} of ${plural(last + 1, 'iteration')} are shown. ` : '';
  const folded = view.grades.length > view.rows
    ? `Ranks from ${view.rows + 1} to ${count(view.grades.length)} share the lowest row.` : '';
  return view.points.length < wanted ? `${count(view.points.length)} of ${plural(wanted, 'iteration')} computed …`
    : thinned + folded;
}

/** @param {View} view @param {number} document */
const fullName = ({ name, grades }, document) => `${name(document)}, grade ${grades[document]}`;

/** The way of the document that is followed. @param {View} view @param {number | null} chosen */
function factsOf(view, chosen) {
  if (chosen === null) return 'Press a document to follow it, or an iteration to go there.';
  const [first, last] = [view.points[0], view.points[view.points.length - 1]];
  const rank = (/** @type {RanksAt} */ point) => count(point.model[chosen] + 1);
  const low = last.violator?.[chosen];
  return `${fullName(view, chosen)}: rank ${rank(first)} at iteration ${count(first.iteration)}, rank ${rank(last)} at `
    + `iteration ${count(last.iteration)}${low === undefined ? ''
      : `; there the violator has it at rank ${count(low + 1)}. The dashed line is its way in the violator`}.`;
}

/**
 * A chart with the names of its documents beside their last ranks.
 * @param {Side} side
 * @param {() => { view: View, chosen: number | null } | null} shown
 * @param {{ go: (iteration: number) => void, follow: (document: number) => void }} act
 */
function sidePart(side, shown, act) {
  const place = h('div', { class: 'bump-picture' });
  const names = h('ul', { class: 'bump-names' });
  const heading = h('h3', { id: freshId('bump') }, TITLES[side]);
  const element = h('section', { class: 'bump', 'aria-labelledby': heading.id }, heading,
    h('div', { class: 'bump-body' }, place, names));
  const draw = sizedPicture(place, (wide) => {
    const now = shown();
    const documents = now?.view.shown[side];
    if (!now || !documents?.length) return null;
    const { view, chosen } = now;
    const label = `Ranks over ${plural(view.points.length, 'iteration')} in query ${view.query}: ${TITLES[side]}. `
      + `First at the end: ${documents.slice(0, 3).map((document) => fullName(view, document)).join('; ')}. `
      + 'The table has all ranks.';
    const level = (/** @type {number} */ document) => levelOf(view.grades[document], view.highest);
    return bumpChart({ ...view, documents, chosen, level }, side, wide, label, act);
  });
  return {
    element,
    /** @param {{ view: View, chosen: number | null }} now */
    update({ view, chosen }) {
      const documents = view.shown[side].slice(0, view.rows);
      element.hidden = !documents.length;
      const active = document.activeElement;
      const held = names.contains(active) ? active?.getAttribute('data-document') : null;
      fill(names, documents.map((one) => h('li', { class: `level-${levelOf(view.grades[one], view.highest)}` },
        h('button', { type: 'button', 'aria-pressed': String(one === chosen), dataset: { document: String(one) },
          title: `Follow ${fullName(view, one)}`, onclick: () => act.follow(one) },
        h('span', { class: 'name' }, view.name(one)), h('span', { class: 'hidden' }, ', grade '),
        h('span', { class: 'grade' }, view.grades[one])))));
      // Drawn again under the finger, a button keeps the focus.
      /** @type {HTMLElement | null} */ (held && names.querySelector(`[data-document="${held}"]`))?.focus();
      draw();
    },
  };
}

/** A menu of the documents. @param {(document: number | null) => void} follow */
function documentChoice(follow) {
  const id = freshId('bump');
  const select = h('select', { id, onchange: () => follow(select.value ? Number(select.value) : null) });
  let known = '';
  return {
    element: h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Follow'), h('div', { class: 'select' }, select)),
    /** @param {{ view: View, chosen: number | null }} now */
    update({ view, chosen }) {
      const all = [...new Set([...view.shown.model, ...view.shown.violator])];
      const key = JSON.stringify([view.query, all]);
      if (key !== known) {
        fill(select, h('option', { value: '' }, 'no document'),
          all.map((one) => h('option', { value: String(one) }, fullName(view, one))));
      }
      known = key;
      select.value = String(chosen ?? '');
    },
  };
}

/** A slider over the iterations that are drawn. @param {(iteration: number) => void} go */
function iterationSlider(go) {
  const id = freshId('bump');
  /** @type {RanksAt[]} */
  let points = [];
  const input = h('input', { id, type: 'range', min: '0', step: '1',
    oninput: () => go(points[input.valueAsNumber].iteration) });
  const output = h('span', { class: 'muted', 'aria-hidden': 'true' });
  return {
    element: h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Show ranks at ', output), input),
    /** @param {View} view */
    update(view) {
      ({ points } = view);
      input.max = String(Math.max(1, points.length - 1));
      input.disabled = points.length < 2;
      const at = points.findLastIndex(({ iteration }) => iteration <= view.cursor);
      input.value = String(Math.max(0, at));
      input.style.setProperty('--done', `${(100 * Math.max(0, at)) / Math.max(1, points.length - 1)}%`);
      const words = `iteration ${count(view.cursor)}`;
      input.setAttribute('aria-valuetext', words);
      say(output, words);
    },
  };
}

/** @param {View} view @param {(iteration: number) => void} go */
function ranksTable(view, go) {
  const { points, cursor, shown } = view;
  const documents = [...new Set([...shown.model, ...shown.violator])];
  const hasViolator = shown.violator.length > 0;
  return h('table', { class: 'numbers' },
    h('caption', {}, `Rank by the model${hasViolator ? ' / in the violator' : ''}`),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'iteration'),
      documents.map((one) => h('th', { scope: 'col' }, fullName(view, one))))),
    h('tbody', {}, points.map(({ iteration, model, violator }) => h('tr', { class: iteration === cursor ? 'now' : '' },
      h('th', { scope: 'row' }, h('button', { type: 'button', class: 'quiet',
        'aria-label': `Go to iteration ${iteration}`, onclick: () => go(iteration) }, count(iteration))),
      documents.map((one) => h('td', {}, count(model[one] + 1), violator && ` / ${count(violator[one] + 1)}`))))));
}
