// One's own permutation against the oracle's: nobody can beat it, and short queries prove it. Part of the inspector.

import '../styles/own.css';
import { h, fill, say } from '../dom.js';
import { documentName, documentShade } from '../columns.js';
import { freshId } from '../fields.js';
import { count, fixed, significant } from '../format.js';
import { politeAtRest } from '../hush.js';
import { isShown, ownRanking } from '../microscope.js';
import { rearrangeable } from '../rearrange.js';
import { drawTrial } from '../trial.js';

/** @typedef {import('../reducer.js').State} State */
/** @typedef {import('../microscope.js').Base} Base */

const MOST = 60; // ranks in the list; documents can be sent to any rank
const TRIED = 7; // documents up to which the core tries all rankings

/** @type {[Base, string][]} */
const BASES = [['violator', 'the violator ŷ'], ['reference', 'the reference y*'], ['predicted', 'the model’s ranking']];

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const [baseId, rankId] = [freshId('base'), freshId('rank')];
  const base = h('select', { id: baseId, onchange: () => store.dispatch({ type: 'own start', base: /** @type {Base} */ (base.value) }) }, BASES.map(([value, text]) => h('option', { value }, text)));
  const again = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'own start', base: store.get().microscope.own.base }) }, 'Start again');
  const list = rearrangeable({
    label: 'Your permutation',
    choose: (document) => store.dispatch({ type: 'own choose', document }),
    move: (document, to) => store.dispatch({ type: 'own move', document, to }),
  });

  /** The chosen document and its rank. */
  const chosen = () => {
    const state = store.get();
    const [document, ranking] = [state.microscope.own.chosen, ownRanking(state)];
    return document === null || !ranking ? null : { document, rank: ranking.indexOf(document), last: ranking.length - 1 };
  };
  /** @param {string} text @param {(now: { rank: number, last: number }) => number} to */
  const button = (text, to) => h('button', { type: 'button', onclick: () => {
    const now = chosen();
    if (now) store.dispatch({ type: 'own move', document: now.document, to: to(now) });
  } }, text);
  const buttons = [button('To the top', () => 0), button('Up', ({ rank }) => rank - 1), button('Down', ({ rank }) => rank + 1), button('To the end', ({ last }) => last)];
  const rank = h('input', { id: rankId, type: 'number', min: '1', step: '1', onchange: () => {
    const now = chosen();
    if (now && Number.isFinite(rank.valueAsNumber)) store.dispatch({ type: 'own move', document: now.document, to: rank.valueAsNumber - 1 });
  } });
  const which = h('p', { class: 'muted which' });

  const equation = h('p', { class: 'equation' });
  const meter = h('div', { class: 'own-meter', 'aria-hidden': 'true' }, h('span', { class: 'own-bar' }));
  const verdict = h('p', { class: 'verdict' });
  politeAtRest(store, verdict);
  const trial = h('div', { class: 'trial' });
  const tryAll = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'try all' }) }, 'Try all permutations');

  root.append(
    h('p', { class: 'muted' }, 'Put the documents in any order: your ranking gets the same Δ, ⟨w, δψ⟩ and H as the violator does. The oracle found the greatest H there is, so the best you can do is to equal it.'),
    h('div', { class: 'own' },
      h('div', { class: 'own-list' },
        h('div', { class: 'own-start' }, h('div', { class: 'field' }, h('label', { htmlFor: baseId }, 'Start from'), h('div', { class: 'select' }, base)), again),
        list.element),
      h('div', { class: 'own-side' }, equation, meter, verdict,
        h('div', { class: 'own-moves', role: 'group', 'aria-label': 'Move the chosen document' }, which, h('div', { class: 'own-buttons' }, buttons), h('div', { class: 'own-rank' }, h('label', { htmlFor: rankId }, 'Move to rank'), rank)),
        h('p', { class: 'muted' }, `Drag a document, or choose one and use the buttons or Alt with ↑ ↓ Home End. The list shows up to ${MOST} ranks.`),
        trial)));

  store.watch((state) => [state.inspectorTab === 'own', state.look, state.microscope.own, state.run?.status === 'lost'], ([open, look, own]) => {
    if (!open) return;
    // What was shown stays until the first look at other data.
    if (!look && store.get().data && store.get().run?.status !== 'lost') return;
    base.value = own.base;
    again.disabled = own.ranking === null;
    const state = store.get();
    const ranking = ownRanking(state);
    const inspection = look?.inspection;
    const now = chosen();
    for (const [at, one] of buttons.entries()) one.disabled = !now || (at < 2 ? now.rank === 0 : now.rank === now.last);
    rank.disabled = !now;
    rank.value = now ? String(now.rank + 1) : '';
    rank.max = String(ranking?.length ?? 1);
    tryAll.disabled = own.trying;
    if (!inspection || !ranking) {
      say(which, 'Choose a query first.');
      return list.update([], 0, null, () => []);
    }
    const maxGrade = state.data?.summaries.train.max_grade ?? 1;
    const name = (/** @type {number} */ document) => documentName(inspection.documents[document], document);
    fill(which, ...(now ? [h('bdi', {}, name(now.document)), ` at rank ${count(now.rank + 1)} of ${count(ranking.length)}`] : ['No document is chosen yet.']));
    list.update(ranking.slice(0, MOST), ranking.length, own.chosen, (document, at) => {
      const { grade, score } = inspection.documents[document];
      return [h('span', { class: 'document', dataset: { shade: String(documentShade(grade, maxGrade)) }, title: name(document) },
        h('span', { class: 'rank' }, count(at + 1)), h('span', { class: 'name' }, name(document)), h('span', { class: 'score' }, h('span', { class: 'word' }, 'score '), significant(score, 3)), h('span', { class: 'grade' }, h('span', { class: 'word' }, 'grade '), grade))];
    });
    worth(state);
    fill(trial, inspection.documents.length > TRIED
      ? h('p', { class: 'muted' }, `For queries of up to ${TRIED} documents, all permutations can be tried one by one; this one has ${count(inspection.documents.length)}.`)
      : [tryAll, own.tried && isShown(own.tried, look) && drawTrial(own.tried.enumeration, own.valued && isShown(own.valued, look) ? own.valued.valuation : null)]);
  });

  /** What the ranking is worth, once the core has said so. @param {State} state */
  function worth({ look, microscope: { own } }) {
    const ranking = ownRanking(store.get());
    const { valued } = own;
    const current = valued && isShown(valued, look) && ranking !== null && valued.valuation.ranking.length === ranking.length && valued.valuation.ranking.every((document, at) => document === ranking[at]);
    equation.toggleAttribute('aria-busy', !current);
    if (!current) return;
    const { loss, margin, hinge, oracle, below, attains } = valued.valuation;
    /** @param {number} value */
    const number = (value) => (Math.abs(value) >= 1000 ? significant(value, 5) : fixed(value, 3));
    fill(equation, h('span', { class: 'part' }, 'H(y) = Δ(y) − ⟨w, δψ(y)⟩ = ', number(loss), margin > 0 ? ' − ' : ' + ', number(Math.abs(margin)), ' = ', h('b', { class: 'hinge' }, number(hinge))),
      h('span', { class: 'part' }, 'oracle ', h('b', {}, number(oracle))));
    meter.style.setProperty('--share', `${oracle > 0 ? Math.max(0, Math.min(1, hinge / oracle)) * 100 : attains ? 100 : 0}%`);
    meter.classList.toggle('full', attains);
    say(verdict, attains ? 'As high as the oracle’s: it cannot be beaten, only equalled.' : below > 0 ? `${below < 5e-4 ? significant(below, 2) : number(below)} below the oracle.` : 'Above the oracle, which must not be: please report this query.');
  }
}
