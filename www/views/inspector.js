// Why a constraint is violated: H with its numbers, above the views that explain it.

import { h, fill, say } from '../dom.js';
import { freshId } from '../fields.js';
import { fixed, plural, significant } from '../format.js';
import { SHOWN } from '../microscope.js';
import { methodLabel } from '../settings.js';
import { tabs } from '../tabs.js';

/** @typedef {import('../reducer.js').State} State */
/** @typedef {import('../protocol.js').Inspection} Inspection */
/** @typedef {import('../microscope.js').InspectorTab} InspectorTab */

const NOTICED = 5e-4; // a violation below it does not show in three decimals

/**
 * Returns the panels of the tabs, for the views that fill them.
 * @param {HTMLElement} root
 * @param {import('../store.js').Store} store
 */
export function mount(root, store) {
  const id = freshId('shown');
  const about = h('span', { class: 'about' });
  const show = h('select', { id, onchange: () => store.dispatch({ type: 'shown', shown: Number(show.value) }) }, SHOWN.map((value) => h('option', { value: String(value) }, value === SHOWN.at(-1) ? `all (up to ${value.toLocaleString('en-US')})` : String(value))));
  const equation = h('p', { class: 'equation' });
  const parts = h('div', { class: 'components scroll', tabIndex: 0, role: 'region', 'aria-label': 'Components' });
  const views = tabs('Views of the violator', [
    { name: 'rankings', title: 'Rankings', about: 'what moved where' },
    { name: 'contributions', title: 'Contributions', about: 'how H adds up, rank by rank' },
    { name: 'search', title: 'Search table', about: 'where the oracle looked' },
    { name: 'own', title: 'Your permutation', about: 'can you beat the oracle?' },
  ], (tab) => store.dispatch({ type: 'inspector tab', tab: /** @type {InspectorTab} */ (tab) }));
  root.append(
    h('div', { class: 'card-head' }, h('h2', { id: 'inspector-title' }, 'Violating permutation'), about, h('div', { class: 'shown' }, h('label', { htmlFor: id }, 'Show top'), h('div', { class: 'select' }, show))),
    h('p', { class: 'muted' }, 'The violator is the ranking that most contradicts the margin: far worse than y* in loss Δ, yet scored by w nearly as high as y*, or higher. Training adds it as a cut, and w must move.'),
    equation, parts, views.bar, Object.values(views.panels).reduce((all, panel) => (all.append(panel), all), h('div', { class: 'tab-panels' })));

  store.watch((state) => [state.inspectorTab], ([tab]) => views.open(tab));
  store.watch((state) => [state.look, state.shown, state.data, state.run?.overview, state.run?.status === 'lost'], ([look, shown, data]) => {
    show.value = String(shown);
    // What was shown stays until the first look at other data.
    if (!look && data && store.get().run?.status !== 'lost') return;
    const inspection = look?.inspection;
    fill(parts, inspection && inspection.components.length > 1 && componentsOf(inspection, store.get()));
    parts.hidden = !inspection || inspection.components.length < 2;
    views.describe('contributions', `how H adds up, ${!inspection || inspection.c.length ? 'rank by rank' : 'by document'}`);
    if (!inspection) {
      say(about, '');
      return fill(equation, look ? 'No query of these data can be ranked wrongly, so there is no violator.' : 'H = Δ(ŷ) − ⟨w, δψ(ŷ)⟩');
    }
    const n = inspection.documents.length;
    const rows = Math.min(shown, n);
    // A query may be named in any script, which must not turn the words around it.
    about.title = `query ${inspection.id}`;
    fill(about, 'query ', h('bdi', {}, inspection.id), ` · ${plural(n, 'document')} · ${rows < n ? `top ${rows} shown` : 'all shown'}`);
    fill(equation, equationOf(inspection, store.get()));
  });
  return views.panels;
}

/**
 * @param {Inspection} inspection
 * @param {State} state
 */
function equationOf({ loss, margin, hinge, owed, working_slack, oracle, component, components }, { run, catalog }) {
  /** @param {number} value */
  const number = (value) => (Math.abs(value) >= 1000 ? significant(value, 5) : fixed(value, 3));
  const sign = margin > 0 ? '−' : '+';
  const over = working_slack === undefined ? 0 : owed - working_slack;
  /** @param {string} text */
  const dot = (text) => h('span', { class: 'part' }, text);
  const nothing = Math.abs(hinge) < 1e-12;
  return [
    h('span', { class: 'part' }, 'H = Δ(ŷ) − ⟨w, δψ(ŷ)⟩ = ', number(loss), ` ${sign} `, number(Math.abs(margin)), ' = ', h('b', { class: 'hinge' }, number(hinge))),
    working_slack !== undefined && dot(`slack in working set ${number(working_slack)}`),
    working_slack !== undefined && dot(violation(over)),
    working_slack === undefined && dot(run?.settings.working_set === '1-slack' ? 'no slack of its own: 1-slack knows only the mean over all queries' : 'no working set yet'),
    nothing && dot('no ranking contradicts the margin: ŷ = y*'),
    components.length > 1 && dot(`violator of ${methodLabel(catalog, run?.overview?.components[component] ?? '')}`),
    h('span', { class: 'part muted' }, `found by ${oracle}`),
  ].filter(Boolean);
}

/** By how much a slack is exceeded, in words. @param {number} over */
function violation(over) {
  if (over > NOTICED) return `violated by ${Math.abs(over) >= 1000 ? significant(over, 5) : fixed(over, 3)}`;
  return over > 1e-9 ? `violated by ${significant(over, 2)}, less than the stopping rule notices` : 'not violated';
}

/**
 * The hinges of all components of a combination, and what the query owes.
 * @param {Inspection} inspection
 * @param {State} state
 */
function componentsOf({ component, components, owed }, { run, catalog }) {
  const separate = run?.settings.slacks === 'separate';
  return h('table', { class: 'numbers' },
    h('caption', { class: 'hidden' }, 'Components of this query'),
    h('thead', {}, h('tr', {}, ['component', 'Δ(ŷ)', '⟨w, δψ(ŷ)⟩', 'H'].map((text, at) => h('th', { scope: 'col', class: at ? '' : 'name' }, text)))),
    h('tbody', {}, components.map((one) => h('tr', { class: one.component === component ? 'now' : '' },
      h('th', { scope: 'row', class: 'name' }, methodLabel(catalog, run?.overview?.components[one.component] ?? ''), one.component === component && ' · shown'),
      [one.loss, one.margin, one.hinge].map((value) => h('td', {}, fixed(value, 3)))))),
    h('tfoot', {}, h('tr', {}, h('th', { scope: 'row', colSpan: 3 }, separate ? 'slacks are separate: the query owes their sum' : 'the slack is shared: the query owes the greatest'), h('td', {}, fixed(owed, 3)))));
}
