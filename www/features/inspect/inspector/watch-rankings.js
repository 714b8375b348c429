// What the tab of the three rankings draws, short or long.

import { awaitsSnapshot } from '../../run/training/snapshot-state.js';
import { FREE } from './ranking-columns.js';
import { fixed, measureName } from '../../../lib/format.js';
import { pictureOf } from '../../data/data-state.js';
import { goodForViolator } from '../../settings/components.js';
import { hasOption, isBinary, methodOf } from '../../settings/settings.js';
import { modelRanking, repeatsOf } from './groups.js';
import { isCalm, isNarrow } from '../../../ui/media.js';
import { slides } from './slide.js';
import { byLot, freePlaces, isUnsorted, modelTies } from './ties.js';

/** @typedef {import('./inspector-state.js').InspectorState} State */
/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('./ranking-columns.js').Drawing} Drawing */

export const SHORT = 40; // documents that are all drawn at once

/** Whether the query has more ranks to show than are all drawn at once. @param {State} state */
export const isLong = ({ shown, snapshot }) =>
  Math.min(shown, snapshot?.inspection?.documents.length ?? 0) > SHORT;

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
      state.run?.status === 'lost', state.inspector.expanded, state.onePerGroup,
      state.beside], ([open, snapshot, shown, data]) => {
    if (!open || awaitsSnapshot(store.get())) return;
    const inspection = snapshot?.inspection ?? null;
    const size = pictureOf(data);
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
function columnsOf(inspection, { run, settings, catalog, onePerGroup, beside }) {
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
    ...otherColumn(beside, inspection),
    { title: 'Model', about, ranking: predicted, ties: modelTies(inspection, predicted),
      repeats: repeatsOf(inspection.diverse, predicted), explained: 'score', unsorted: isTied },
    { title: 'Violator ŷ', about: 'contradicts w most', ranking: violator, ties: [], explained: 'violator' },
  ];
}

/**
 * The column of another ranker, once its ranking of the query is there. A phone has no room for a fourth column.
 * @param {import('./inspector-state.js').Beside | null} beside @param {Inspection} inspection
 * @returns {import('./ranking-columns.js').Column[]}
 */
function otherColumn(beside, { query }) {
  if (beside?.query !== query || isNarrow()) return [];
  const { title, ranking } = beside;
  return [{ title, about: 'of a file', ranking, ties: [], explained: 'score', isOther: true }];
}
