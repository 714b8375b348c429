// Where H comes from: rank by rank where the loss is a sum over ranks, document by document otherwise. Part of the
// inspector.

import './contributions.css';
import { isNarrow, onWidthChange } from '../../../ui/media.js';
import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import { h, fill } from '../../../ui/dom.js';
import { documentName, shortNames } from '../../../lib/document-name.js';
import { formula } from '../../../ui/formula.js';
import { count, fixed, significant } from '../../../lib/format.js';
import { placesOf } from './places.js';
import { isWorking } from '../../run/training/run-state.js';
import { goodForViolator } from '../../settings/components.js';
import { isBinary, methodOf } from '../../settings/settings.js';
import { renderInChunks } from '../../../ui/render-in-chunks.js';

/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('../../../core/protocol.js').Contributions} Contributions */

const MOST = 100; // rows of a table; the others are one row together
const MOVING = 30; // rows while training draws it anew again and again

/** @param {HTMLElement} root @param {import('./inspector-state.js').InspectorStore} store */
export function mount(root, store) {
  const body = h('div', { class: 'scroll contributions', tabIndex: 0, role: 'region', 'aria-label': 'How H adds up' });
  const all = h('input', { type: 'checkbox', onchange: () => render() });
  const choice = h('label', { class: 'check all-columns' }, all, 'All columns');
  const make = renderInChunks();
  root.append(choice, body);
  // A narrow screen shows the columns that add up, and the others when they are asked for.
  const render = () => {
    const { inspectorTab, snapshot, shown, run } = store.get();
    if (inspectorTab !== 'contributions') return;
    if (awaitsSnapshot(store.get())) return;
    choice.hidden = !isNarrow() || !snapshot?.inspection;
    if (!snapshot?.inspection) return fill(body, h('p', { class: 'muted' }, 'Choose a query first.'));
    // The look before the tab was opened came without them.
    if (!snapshot.contributions) return;
    const most = Math.min(shown, isWorking(run) ? MOVING : MOST);
    const brief = isNarrow() && !all.checked;
    const nameOf = isNarrow() ? shortNames(snapshot.inspection.documents) : documentName;
    const { makers, whole } = snapshot.contributions.ranks.length
      ? ranksOf(snapshot.inspection, snapshot.contributions, most, brief, nameOf)
      : documentsOf(snapshot.inspection, snapshot.contributions, most, brief, nameOf, store.get());
    make(makers, (rows) => fill(body, whole(rows)));
  };
  onWidthChange(render);
  store.watch((state) =>
      [state.inspectorTab === 'contributions', state.snapshot, state.shown, state.run?.status === 'lost',
      isWorking(state.run)], render);
}

/** A cell that says by colour too whether it adds to H. @param {number} value @param {string} [kind] */
const cell = (value, kind) => h('td', { class: kind ?? '' }, fixed(value, 3));

/**
 * @param {Inspection} inspection
 * @param {Contributions} contributions
 * @param {number} shown
 * @param {boolean} brief whether the parts of each sum and the running sum are left out
 * @param {typeof documentName} nameOf as it is written; the title has the whole
 */
function ranksOf({ documents, hinge }, { ranks }, shown, brief, nameOf) {
  /** @typedef {'score' | 'gain' | 'value'} Part */
  const rows = Math.min(shown, ranks.length);
  /** @param {'violator' | 'reference'} side @param {Part} part @param {number} from */
  const total = (side, part, from) => ranks.slice(from).reduce((sum, rank) => sum + rank[side][part], 0);
  /** @type {Part[]} */
  const parts = brief ? ['value'] : ['score', 'gain', 'value'];
  const column = nameOf === documentName ? 'document' : 'doc';
  const heads = [column, ...(brief ? [] : ['c_j s', 'a_j b']), 'c_j\u00a0s − a_j\u00a0b'];
  const all = ranks[ranks.length - 1].so_far;
  /** @param {string} label @param {number} from */
  const sums = (label, from) =>
    h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}), parts.map((part) => cell(total('violator', part, from))),
    h('td', {}), parts.map((part) => cell(total('reference', part, from))),
    !brief && (from ? cell(all, 'far-sum') : h('td', {})), cell(from ? all - ranks[from - 1].so_far : all));
  const largest = Math.max(...ranks.map(({ difference }) => Math.abs(difference)), 1e-300);

  const makers = ranks.slice(0, rows).map(({ violator, reference, difference, so_far: soFar }, rank) => () => {
    /** @param {number} document */
    const named = (document) =>
      h('td', { class: 'name', title: documentName(documents[document], document) },
      nameOf(documents[document], document));
    const last = cell(difference, 'with-bar');
    last.append(bar(difference / largest));
    return h('tr', {}, h('th', { scope: 'row' }, count(rank + 1)),
      named(violator.document), parts.map((part) => cell(violator[part])),
      named(reference.document), parts.map((part) => cell(reference[part])), !brief && cell(soFar, 'far-sum'), last);
  });
  /** @param {Node[]} lines */
  const whole = (lines) => [
    h('p', { class: 'muted' }, formula('A document of score s and gain b at rank j is worth c_j · s − a_j · b. What ŷ '
          + 'is worth more than y*, rank by rank, adds up to '
          + `H${brief ? '.' : ': “so far” is the running sum.'}`)),
    h('table', { class: 'numbers' },
      h('caption', { class: 'hidden' }, 'Contributions rank by rank'),
      h('thead', {},
        h('tr', {}, h('td', {}), h('th', { scope: 'colgroup', colSpan: parts.length + 1 }, 'Violator ŷ'),
          h('th', { scope: 'colgroup', colSpan: parts.length + 1 }, 'Reference y*'),
          h('th', { scope: 'colgroup', colSpan: brief ? 1 : 2 }, 'H')),
        h('tr', {},
          ['rank', ...heads, ...heads, ...(brief ? [] : ['so far']), 'ŷ less y*'].map((text) =>
              h('th', { scope: 'col', class: text === column ? 'name' : '' }, headOf(text))))),
      h('tbody', {}, lines),
      h('tfoot', {}, rows < ranks.length && sums('rest', rows), sums('sum', 0))),
    h('p', { class: 'muted' }, `The last number is H = ${fixed(hinge, 3)}.`),
  ];
  return { makers, whole };
}

