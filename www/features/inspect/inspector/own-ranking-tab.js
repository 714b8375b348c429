// One's own permutation against the oracle's, which has the greatest H; short queries prove it. Part of the inspector.

import './own-ranking.css';
import { documentName } from '../../../lib/document-name.js';
import { addend, count, significant } from '../../../lib/format.js';
import { h, fill, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { quietWhileMoving } from '../../../ui/live-regions.js';
import { reorderableList } from '../../../ui/reorderable-list.js';
import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import { drawAllRankings } from './all-rankings.js';
import { hingeBar } from './hinge-bar.js';
import { isShown, ownRanking } from './inspector-state.js';
import { documentShade } from './ranking-columns.js';

/** @typedef {import('./inspector-state.js').InspectorState} State */
/** @typedef {import('./inspector-state.js').InspectorStore} Store */
/** @typedef {import('./inspector-state.js').Base} Base */
/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** The chosen document and its rank. @typedef {{ document: number, rank: number, last: number }} Chosen */

const MOST = 60; // ranks in the list; documents can be sent to any rank
const TRIED = 7; // documents up to which the core tries all rankings
const SLIGHT = 5e-4; // differences below it do not show in three decimals

/** @type {[Base, string][]} */
const BASES = [['predicted', 'the model’s ranking'], ['reference', 'the reference y*'], ['violator', 'the violator ŷ']];

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const start = startControls(store);
  const moves = moveControls(store);
  const worth = worthOf(store);
  const all = allRankings(store);
  const list = reorderableList({
    label: 'Your permutation',
    choose: (document) => store.dispatch({ type: 'inspector/choose', document }),
    move: (document, to) => store.dispatch({ type: 'inspector/move', document, to }),
  });
  root.append(
    h('p', { class: 'muted' },
      'Put the documents in any order: your ranking gets the same Δ, ⟨w, δψ⟩ and H as the violator does. '
      + 'The oracle found the greatest H there is, so the best you can do is to equal it.'),
    h('div', { class: 'own' },
      h('div', { class: 'own-list' }, start.element, list.element),
      h('div', { class: 'own-side' }, worth.elements, moves.element,
        h('p', { class: 'muted' }, 'Drag a document, or choose one and use the buttons or Alt with ↑ ↓ Home End. The '
            + `list shows up to ${MOST} ranks.`),
        all.element)));

  const isLost = (/** @type {State} */ { run }) => run?.status === 'lost';
  store.watch((state) => [
    state.inspectorTab === 'own', state.snapshot, state.inspector.own, isLost(state),
  ], ([open]) => {
    const state = store.get();
    if (!open || awaitsSnapshot(state)) return;
    const ranking = ownRanking(state);
    const inspection = state.snapshot?.inspection;
    start.update(state);
    moves.update(state);
    if (!inspection || !ranking) return list.update([], 0, null, () => []);
    const maxGrade = state.data?.summaries.train.max_grade ?? 1;
    list.update(ranking.slice(0, MOST), ranking.length, state.inspector.own.chosen,
      (document, rank) => [documentItem(inspection, document, rank, maxGrade)]);
    worth.update(state);
    all.update(state, inspection);
  });
}

/** @param {State} state @returns {Chosen | null} */
function chosenIn(state) {
  const [document, ranking] = [state.inspector.own.chosen, ownRanking(state)];
  return document === null || !ranking ? null : { document, rank: ranking.indexOf(document), last: ranking.length - 1 };
}

/** Where the permutation starts. @param {Store} store */
function startControls(store) {
  const id = freshId('base');
  /** @param {Base} base */
  const start = (base) => store.dispatch({ type: 'inspector/start', base });
  const base = h('select', { id, onchange: () => start(/** @type {Base} */ (base.value)) },
    BASES.map(([value, text]) => h('option', { value }, text)));
  const again = h('button', { type: 'button', onclick: () => start(store.get().inspector.own.base) }, 'Start again');
  return {
    element: h('div', { class: 'own-start' },
      h('div', { class: 'field' }, h('label', { htmlFor: id }, 'Start from'), h('div', { class: 'select' }, base)),
      again),
    /** @param {State} state */
    update({ inspector: { own } }) {
      base.value = own.base;
      again.disabled = own.ranking === null;
    },
  };
}

