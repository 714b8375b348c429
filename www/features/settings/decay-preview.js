// What the oracle would find for the query at hand with the profile or the cost being edited, beside what it finds now.
// Part of the loss panel.

import { ofRun } from '../../lib/of-run.js';
import { h, fill, say } from '../../ui/dom.js';
import { documentName, shortNames } from '../../lib/document-name.js';
import { count, fixed } from '../../lib/format.js';
import { decayKey } from './decay-preview-state.js';
import { decayKind, hasOption, methodLabel, methodOf } from './settings.js';

/** @typedef {import('../../core/protocol.js').Inspection} Inspection */

const TOP = 5;

/**
 * What is edited: the key of the setting, its letter, what to call it, what w = 0 leaves to say, and whether it is
 * being edited.
 * @typedef {{ field: 'decay' | 'cost', letter: string, name: string, isEdited: (settings:
 *   import('../../core/protocol.js').TrainingSettings) => boolean, zero: string }} Edited
 */

/** @type {Edited} */
export const DECAY_PROFILE = {
  field: 'decay', letter: 'c', name: 'decay profile', isEdited: ({ decay }) => decayKind(decay) === 'list',
  zero: 'At w = 0 every score is 0, so c has no say yet: only Δ decides.',
};

/** @param {import('./settings-store.js').SettingsStore} store @param {Edited} edited */
export function previewPart(store, { field, letter, name, isEdited, zero }) {
  const words = h('p', { class: 'muted' });
  const table = h('table', { class: 'numbers preview' });
  const element = h('section', { class: 'decay-preview', 'aria-label': `What this ${letter} would do` }, words,
    h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Violator with both' }, table));
  let frame = 0;

  const draw = () => {
    frame = 0;
    const { run, snapshot, preview, settings, problem, catalog } = store.get();
    if (!isEdited(settings)) return;
    const now = ofRun(snapshot, run)?.inspection;
    if (run && !hasOption(methodOf(catalog, run.settings), field)) {
      table.hidden = true;
      return say(words,
        `The run at hand is of ${methodLabel(catalog, run.settings.method)}, which has no ${name}.`);
    }
    if (problem?.field === field) return say(words, `What it would do is shown again as soon as ${letter} is sound.`);
    if (!run || !now || !snapshot || !preview || !ofRun(preview, run)) {
      table.hidden = true;
      return say(words, `What this ${letter} would do to a violator is shown here once there is a query.`);
    }
    if (!preview.inspection) {
      table.hidden = true;
      return say(words, preview.problem);
    }
    // What was shown stays until the answer about the same w and query.
    if (preview.query !== now.query || preview.iteration !== snapshot.iteration) return;
    const isZero = snapshot.weights?.every((weight) => weight === 0);
    const note = isZero ? zero
      : preview.decay === decayKey(run.settings) ? `This is the ${letter} of the run.` : '';
    const place = `Query ${now.id}, iteration ${count(snapshot.iteration)}`;
    say(words, `${place}: with this ${letter} the oracle would put … ${note}`.trim());
    table.hidden = false;
    fill(table, rowsOf(now, preview.inspection, letter));
  };
  store.watch((state) => [state.preview, state.snapshot, state.settings, state.problem, state.run?.settings], () => {
    if (!frame) frame = requestAnimationFrame(draw);
  });
  return element;
}

/** @param {Inspection} now @param {Inspection} then @param {string} letter */
function rowsOf(now, then, letter) {
  const shortName = shortNames(now.documents);
  /** @param {Inspection} inspection @param {number} rank @param {boolean} changed */
  const cell = ({ documents, violator }, rank, changed) => {
    const at = violator[rank];
    const name = documentName(documents[at], at);
    return h('td', { class: changed ? 'name changed' : 'name', title: `${name}, grade ${documents[at].grade}` },
      changed && h('span', { 'aria-label': 'changed: ' }, '→ '),
      `${shortName(documents[at], at)} · ${documents[at].grade}`);
  };
  /** @param {string} label @param {number} one @param {number} other */
  const sum = (label, one, other) =>
    h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}, fixed(one, 3)), h('td', {}, fixed(other, 3)));
  return [
    h('caption', { class: 'hidden' }, `Top of the violator with the run’s ${letter} and with this ${letter}`),
    h('thead', {},
      h('tr', {}, h('th', { scope: 'col' }, 'rank'),
        h('th', { scope: 'col', class: 'name', title: 'document · grade' }, `run’s ${letter}`),
        h('th', { scope: 'col', class: 'name', title: 'document · grade' }, `this ${letter}`))),
    h('tbody', {},
      Array.from({ length: Math.min(TOP, now.violator.length) },
        (_, rank) =>
          h('tr', {}, h('th', { scope: 'row' }, rank + 1), cell(now, rank, false),
          cell(then, rank, now.violator[rank] !== then.violator[rank])))),
    h('tfoot', {}, sum('Δ', now.loss, then.loss), sum('⟨w, δψ⟩', now.margin, then.margin),
      sum('H', now.hinge, then.hinge)),
  ];
}
