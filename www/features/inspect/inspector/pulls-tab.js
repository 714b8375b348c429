// The pull on each document of a query at the iteration shown: which ones the method pushes up or down, and how hard.
// Part of the inspector.

import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import { h, fill } from '../../../ui/dom.js';
import { documentName, documentNote } from '../../../lib/document-name.js';
import { count, fixed, measureName, significant } from '../../../lib/format.js';
import { withoutRounding } from '../../../lib/without-rounding.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';
import { modelRanking, repeatsOf } from './groups.js';
import { placesOf } from './places.js';
import { repeatMark } from './ranking-columns.js';
import { term } from '../../../ui/term.js';
import './pulls.css';

/** @typedef {import('./inspector-state.js').InspectorState} State */
/** @typedef {import('../../../core/protocol.js').Pulls} Pulls */

/** @param {HTMLElement} root @param {import('./inspector-state.js').InspectorStore} store */
export function mount(root, store) {
  const head = h('p', { class: 'muted' });
  const body = h('div', { class: 'scroll pulls', tabIndex: 0, role: 'region', 'aria-label': 'Pull on each document' });
  root.append(head, body);
  store.watch((state) =>
      [isWanted(state), state.snapshot, state.shown, state.onePerGroup, state.run?.status === 'lost'], ([open]) => {
    const state = store.get();
    if (!open || awaitsSnapshot(state)) return;
    const pulls = state.snapshot?.pulls;
    if (!pulls) return fill(body, !state.snapshot && h('p', { class: 'muted' }, 'Choose a query first.'));
    fill(head, headOf(pulls, state));
    fill(body, tableOf(pulls, state.shown, state.onePerGroup));
  });
}

/** Whether the view is open: by its tab, or because the method has no other. @param {State} state */
export function isWanted({ inspectorTab, run, settings, catalog }) {
  return inspectorTab === 'pulls' || !hasPlanes(methodOf(catalog, run?.settings ?? settings));
}

/** What the query is like under this model. @param {Pulls} pulls @param {State} state */
function headOf({ pull, pair_error: wrong, value }, { run, settings, catalog }) {
  const method = methodOf(catalog, run?.settings ?? settings);
  const measure = measureName(run?.overview?.measures[0] ?? '');
  const facts = [
    measure && value !== undefined && `${measure} ${fixed(value, 3)}`,
    wrong !== undefined && `pair error ${fixed(100 * wrong, 1)} %, where a tied pair counts half`,
  ].filter(Boolean).join(' · ');
  const meaning = !pull ? [` ${method?.label ?? 'This method'} does not pull on the documents of this query.`]
    : [' The ', term('pull', 'pull'), ' says which way the score of a document should move, and how hard.'];
  return [facts && `${facts}.`, ...meaning];
}

/**
 * @param {Pulls} pulls @param {number} shown ranks
 * @param {import('./inspector-state.js').OnePerGroup} onePerGroup
 */
function tableOf(pulls, shown, onePerGroup) {
  const { documents, ideal } = pulls;
  const predicted = modelRanking(pulls, onePerGroup);
  const repeats = repeatsOf(pulls.diverse, predicted);
  const pull = pulls.pull && withoutRounding(pulls.pull);
  const best = placesOf(ideal);
  const top = (pull ?? []).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, 'Documents by the model’s score, with the pull on each'),
    h('thead', {}, h('tr', {}, [['rank', ''], ['document', 'name'], ['grade', ''], ['ideal rank', ''], ['score', ''],
      ['pull', '']].map(([text, kind]) => h('th', { scope: 'col', class: kind }, text)),
    h('td', { class: 'name', 'aria-hidden': 'true' },
      h('span', { class: 'pull-down' }, '▾', h('span', { class: 'rest' }, ' down')), ' ',
      h('span', { class: 'pull-up' }, h('span', { class: 'rest' }, 'up '), '▴')))),
    h('tbody', {}, predicted.slice(0, shown).map((document, rank) => {
      const { grade, score, comment } = documents[document];
      const force = pull?.[document];
      return h('tr', {}, h('td', {}, count(rank + 1)),
        h('th', { scope: 'row', class: 'name', title: documentNote({ comment }) },
          documentName(documents[document], document),
          repeats[rank] && [' ', repeatMark()]),
        h('td', {}, grade), h('td', {}, count(best[document] + 1)), h('td', {}, significant(score)),
        h('td', {}, force === undefined ? '–' : arrowText(force)),
        h('td', { class: 'pull-cell', 'aria-hidden': 'true' }, force !== undefined && top > 0 && arrow(force / top)));
    })));
}

/** @param {number} force */
function arrowText(force) {
  return `${force > 0 ? '▴ ' : force < 0 ? '▾ ' : ''}${significant(Math.abs(force))}`;
}

/**
 * The pull as an arrow from the middle: up to the right, down to the left.
 * @param {number} share of the greatest, from −1 to 1
 */
function arrow(share) {
  const bar = h('span', { class: share < 0 ? 'pull-arrow down' : 'pull-arrow up' });
  bar.style.setProperty('--share', `${50 * Math.abs(share)}%`);
  return h('span', { class: 'pull-track' }, bar);
}
