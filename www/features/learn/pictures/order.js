// The reader's own order of a few documents: they are dragged or moved by buttons and keys, and the core measures the
// order anew at each move.

import '../../inspect/inspector/own-ranking.css';
import './exhibit.css';
import { documentName } from '../../../lib/document-name.js';
import { fixed } from '../../../lib/format.js';
import { measures_of_order } from '../../../wasm/rankscope.js';
import { messageOf } from '../../../core/errors.js';
import { h, say } from '../../../ui/dom.js';
import { reorderableList } from '../../../ui/reorderable-list.js';
import { documentShade } from '../../inspect/inspector/document-shade.js';
import { moved } from '../../inspect/inspector/inspector-state.js';
import { judged } from '../lessons/text.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsStore} Store */
/** @typedef {import('../lessons/lesson-state.js').LessonsState} State */

/** The measures, from the one that looks at pairs to the one that looks at the top. */
const MEASURES = [
  { key: 'auc', name: 'AUC',
    about: 'Of all pairs of a helpful page and a useless one: how many are in the right order?' },
  { key: 'ap', name: 'AP', about: 'At each helpful page: what share of the pages read so far is helpful?' },
  { key: 'ndcg', name: 'NDCG', about: 'How much help comes, and how early? The top of the list counts most.' },
];

/** @type {string[]} */
export const parts = [];

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create({ store }) {
  /** @type {number | null} */
  let chosen = null;
  const meters = MEASURES.map((measure) => meterOf(measure));
  const goal = h('p', { class: 'order-goal', role: 'status' });
  const list = reorderableList({
    label: 'Your order',
    choose: (document) => {
      chosen = document;
      update(store.get());
    },
    move,
  });
  /** @param {number} document @param {number} to */
  function move(document, to) {
    const order = store.get().lessons.open?.order;
    if (!order) return;
    chosen = document;
    store.dispatch({ type: 'lessons/order', list: moved(order.list, document, to), values: null });
  }
  /** @param {string} text @param {(rank: number, last: number) => number} to */
  const button = (text, to) => h('button', { type: 'button', onclick: () => {
    const order = store.get().lessons.open?.order?.list ?? [];
    if (chosen !== null) move(chosen, to(order.indexOf(chosen), order.length - 1));
  } }, text);
  const up = [button('To the top', () => 0), button('Up', (rank) => rank - 1)];
  const down = [button('Down', (rank) => rank + 1), button('To the end', (_rank, last) => last)];

  /** @param {State} state */
  function update({ snapshot, lessons: { open } }) {
    const order = open?.order;
    const documents = snapshot?.inspection?.documents ?? [];
    if (!open || !order || documents.length !== order.list.length) return;
    const rank = chosen === null ? -1 : order.list.indexOf(chosen);
    for (const one of up) one.disabled = rank <= 0;
    for (const one of down) one.disabled = rank < 0 || rank === order.list.length - 1;
    const maxGrade = Math.max(...documents.map(({ grade }) => grade));
    list.update(order.list, order.list.length, chosen, (document, at) => [item(documents[document], document, at,
      maxGrade)]);
    if (!order.values) return void measure(store, order.list, documents);
    for (const meter of meters) meter.update(order.values);
    const { goal: wanted } = open.lesson.steps[open.step];
    const now = open.snapshots[open.step]?.now;
    const isReached = wanted && now && judged(wanted.reached, { now: { ...now, ranking: order.values } });
    goal.hidden = !wanted;
    goal.classList.toggle('reached', Boolean(isReached));
    if (wanted) say(goal, `${isReached ? '✓ Reached: ' : 'Goal: '}${wanted.text}`);
  }
  const element = h('section', { class: 'exhibit order-exhibit', 'aria-label': 'Your order' },
    h('div', {}, h('h2', {}, 'Your order'),
      h('p', { class: 'muted' },
        'Drag a page, or choose one and use the buttons, or Alt with ↑ ↓ Home End. The number is the grade.'),
      list.element, h('div', { class: 'own-buttons order-buttons' }, up, down)),
    h('div', { class: 'order-meters', role: 'group', 'aria-label': 'What your order is worth' },
      h('h3', {}, 'What it is worth'), meters.map((one) => one.element), goal));
  return { element, update: ({ state }) => update(state) };
}

/** @param {{ key: string, name: string, about: string }} measure */
function meterOf({ key, name, about }) {
  const value = h('b', {});
  const bar = h('div', { class: 'own-meter', 'aria-hidden': 'true' }, h('span', { class: 'own-bar' }));
  return {
    element: h('div', { class: 'order-meter' },
      h('div', { class: 'order-value' }, h('span', {}, name), value), bar, h('p', { class: 'muted' }, about)),
    /** @param {Record<string, number>} values */
    update(values) {
      say(value, fixed(values[key], 3));
      bar.style.setProperty('--share', `${100 * values[key]}%`);
      bar.classList.toggle('full', values[key] > 1 - 1e-9);
    },
  };
}

/**
 * @param {import('../../../core/protocol.js').Inspection['documents'][number]} document @param {number} index
 * @param {number} rank @param {number} maxGrade
 */
function item(document, index, rank, maxGrade) {
  const name = documentName(document, index);
  return h('span', { class: 'document', dataset: { shade: String(documentShade(document.grade, maxGrade)) } },
    h('span', { class: 'rank' }, rank + 1), h('span', { class: 'name' }, name),
    h('span', { class: 'grade' }, h('span', { class: 'word' }, 'grade '), document.grade));
}

/**
 * Measures an order with the core.
 * @param {Store} store @param {number[]} list @param {{ grade: number }[]} documents
 */
function measure(store, list, documents) {
  try {
    const values = measures_of_order(Uint8Array.from(list, (document) => documents[document].grade),
      MEASURES.map(({ key }) => key));
    store.dispatch({ type: 'lessons/order', list,
      values: Object.fromEntries(MEASURES.map(({ key }, at) => [key, values[at]])) });
  } catch (error) {
    store.dispatch({ type: 'lessons/failed', problem: messageOf(error) });
  }
}
