// Keeps runs when they end or are replaced. What stores them is fetched, and reads the runs of earlier visits. No DOM.

import { newest } from '../../run/training/run-state.js';

/** @typedef {import('./runs-state.js').RunsStore} Store */
/** @typedef {import('./runs-state.js').RunsState} State */
/** @typedef {import('../../run/training/run-state.js').Run} Run */

const NOT_FETCHED = 'the part of the page that stores runs could not be fetched; reload the page when there is a '
  + 'connection';

/** Keeps runs, and has them stored. @param {Store} store */
export function startRuns(store) {
  keepRuns(store);
  import('./run-storage.js').then(({ startRunStorage }) => startRunStorage(store),
    () => store.dispatch({ type: 'runs/storage failed', message: NOT_FETCHED }));
}

/** @param {Store} store */
export function keepRuns(store) {
  store.subscribe((state, action, previous) => {
    keepFinished(store, state, action, previous);
    // The comparison of two models is repeated on the new data.
    if (state.data !== previous.data) store.dispatch({ type: 'runs/compare', change: { part: partOf(state) } });
  });
}

/** The part of the data that models are compared over, if it is there. @param {State} state */
function partOf({ data, runs: { pair } }) {
  return data?.summaries[pair.part] ? pair.part : 'train';
}

/**
 * Keeps a run that has ended, lost its worker, or been replaced.
 * @param {Store} store @param {State} state @param {{ type: string, run?: unknown }} action @param {State} previous
 */
function keepFinished(store, state, action, previous) {
  const { run } = state;
  const before = previous.run;
  const hasEnded = action.type === 'stopped' && run?.id === action.run;
  const isLost = action.type === 'worker lost' && !run?.stop;
  if (run && (hasEnded || isLost)) keep(store, run, state);
  else if (before && before.id !== run?.id && newest(before) > 0 && !before.stop) keep(store, before, previous);
}

/**
 * @param {Store} store
 * @param {Run} run
 * @param {State} state the state that it belonged to
 */
function keep(store, run, { data }) {
  if (!data || newest(run) === 0) return;
  const at = Date.now();
  store.dispatch(
    { type: 'runs/keep', id: `${at.toString(36)}-${Math.random().toString(36).slice(2, 10)}`, at, run, data });
}
