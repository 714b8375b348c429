// What the oracle would find for the query at hand with the profile being edited, beside what it finds now. Part of the loss panel.

import { h, fill, say } from './dom.js';
import { documentName, shortNames } from './columns.js';
import { count, fixed } from './format.js';
import { decayKey } from './insight.js';
import { decayKind, heeds, methodLabel, methodOf } from './settings.js';

/** @typedef {import('./protocol.js').Inspection} Inspection */

const TOP = 5;

/** @param {import('./store.js').Store} store */
export function previewPart(store) {
  const words = h('p', { class: 'muted' });
  const table = h('table', { class: 'numbers preview' });
  const element = h('section', { class: 'decay-preview', 'aria-label': 'What this c would do' }, words, h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Violator with both profiles' }, table));
  let frame = 0;

  const draw = () => {
    frame = 0;
    const { run, look, insight, settings, problem, catalog } = store.get();
    if (decayKind(settings.decay) !== 'list') return;
    const now = look?.run === run?.id ? look?.inspection : null;
    const { preview } = insight;
    if (run && !heeds(methodOf(catalog, run.settings), 'decay')) {
      table.hidden = true;
      return say(words, `The run at hand is of ${methodLabel(catalog, run.settings.method)}, which has no decay profile.`);
    }
    if (problem?.field === 'decay') return say(words, 'What it would do is shown again as soon as c is sound.');
    if (!run || !now || !look || !preview || preview.run !== run.id) {
      table.hidden = true;
      return say(words, 'What this c would do to a violator is shown here once there is a query.');
    }
    if (!preview.inspection) {
      table.hidden = true;
      return say(words, preview.problem);
    }
    // What was shown stays until the answer about the same w and query.
    if (preview.query !== now.query || preview.iteration !== look.iteration) return;
    const still = look.weights.every((weight) => weight === 0);
    const same = preview.decay === decayKey(run.settings);
    say(words, `Query ${now.id}, iteration ${count(look.iteration)}: with this c the oracle would put … ${
      still ? 'At w = 0 every score is 0, so c has no say yet: only Δ decides.' : same ? 'This is the c of the run.' : ''}`.trim());
    table.hidden = false;
    fill(table, rowsOf(now, preview.inspection));
  };
  store.watch((state) => [state.insight.preview, state.look, state.settings, state.problem, state.run?.settings], () => { frame ||= requestAnimationFrame(draw); });
  return element;
}

/** @param {Inspection} now @param {Inspection} then */
function rowsOf(now, then) {
  const shortName = shortNames(now.documents);
  /** @param {Inspection} inspection @param {number} rank @param {boolean} changed */
  const cell = ({ documents, violator }, rank, changed) => {
    const at = violator[rank];
    const name = documentName(documents[at], at);
    return h('td', { class: changed ? 'name changed' : 'name', title: `${name}, grade ${documents[at].grade}` }, changed && h('span', { 'aria-label': 'changed: ' }, '→ '), `${shortName(documents[at], at)} · ${documents[at].grade}`);
  };
  /** @param {string} label @param {number} one @param {number} other */
  const sum = (label, one, other) => h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}, fixed(one, 3)), h('td', {}, fixed(other, 3)));
  return [
    h('caption', { class: 'hidden' }, 'Top of the violator with the run’s c and with this c'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'rank'), h('th', { scope: 'col', class: 'name', title: 'document · grade' }, 'run’s c'), h('th', { scope: 'col', class: 'name', title: 'document · grade' }, 'this c'))),
    h('tbody', {}, Array.from({ length: Math.min(TOP, now.violator.length) }, (_, rank) => h('tr', {}, h('th', { scope: 'row' }, rank + 1), cell(now, rank, false), cell(then, rank, now.violator[rank] !== then.violator[rank])))),
    h('tfoot', {}, sum('Δ', now.loss, then.loss), sum('⟨w, δψ⟩', now.margin, then.margin), sum('H', now.hinge, then.hinge)),
  ];
}