/** A small bar below a number: right and orange adds to H, left and blue takes from it. @param {number} share */
function bar(share) {
  const drawn = h('span', { class: share < 0 ? 'part-bar negative' : 'part-bar', 'aria-hidden': 'true' });
  drawn.style.setProperty('--share', `${Math.abs(share) * 50}%`);
  return drawn;
}

/**
 * ⟨w, δψ⟩ as a sum of coefficient times score over the documents, the largest parts first.
 * @param {Inspection} inspection
 * @param {Contributions} contributions
 * @param {number} shown
 * @param {boolean} brief whether label, score, coefficient and running sum are left out
 * @param {typeof documentName} nameOf as it is written; the title has the whole
 * @param {import('./inspector-state.js').InspectorState} state
 */
function documentsOf({ documents, coefficients, reference, violator, loss, margin, hinge, component },
  { documents: parts }, shown, brief, nameOf, { catalog, settings, run }) {
  const used = run?.settings ?? settings;
  const binary = isBinary(methodOf(catalog, used), used);
  const good = goodForViolator(used, run?.overview?.components[component]);
  const [star, hat] = [placesOf(reference), placesOf(violator)];
  const rows = Math.min(shown, parts.length);
  /** @param {string} label @param {number} value */
  const total = (label, value) => h('tr', {}, h('th', { scope: 'row', colSpan: brief ? 3 : 7 }, label), cell(value));
  const makers = parts.slice(0, rows).map(({ document: at, part, so_far: soFar }) => () => {
    const { grade, score } = documents[at];
    return h('tr', {},
      h('th', { scope: 'row', class: 'name', title: documentName(documents[at], at) }, nameOf(documents[at], at)),
      !brief && h('td', {}, binary ? `${grade >= good ? 'good' : 'bad'} (${grade})` : String(grade)),
      h('td', {}, count(star[at] + 1)), h('td', {}, count(hat[at] + 1)),
      !brief
        && [h('td', {}, significant(score, 4)), h('td', {}, significant(coefficients[at], 4)), cell(soFar, 'far-sum')],
      cell(part));
  });
  /** @param {Node[]} lines */
  const whole = (lines) => [
    h('p', { class: 'muted' }, 'Each document has a coefficient κ in δψ(ŷ): positive where y* ranks it better than ŷ '
        + 'does, negative where worse. Coefficient times score, summed, is ⟨w, δψ(ŷ)⟩; what is below 0 adds to H.'),
    h('table', { class: 'numbers' },
      h('caption', { class: 'hidden' }, 'Contributions document by document'),
      h('thead', {},
        h('tr', {},
          ['document', ...(brief ? [] : [binary ? 'label' : 'grade']), 'rank in y*', 'rank in ŷ',
            ...(brief ? [] : ['score s', 'κ', 'so far']), 'κ s'].map((text, at) =>
              h('th', { scope: 'col', class: at ? '' : 'name' }, text)))),
      h('tbody', {}, lines),
      h('tfoot', {},
        rows < parts.length
          && total(`the other ${count(parts.length - rows)} documents`,
          parts[parts.length - 1].so_far - parts[rows - 1].so_far),
        total('⟨w, δψ(ŷ)⟩', margin), total('Δ(ŷ)', loss), total('H = Δ(ŷ) − ⟨w, δψ(ŷ)⟩', hinge))),
  ];
  return { makers, whole };
}

/** A formula over a column, which may break at its minus; said in words. @param {string} text */
const headOf = (text) => [h('span', { class: 'hidden' }, text),
  h('span', { 'aria-hidden': 'true' }, text.split(/ (?=−)/).flatMap((part) => [...formula(part), ' ']))];
