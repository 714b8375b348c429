// Why a constraint is violated: H with its numbers, above the views that explain it.

import { newest } from '../../run/training/run-state.js';
import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import { h, fill, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { addend, count, fixed, plural, significant } from '../../../lib/format.js';
import { hingeBar } from './hinge-bar.js';
import { ON, SHOWN } from './inspector-state.js';
import { componentLabel } from '../../settings/components.js';
import { hasPlanes, methodOf } from '../../settings/settings.js';
import { tabs } from '../../../ui/tabs.js';
import { term } from '../../../ui/term.js';
import { visibleText } from '../../../lib/visible-text.js';

/** @typedef {import('./inspector-state.js').InspectorState} State */
/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('../../../core/protocol.js').InspectorTab} InspectorTab */

const VIOLATOR = 'The violator is the ranking that most contradicts the margin: far worse than y* in loss Δ, '
  + 'yet scored by w nearly as high as y*, or higher. Training adds it as a plane, and w must move.';
/** The tabs that show the model's ranking. @type {InspectorTab[]} */
const RANKED = ['rankings', 'pulls'];
const VIOLATING = 'Violating permutation';
const RULE = 'By score, but a document whose group stands above it waits until the first ranks are full.';
const NOTICED = 5e-4; // a violation below it does not show in three decimals

/**
 * Returns the panels of the tabs, for the views that fill them.
 * @param {HTMLElement} root
 * @param {import('./inspector-state.js').InspectorStore} store
 */
export function mount(root, store) {
  const id = freshId('shown');
  const about = h('span', { class: 'about' });
  const show = h('select',
    { id, onchange: () => store.dispatch({ type: 'inspector/shown', shown: Number(show.value) }) },
    SHOWN.map((value) =>
        h('option', { value: String(value) },
        value === SHOWN.at(-1) ? `all (up to ${count(value)})` : String(value))));
  const formula = h('span', {}, term('hinge', 'H'), ' = ', term('loss', 'Δ'), '(', term('violator', 'ŷ'),
    ') − ⟨', term('w', 'w'), ', ', term('dpsi', 'δψ'), '(ŷ)⟩');
  const sum = h('span', { class: 'hidden' });
  const equation = h('p', { class: 'equation', role: 'group', 'aria-label': 'Structured hinge H' }, formula, sum);
  const bar = h('div', { class: 'hinge-place' });
  const details = h('p', { class: 'muted details' });
  const intro = h('p', { class: 'muted violator-intro', title: VIOLATOR }, VIOLATOR);
  const parts = h('div', { class: 'components scroll', tabIndex: 0, role: 'region', 'aria-label': 'Components' });
  const views = tabs('Views of the violator', [
    { name: 'rankings', title: ['Rankings'], about: 'what moved where' },
    { name: 'contributions', title: ['Contributions'], about: 'how H adds up, rank by rank' },
    { name: 'search', title: ['Search', rest(' table')], about: 'where the oracle looked' },
    { name: 'pulls', title: ['Pulls'], about: 'which documents are pushed, and how hard' },
    { name: 'own', title: [rest('Your '), 'permutation'], about: 'can you beat the oracle?' },
  ], (tab) => store.dispatch({ type: 'inspector/tab', tab: /** @type {InspectorTab} */ (tab) }));
  const title = h('h2', { id: 'inspector-title' }, VIOLATING);
  root.append(
    h('div', { class: 'inspector-head' },
      h('div', {}, title, about), equation, bar),
    intro, parts,
    h('div', { class: 'tab-row' }, views.bar,
      onePerGroup(store), h('div', { class: 'shown' },
        h('label', { htmlFor: id }, rest('Show '), 'top'), h('div', { class: 'select' }, show))),
    h('div', { class: 'tab-panels' }, Object.values(views.panels)), details);

  // Without cutting planes there is no violator, and the pulls take the place of its views.
  const planes = (/** @type {State} */ { run, settings, catalog }) =>
    hasPlanes(methodOf(catalog, run?.settings ?? settings));
  store.watch((state) => [state.inspectorTab, planes(state)], ([tab, found]) => {
    views.open(found ? tab : 'pulls');
    views.bar.hidden = equation.hidden = bar.hidden = details.hidden = !found;
    say(title, found ? VIOLATING : 'Pulls');
  });
  // Once there are curves, the room is theirs.
  store.watch((state) => [newest(state.run) > 0 || !planes(state)], ([hidden]) => { intro.hidden = hidden; });
  store.watch((state) => [
    state.snapshot, state.shown, state.data, state.run?.overview, state.run?.status === 'lost',
  ], ([snapshot, shown]) => {
    show.value = String(shown);
    if (awaitsSnapshot(store.get())) return;
    const inspection = snapshot?.inspection;
    fill(parts, inspection && inspection.components.length > 1 && componentsOf(inspection, store.get()));
    parts.hidden = !inspection || inspection.components.length < 2;
    views.describe('contributions',
      `how H adds up, ${!inspection || inspection.c.length ? 'rank by rank' : 'by document'}`);
    if (!inspection) {
      const { pulls } = snapshot ?? {};
      fill(about, pulls && aboutOf(pulls, shown));
      fill(bar);
      fill(details);
      formula.hidden = Boolean(snapshot);
      sum.className = snapshot ? '' : 'hidden';
      return say(sum, snapshot ? 'Every ranking of these queries has loss 0, so there is no violator.' : '');
    }
    about.title = visibleText(`query ${inspection.id}`);
    fill(about, aboutOf(inspection, shown));
    formula.hidden = false;
    sum.className = 'hidden';
    say(sum, sumOf(inspection));
    fill(bar, hingeBar(inspection));
    fill(details, detailsOf(inspection, store.get()).map((text) => h('span', { class: 'part' }, text)));
  });
  return views.panels;
}

