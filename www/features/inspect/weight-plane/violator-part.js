// Beside the plane of w: the queries as chips with their slack, where they are few; the violator of the chosen one as a
// list; and its H as bars that subtract. All of it follows w.

import { count, fixed } from '../../../lib/format.js';
import { fill, h, say } from '../../../ui/dom.js';
import { term } from '../../../ui/term.js';
import { ofRun } from '../../../lib/of-run.js';
import { worthBar } from '../../../pictures/worth-bar.js';
import { isUnsorted } from '../inspector/ties.js';
import { hingeSum, violatorRows } from './violator-figures.js';

/** @typedef {import('./weight-plane-state.js').PlaneOfWStore} Store */
/** @typedef {import('./weight-plane-state.js').PlaneOfWState} State */
/** @typedef {import('./violator-figures.js').Inspection} Inspection */
/** @typedef {import('../../../core/protocol.js').QueryRow} QueryRow */

const ROWS = 8; // of the list
const SLOW_ROWS = 5; // beside the phases of slow motion, which take room
const FEW = 6; // queries that are chips
const PARTS = /** @type {const} */ (['loss', 'margin', 'hinge']);

/** Whether the queries are few enough for chips. @param {readonly unknown[] | null | undefined} rows */
export const areFew = (rows) => Boolean(rows && rows.length > 0 && rows.length <= FEW);

export class ViolatorPart {
  #store;
  #chips = h('div', { class: 'query-chips', role: 'group', 'aria-label': 'Query' });
  #title = h('h3', { id: 'violator-head' });
  #against = h('span', { class: 'muted' });
  #list = h('ol', { class: 'violator-list' });
  #more = h('p', { class: 'muted' });
  #bars = { loss: worthBar('loss', 'its loss'), margin: worthBar('margin', 'margin'),
    hinge: worthBar('hinge', h('i', {}, 'H')) };
  #sum = h('div', { class: 'hinge-bars', role: 'group', 'aria-label': 'H of the violator' },
    PARTS.map((part) => this.#bars[part].element));
  element = h('section', { class: 'plane-violator', 'aria-labelledby': 'violator-head' }, this.#chips,
    h('div', { class: 'violator-title' }, this.#title, this.#against), this.#list, this.#more, this.#sum);
  /** What was drawn last. @type {unknown[]} */
  #drawn = [];

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  /** Draws the violator at the w that is shown. @param {boolean} isSlow whether slow motion is open */
  show(isSlow) {
    const state = this.#store.get();
    const { snapshot, data } = state;
    const { inspection, isHere } = shownInspection(state);
    this.element.hidden = !inspection;
    this.#showChips(snapshot?.rows ?? null, inspection);
    const now = [inspection, isHere, isSlow];
    if (!inspection || now.every((part, at) => part === this.#drawn[at])) return;
    this.#drawn = now;
    const { id, documents, violator, iteration } = inspection;
    this.element.classList.toggle('is-elsewhere', !isHere);
    fill(this.#title, term('violator', 'The violator ŷ'), ' of ', h('bdi', {}, id));
    say(this.#against, !isHere ? `at the w of iteration ${count(iteration)}`
      : isUnsorted(inspection) ? 'all scores are equal' : '▲▼ against the model');
    const rows = violatorRows(inspection, data?.summaries.train.max_grade ?? 1, isSlow ? SLOW_ROWS : ROWS);
    fill(this.#list, rows.map(listItem));
    const isPart = documents.length > rows.length;
    say(this.#more, isPart ? `the first ${count(rows.length)} of ${count(violator.length)}` : '');
    this.#more.hidden = !isPart;
    const sum = hingeSum(inspection);
    this.#sum.style.setProperty('--zero', String(sum.zero));
    for (const part of PARTS) this.#bars[part].update(sum[part].from, sum[part].to, sum[part].text);
  }

  /** @param {QueryRow[] | null} rows @param {Inspection | null} inspection */
  #showChips(rows, inspection) {
    const few = areFew(rows) ? rows ?? [] : [];
    this.#chips.hidden = few.length === 0;
    const { children } = this.#chips;
    if ([...children].map((one) => one.getAttribute('data-query')).join() !== few.map(({ query }) => query).join()) {
      fill(this.#chips, few.map(({ id, query }) => h('button', { type: 'button', class: 'query-chip',
        title: id, dataset: { query: String(query) }, onclick: () => this.#store.dispatch({ type: 'query', query }) },
      h('bdi', {}, id), h('b', {}))));
    }
    const { run, snapshot, weightplane: { probe } } = this.#store.get();
    const isAway = ofRun(probe, run) !== null;
    few.forEach(({ id, query, shortfall }, at) => {
      const isChosen = query === inspection?.query;
      children[at].setAttribute('aria-pressed', String(isChosen));
      // At another w only the slack of the chosen query is known.
      const isKnown = isChosen && inspection && inspection !== snapshot?.inspection;
      const value = !isAway ? fixed(shortfall, 3) : isKnown ? fixed(inspection.owed, 3) : '–';
      say(/** @type {Element} */ (children[at].lastElementChild), value);
      children[at].setAttribute('aria-label', value === '–' ? id : `${id}: slack ${value}`);
    });
  }
}

/**
 * The violator at the probe, else at the w of the iteration, null while it is computed; and whether it belongs to the w
 * that is shown.
 * @param {State} state @returns {{ inspection: Inspection | null, isHere: boolean }}
 */
function shownInspection({ snapshot, run, weightplane: { probe, reading } }) {
  const own = snapshot?.run === run?.id ? snapshot?.inspection ?? null : null;
  if (!ofRun(probe, run)) return { inspection: own, isHere: true };
  const read = ofRun(reading, run)?.reading?.violator;
  const isRead = Boolean(read && (!own || read.query === own.query));
  return { inspection: isRead && read ? read : own, isHere: isRead };
}

/** @param {import('./violator-figures.js').ListRow} row @param {number} rank */
function listItem({ document, name, grade, shade, moved }, rank) {
  const [kind, words] = !moved ? ['', ''] : moved > 0 ? ['up', `▲${count(moved)}`] : ['down', `▼${count(-moved)}`];
  const spoken = !moved ? '' : `, ${count(Math.abs(moved))} ${moved > 0 ? 'above' : 'below'} its rank in the model`;
  return h('li', { dataset: { document: String(document) } },
    h('span', { class: `moved ${kind}`, 'aria-hidden': 'true' }, words),
    h('span', { class: 'violator-row', dataset: { shade: String(shade) }, title: `${name}, grade ${grade}${spoken}` },
      h('span', { class: 'rank', 'aria-hidden': 'true' }, String(rank + 1)), h('span', { class: 'name' }, name),
      h('b', {}, h('span', { class: 'hidden' }, 'grade '), String(grade)), h('span', { class: 'hidden' }, spoken)));
}
