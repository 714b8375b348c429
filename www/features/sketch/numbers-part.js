// The documents of the shown query as a table with number fields: the same as the pad, without pointing.

import { fill, h, say } from '../../ui/dom.js';
import { GRADES, frameOf, move, regrade, remove, shownDocuments } from './sketch-edits.js';
import { rankText } from './sketch-text.js';

/** @typedef {import('./sketch-state.js').SketchStore} Store */
/**
 * `shown`: the numbers that were last written into the fields.
 * @typedef {{ row: HTMLTableRowElement, fields: HTMLInputElement[], rank: HTMLElement,
 *   shown: number[] }} Row
 */

/** @param {Store} store */
export function numbersPart(store) {
  /** @type {Row[]} */
  const rows = [];
  const place = h('tbody', {});
  const caption = h('caption', {});
  const table = h('table', { class: 'numbers sketch-list' }, caption,
    h('thead', {}, h('tr', {}, ['No.', 'Feature 1', 'Feature 2', 'Grade', 'Rank', '']
      .map((head) => (head ? h('th', { scope: 'col' }, head) : h('td', {}))))), place);
  const empty = h('p', { class: 'muted' }, 'No documents yet.');
  store.watch(({ sketch }) => [sketch.pad, sketch.query, sketch.chosen, sketch.reply],
    ([pad, query, chosen, reply]) => {
    const documents = shownDocuments({ pad, query });
    const id = pad?.[query]?.id ?? '';
    const { low, high } = frameOf(store.get().sketch);
    say(caption, `Documents of query ${id}`);
    table.hidden = !documents.length;
    empty.hidden = documents.length > 0;
    while (rows.length < documents.length) rows.push(rowOf(store, rows.length));
    if (place.childElementCount !== documents.length) {
      const held = place.contains(document.activeElement);
      fill(place, rows.slice(0, documents.length).map(({ row }) => row));
      if (held) rows[Math.max(0, Math.min(chosen ?? documents.length - 1, documents.length - 1))].fields[0].focus();
    }
    const ranks = rankText(pad, query, reply);
    documents.forEach(({ x, y, grade }, at) => {
      const { row, fields, rank, shown } = rows[at];
      for (const field of fields.slice(0, 2)) Object.assign(field, { min: String(low), max: String(high) });
      row.classList.toggle('now', at === chosen);
      [x, y, grade].forEach((value, column) => {
        const field = fields[column];
        // What is being typed stays, unless the document has changed in another way.
        if (document.activeElement !== field || shown[column] !== value) field.value = String(value);
        shown[column] = value;
      });
      say(rank, ranks[at] ?? '–');
    });
  });
  return h('div', { class: 'sketch-numbers' }, table, empty);
}

/** @param {Store} store @param {number} at @returns {Row} */
function rowOf(store, at) {
  /** @param {Partial<import('./sketch-state.js').SketchView>} change */
  const set = (change) => store.dispatch({ type: 'sketch/set', change });
  const field = (/** @type {string} */ name, /** @type {Record<string, number>} */ range,
    /** @type {(value: number) => object} */ change) => h('input', { type: 'number', ...range,
    'aria-label': `${name} of document ${at + 1}`, onfocus: () => set({ chosen: at }),
    onchange: (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      // A field without a number keeps the old one.
      if (input.value !== '' && Number.isFinite(input.valueAsNumber)) set(change(input.valueAsNumber));
      const point = shownDocuments(store.get().sketch)[at];
      if (point) input.value = String(name === 'Grade' ? point.grade : name === 'Feature 1' ? point.x : point.y);
    } });
  const range = { step: 0.05 };
  const fields = [
    field('Feature 1', range, (x) => move(store.get().sketch, at, { x }, true)),
    field('Feature 2', range, (y) => move(store.get().sketch, at, { y }, true)),
    field('Grade', { min: 0, max: GRADES.length - 1, step: 1 }, (grade) => regrade(store.get().sketch, at, grade)),
  ];
  const rank = h('td', {});
  const row = h('tr', {}, h('th', { scope: 'row' }, String(at + 1)), fields.map((one) => h('td', {}, one)), rank,
    h('td', {}, h('button', { type: 'button', class: 'quiet', 'aria-label': `Remove document ${at + 1}`,
      onclick: () => set(remove(store.get().sketch, at)) }, '×')));
  return { row, fields, rank, shown: [] };
}
