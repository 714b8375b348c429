// The three rankings that a constraint compares, linked. Part of the inspector.

import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import { h, fill } from '../../../ui/dom.js';
import { FREE, ROW, drawRankingColumns } from './ranking-columns.js';
import { fixed, measureName } from '../../../lib/format.js';
import { goodForViolator } from '../../settings/components.js';
import { hasOption, isBinary, methodOf } from '../../settings/settings.js';
import { modelRanking, repeatsOf } from './groups.js';
import { isCalm } from '../../../ui/media.js';
import { slides } from './slide.js';
import { byLot, freePlaces, freeText, isUnsorted, modelTies } from './ties.js';

/** @typedef {import('./inspector-state.js').InspectorState} State */
/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('./ranking-columns.js').Drawing} Drawing */

const SHORT = 40; // documents that are all drawn at once

/** Whether the query has more ranks to show than are all drawn at once. @param {State} state */
export const isLong = ({ shown, snapshot }) =>
  Math.min(shown, snapshot?.inspection?.documents.length ?? 0) > SHORT;

/**
 * Returns the place of long rankings.
 * @param {HTMLElement} root @param {import('./inspector-state.js').InspectorStore} store
 */
export function mount(root, store) {
  const place = h('div', { class: 'permutation' });
  const long = h('div', { class: 'permutation has-long', hidden: true });
  const tied = h('span', { class: 'key key-tie', hidden: true }, 'any order');
  const free = h('p', { class: 'muted free-places', hidden: true });
  root.append(place, long, free,
    h('p', { class: 'muted keys', 'aria-hidden': 'true' }, h('span', { class: 'key key-down' }, 'moves down'),
      h('span', { class: 'key key-up' }, 'moves up'), h('span', { class: 'key key-same' }, 'stays'),
      tied,
      h('span', { class: 'key-hook' }, 'a hook leads below the ranks shown · right: grade')));

  watchRankings(store, (inspection, drawing, before) => {
    const { rows, columns } = drawing;
    const { shown, data } = store.get();
    const n = inspection?.documents.length ?? 0;
    // As tall as the longest query needs, so that going from one to another moves nothing.
    place.style.minHeight = `${Math.min(shown, SHORT, data?.summaries.train.longest_query ?? n) * ROW + 46}px`;
    tied.hidden = !columns.some(({ ties }) => ties.slice(0, rows).some(Boolean));
    free.hidden = !columns[0]?.ties.slice(0, rows).some(Boolean);
    free.textContent = free.hidden ? '' : freeText((store.get().run?.settings ?? store.get().settings).reference);
    place.hidden = rows > SHORT;
    long.hidden = !place.hidden;
    const old = place.firstElementChild;
    if (!inspection || place.hidden) return fill(place);
    const picture = drawRankingColumns(inspection, drawing);
    fill(place, picture.element);
    if (old && before) picture.slideFrom(old);
  });
  return long;
}

/**
 * Calls back with what is to be drawn while the rankings are open. `slides` says whether it moves there from the last
 * drawing.
 * @param {import('./inspector-state.js').InspectorStore} store
 * @param {(inspection: Inspection | null, drawing: Drawing, slides: boolean) => void} draw
 */
export function watchRankings(store, draw) {
  /** @type {import('./slide.js').Drawing | null} */
  let drawn = null;
  store.watch((state) =>
      [state.inspectorTab === 'rankings', state.snapshot, state.shown, state.data, state.run?.overview,
      state.run?.status === 'lost', state.inspector.expanded, state.onePerGroup], ([open, snapshot, shown, data]) => {
    if (!open || awaitsSnapshot(store.get())) return;
    const inspection = snapshot?.inspection ?? null;
    const size = data?.request.picture;
    const drawing = {
      columns: inspection ? columnsOf(inspection, store.get()) : [],
      rows: Math.min(shown, inspection?.documents.length ?? 0),
      maxGrade: data?.summaries.train.max_grade ?? 1,
      pictures: size && snapshot?.pixels ? { pixels: snapshot.pixels, size } : null,
    };
    const before = drawn;
    drawn = snapshot && inspection
      && { run: snapshot.run, query: inspection.query, iteration: snapshot.iteration, time: performance.now() };
    draw(inspection, drawing, Boolean(drawn && slides(before, drawn, isCalm())));
  });
}

/**
 * @param {Inspection} inspection
 * @param {State} state
 */
function columnsOf(inspection, { run, settings, catalog, onePerGroup }) {
  const { reference, violator, predicted_value, predicted_loss, component } = inspection;
  const used = run?.settings ?? settings;
  const method = methodOf(catalog, used);
  const best = hasOption(method, 'cost') ? 'at the least cost' : 'by grade';
  const good = goodForViolator(used, run?.overview?.components[component]);
  const grades = isBinary(method, used) ? `good (from ${good}), then bad` : best;
  const order = hasOption(method, 'reference') ? `${grades} · ${used.reference}` : grades;
  const key = run?.overview?.measures[0] ?? settings.measure;
  const value = predicted_value === undefined ? `Δ ${fixed(predicted_loss, 3)}`
    : `${measureName(key).replace(/@.*/, '')} ${fixed(predicted_value, 3)}`;
  const ranked = modelRanking(inspection, onePerGroup);
  const isTied = isUnsorted(inspection) && ranked === inspection.predicted;
  const predicted = isTied ? byLot(ranked) : ranked;
  // The rule changes the list, but not a measure of the scores.
  const about = isTied ? `all scores equal: by lot · ${value}`
    : predicted === inspection.predicted ? `by ⟨w, x⟩ · ${value}`
    : `one per group${key.startsWith('dndcg') ? ` · ${value}` : ''}`;
  return [
    { title: 'Reference y*', about: order, ranking: reference, ties: freePlaces(inspection), tied: FREE },
    { title: 'Model', about, ranking: predicted, ties: modelTies(inspection, predicted),
      repeats: repeatsOf(inspection.diverse, predicted), unsorted: isTied },
    { title: 'Violator ŷ', about: 'contradicts w most', ranking: violator, ties: [] },
  ];
}
