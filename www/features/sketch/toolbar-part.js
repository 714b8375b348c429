// The row above the pad: the start, the queries, the grade of the chosen document or of new ones, Undo and Clear.

import { fill, h, say } from '../../ui/dom.js';
import { markOf } from './marks.js';
import { PRESETS } from './presets.js';
import { GRADES, MOST_QUERIES, addQuery, clear, faultOf, regrade, removeQuery, shownDocuments, start,
  undo } from './sketch-edits.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */

/** @param {Store} store */
export function toolbarPart(store) {
  return h('div', { class: 'sketch-toolbar' }, examplePart(store), queryPart(store), gradePart(store),
    stepsPart(store));
}

/** @param {Store} store */
function setter(store) {
  return (/** @type {Partial<import('./sketch-state.js').SketchView>} */ change) =>
    store.dispatch({ type: 'sketch/set', change });
}

/** @param {Store} store */
function examplePart(store) {
  const set = setter(store);
  const own = h('option', { value: '' }, 'Own points');
  const select = h('select', { 'aria-label': 'Example',
    onchange: () => set(start(store.get().sketch, select.value)) },
  PRESETS.map(({ name, title }) => h('option', { value: name }, title)), own);
  store.watch(({ sketch }) => [sketch.preset], ([preset]) => {
    own.hidden = own.disabled = preset !== '';
    select.value = preset;
  });
  return h('label', { class: 'sketch-example' }, h('span', { 'aria-hidden': 'true' }, 'Example'),
    h('span', { class: 'select' }, select));
}

/** The queries of the pad: one is shown, the others are faint. @param {Store} store */
function queryPart(store) {
  const set = setter(store);
  const list = h('div', { class: 'sketch-chips' });
  const more = h('button', { type: 'button', class: 'sketch-chip', 'aria-label': 'Add query', title: 'Add query',
    onclick: () => set(addQuery(store.get().sketch)) }, '+');
  const less = h('button', { type: 'button', class: 'sketch-chip', 'aria-label': 'Remove query', title: 'Remove query',
    onclick: () => set(removeQuery(store.get().sketch)) }, '−');
  store.watch(({ sketch }) => [sketch.pad, sketch.query], ([pad, query]) => {
    if (!pad) return;
    const held = list.contains(document.activeElement);
    // The names hardly ever change, and a button that has the focus stays.
    if (list.childElementCount !== pad.length || pad.some(({ id }, at) => list.children[at].textContent !== id)) {
      fill(list, pad.map(({ id }, at) => h('button', { type: 'button', class: 'sketch-chip',
        'aria-label': `Show query ${id}`, onclick: () => set({ query: at, chosen: null }) }, markOf(at), id)));
    }
    [...list.children].forEach((button, at) => {
      button.setAttribute('aria-pressed', String(at === query));
      button.classList.toggle('unused', Boolean(faultOf(pad[at])));
    });
    if (held && !list.contains(document.activeElement)) /** @type {HTMLElement} */ (list.children[query]).focus();
    more.disabled = pad.length >= MOST_QUERIES;
    less.disabled = pad.length < 2;
  });
  return h('div', { class: 'sketch-queries', role: 'group', 'aria-label': 'Query of the pad' },
    h('span', { 'aria-hidden': 'true' }, 'Search'), list, h('div', { class: 'sketch-chips' }, more, less));
}

/** @param {Store} store */
function gradePart(store) {
  const set = setter(store);
  const name = h('span', { id: 'sketch-grade-name' });
  const grades = GRADES.map((grade) => h('button', { type: 'button', dataset: { grade: String(grade) },
    'aria-label': `Grade ${grade}`, onclick: () => {
      const { sketch } = store.get();
      set(sketch.chosen === null ? { brush: grade } : regrade(sketch, sketch.chosen, grade));
    } }, String(grade)));
  store.watch((state) => [state.sketch], ([{ chosen, brush, pad, query }]) => {
    const point = chosen === null ? undefined : shownDocuments({ pad, query })[chosen];
    say(name, chosen === null || !point ? 'Grade of a new point' : `Grade of document ${chosen + 1}`);
    for (const button of grades) {
      button.setAttribute('aria-pressed', String(Number(button.dataset.grade) === (point?.grade ?? brush)));
    }
  });
  return h('div', { class: 'sketch-grades' }, name,
    h('div', { class: 'sketch-segments', role: 'group', 'aria-labelledby': name.id }, grades));
}

/** @param {Store} store */
function stepsPart(store) {
  const set = setter(store);
  const back = h('button', { type: 'button', onclick: () => set(undo(store.get().sketch)) }, 'Undo');
  const empty = h('button', { type: 'button', onclick: () => set(clear(store.get().sketch)) }, 'Clear');
  store.watch(({ sketch }) => [sketch.past, sketch.pad], ([past, pad]) => {
    back.disabled = !past.length;
    empty.disabled = !pad || (pad.length === 1 && !pad[0].documents.length);
  });
  return h('div', { class: 'sketch-steps' }, back, empty);
}