/** Buttons and a field that move the chosen document. @param {Store} store */
function moveControls(store) {
  const id = freshId('rank');
  /** @param {(now: Chosen) => number} to */
  const move = (to) => {
    const now = chosenIn(store.get());
    if (now) store.dispatch({ type: 'inspector/move', document: now.document, to: to(now) });
  };
  /** @param {string} text @param {(now: Chosen) => number} to */
  const button = (text, to) => h('button', { type: 'button', onclick: () => move(to) }, text);
  const up = [button('To the top', () => 0), button('Up', ({ rank }) => rank - 1)];
  const down = [button('Down', ({ rank }) => rank + 1), button('To the end', ({ last }) => last)];
  const rank = h('input', { id, type: 'number', min: '1', step: '1', onchange: () => {
    if (Number.isFinite(rank.valueAsNumber)) move(() => rank.valueAsNumber - 1);
  } });
  const which = h('p', { class: 'muted which' });
  return {
    element: h('div', { class: 'own-moves', role: 'group', 'aria-label': 'Move the chosen document' }, which,
      h('div', { class: 'own-buttons' }, up, down),
      h('div', { class: 'own-rank' }, h('label', { htmlFor: id }, 'Move to rank'), rank)),
    /** @param {State} state */
    update(state) {
      const now = chosenIn(state);
      const ranking = ownRanking(state);
      for (const one of up) one.disabled = !now || now.rank === 0;
      for (const one of down) one.disabled = !now || now.rank === now.last;
      rank.disabled = !now;
      rank.value = now ? String(now.rank + 1) : '';
      rank.max = String(ranking?.length ?? 1);
      const { documents } = state.snapshot?.inspection ?? {};
      if (!documents || !ranking) say(which, 'Choose a query first.');
      else if (!now) say(which, 'No document is chosen yet.');
      else {
        const name = documentName(documents[now.document], now.document);
        fill(which, h('bdi', {}, name), ` at rank ${count(now.rank + 1)} of ${count(ranking.length)}`);
      }
    },
  };
}

/** @param {Inspection} inspection @param {number} document @param {number} rank @param {number} maxGrade */
function documentItem({ documents }, document, rank, maxGrade) {
  const { grade, score } = documents[document];
  const name = documentName(documents[document], document);
  return h('span', { class: 'document', dataset: { shade: String(documentShade(grade, maxGrade)) }, title: name },
    h('span', { class: 'rank' }, count(rank + 1)), h('span', { class: 'name' }, name),
    h('span', { class: 'score' }, 'score ', significant(score, 3)),
    h('span', { class: 'grade' }, h('span', { class: 'word' }, 'grade '), grade));
}

/** What the ranking is worth, once the core has said so. @param {Store} store */
function worthOf(store) {
  const equation = h('p', { class: 'equation' });
  const sum = h('div', { class: 'hinge-place' });
  const meter = h('div', { class: 'own-meter', 'aria-hidden': 'true' }, h('span', { class: 'own-bar' }));
  const result = h('p', { class: 'own-result' });
  quietWhileMoving(store, result);
  return {
    elements: [equation, sum, meter, result],
    /** @param {State} state */
    update(state) {
      const { snapshot, inspector: { own: { valued } } } = state;
      const ranking = ownRanking(state) ?? [];
      const isCurrent = valued && isShown(valued, snapshot) && isSame(valued.valuation.ranking, ranking);
      equation.setAttribute('aria-busy', String(!isCurrent));
      if (!isCurrent) return;
      const { loss, margin, hinge, oracle, below, attains } = valued.valuation;
      fill(equation,
        h('span', { class: 'part' }, 'H(y) = Δ(y) − ⟨w, δψ(y)⟩ = ', addend(loss),
          ` − ${margin < 0 ? `(${addend(margin)})` : addend(margin)} = `, h('b', { class: 'hinge' }, addend(hinge))),
        h('span', { class: 'part' }, 'oracle ', h('b', {}, addend(oracle))));
      fill(sum, hingeBar({ loss, margin, hinge }));
      const share = oracle > 0 ? Math.max(0, Math.min(1, hinge / oracle)) : Number(attains);
      meter.style.setProperty('--share', `${100 * share}%`);
      meter.classList.toggle('full', attains);
      say(result, resultText(attains, below));
    },
  };
}

/** @param {ArrayLike<number>} one @param {number[]} other */
function isSame(one, other) {
  return one.length === other.length && other.every((document, at) => document === one[at]);
}

/** @param {boolean} attains whether it equals the oracle's @param {number} below by how much it is below it */
function resultText(attains, below) {
  if (attains) return '✓ As high as the oracle’s: no ranking has a greater H.';
  if (below > 0) return `${below < SLIGHT ? significant(below, 2) : addend(below)} below the oracle.`;
  return 'Above the oracle, which must not be: please report this query.';
}

/** All permutations of a short query. @param {Store} store */
function allRankings(store) {
  const element = h('div', { class: 'all-rankings' });
  const tryAll = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'inspector/try all' }) },
    'Try all permutations');
  return {
    element,
    /** @param {State} state @param {Inspection} inspection */
    update({ snapshot, inspector: { own } }, { documents }) {
      tryAll.disabled = own.trying;
      if (documents.length > TRIED) {
        const text = `For queries of up to ${TRIED} documents, all permutations can be tried one by one; this one has `
          + `${count(documents.length)}.`;
        return fill(element, h('p', { class: 'muted' }, text));
      }
      const valuation = own.valued && isShown(own.valued, snapshot) ? own.valued.valuation : null;
      fill(element, tryAll,
        own.tried && isShown(own.tried, snapshot) && drawAllRankings(own.tried.enumeration, valuation));
    },
  };
}