/** The switch of the rule, where the data have groups. @param {import('./inspector-state.js').InspectorStore} store */
function onePerGroup(store) {
  const input = h('input', { type: 'checkbox',
    onchange: () => store.dispatch({ type: 'inspector/one per group', on: input.checked }) });
  const label = h('label', { class: 'check one-per-group', title: RULE, hidden: true }, input, 'One per group');
  store.watch(({ snapshot, inspectorTab, onePerGroup: state }) => [
    Boolean((snapshot?.inspection ?? snapshot?.pulls)?.diverse), inspectorTab, state,
  ], ([hasGroups, tab, state]) => {
    label.hidden = !hasGroups || !RANKED.includes(tab);
    input.checked = state === ON;
  });
  return label;
}

/**
 * Which query it is, and how much of it is seen.
 * @param {Pick<Inspection, 'id' | 'documents'>} query @param {number} shown ranks
 */
function aboutOf({ id, documents }, shown) {
  const n = documents.length;
  const rows = Math.min(shown, n);
  // A query may be named in any script, which must not turn the words around it.
  return ['query ', h('bdi', {}, id), ` · ${plural(n, 'document')} · ${rows < n ? `top ${rows} shown` : 'all shown'}`];
}

/** Words that a narrow screen has no room for. @param {string} text */
function rest(text) {
  return h('span', { class: 'rest' }, text);
}

/** The numbers of H, for assistive technology. The bar shows them to the eye. @param {Inspection} inspection */
function sumOf({ loss, margin, hinge }) {
  return ` = ${addend(loss)} ${margin > 0 ? '−' : '+'} ${addend(Math.abs(margin))} = ${addend(hinge)}`;
}

/**
 * What else is known of the violator.
 * @param {Inspection} inspection
 * @param {State} state
 */
function detailsOf({ hinge, owed, working_slack: slack, oracle, component, components }, { run, catalog }) {
  return [
    slack !== undefined ? `slack in working set ${addend(slack)} · ${violation(owed - slack)}`
      : run?.settings.working_set === '1-slack' ? 'no slack of its own: 1-slack knows only the mean over all queries'
        : 'no working set yet',
    Math.abs(hinge) < 1e-12 && 'no ranking contradicts the margin: ŷ = y*',
    components.length > 1 && `violator of ${componentLabel(catalog, run?.overview?.components[component] ?? '')}`,
    `found by ${oracle}`,
  ].filter(Boolean);
}

/** By how much a slack is exceeded, in words. @param {number} over */
function violation(over) {
  if (over > NOTICED) return `violated by ${addend(over)}`;
  return over > 1e-9 ? `violated by ${significant(over, 2)}, below the tolerance` : 'not violated';
}

/**
 * The hinges of all components of a combination, and the slack of the query.
 * @param {Inspection} inspection
 * @param {State} state
 */
function componentsOf({ component, components, owed }, { run, catalog }) {
  const separate = run?.settings.slacks === 'separate';
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, 'Components of this query'),
    h('thead', {},
      h('tr', {},
        ['component', 'Δ(ŷ)', '⟨w, δψ(ŷ)⟩', 'H'].map((text, at) =>
            h('th', { scope: 'col', class: at ? '' : 'name' }, text)))),
    h('tbody', {}, components.map((one) => h('tr', { class: one.component === component ? 'now' : '' },
      h('th', { scope: 'row', class: 'name' }, componentLabel(catalog, run?.overview?.components[one.component] ?? ''),
        one.component === component && ' · shown'),
      [one.loss, one.margin, one.hinge].map((value) => h('td', {}, fixed(value, 3)))))),
    h('tfoot', {},
      h('tr', {},
        h('th', { scope: 'row', colSpan: 3 },
          separate ? 'slacks are separate: the query counts their sum'
            : 'the slack is shared: the query counts the greatest'), h('td', {}, fixed(owed, 3)))));
}
