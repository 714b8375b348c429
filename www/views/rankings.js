// The three rankings that a constraint compares, linked. Part of the inspector.

import { h, fill } from '../dom.js';
import { drawColumns } from '../columns.js';
import { fixed, measureName } from '../format.js';
import { longColumns } from '../longcolumns.js';
import { heeds, isBinary, methodOf } from '../settings.js';

/** @typedef {import('../reducer.js').State} State */
/** @typedef {import('../protocol.js').Inspection} Inspection */

const ROW = 30; // pixels, as in the styles
const SHORT = 40; // documents that are all drawn at once

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const place = h('div', { class: 'permutation' });
  const long = longColumns({ unfold: (rank) => store.dispatch({ type: 'unfold', rank }), fold: () => store.dispatch({ type: 'fold' }) });
  root.append(place,
    h('p', { class: 'muted keys', 'aria-hidden': 'true' }, h('span', { class: 'key key-down' }, 'moves down'), h('span', { class: 'key key-up' }, 'moves up'), h('span', { class: 'key key-same' }, 'stays'), h('span', {}, 'from column to column; a hook leads below the ranks shown')));

  store.watch((state) => [state.inspectorTab === 'rankings', state.look, state.shown, state.data, state.run?.overview, state.run?.status === 'lost', state.microscope.unfolded], ([open, look, shown, data, , , unfolded]) => {
    if (!open) return;
    // What was shown stays until the first look at other data.
    if (!look && data && store.get().run?.status !== 'lost') return;
    const inspection = look?.inspection;
    if (!inspection) return fill(place);
    const n = inspection.documents.length;
    const rows = Math.min(shown, n);
    // As tall as the longest query needs, so that going from one to another moves nothing.
    place.style.minHeight = `${Math.min(shown, SHORT, data?.summaries.train.longest_query ?? n) * ROW + 52}px`;
    const size = data?.request.picture;
    const pictures = size && look.pixels ? { pixels: look.pixels, size } : null;
    const max = data?.summaries.train.max_grade ?? 1;
    const columns = columnsOf(inspection, store.get());
    place.classList.toggle('has-long', rows > SHORT);
    if (rows <= SHORT) return fill(place, drawColumns(inspection, columns, rows, max, pictures));
    if (!long.element.isConnected) fill(place, long.element);
    long.update(inspection, columns, rows, max, pictures, unfolded);
  });
}

/**
 * @param {Inspection} inspection
 * @param {State} state
 */
function columnsOf({ reference, predicted, violator, predicted_value, predicted_loss }, { run, settings, catalog }) {
  const used = run?.settings ?? settings;
  const method = methodOf(catalog, used);
  const grades = isBinary(method) ? `good (from ${used.threshold}), then bad` : 'by grade';
  const order = heeds(method, 'reference') ? `${grades}, ties ${used.reference}` : grades;
  const key = run?.overview?.measures[0] ?? settings.measure;
  const value = predicted_value === undefined ? `Δ ${fixed(predicted_loss, 3)}` : `${measureName(key).replace(/@.*/, '')} ${fixed(predicted_value, 3)}`;
  return [
    { title: 'Reference y*', about: order, ranking: reference },
    { title: 'Model', about: `by ⟨w, x⟩ · ${value}`, ranking: predicted },
    { title: 'Violator ŷ', about: 'argmax Δ(y) − ⟨w, δψ(y)⟩', ranking: violator },
  ];
}
