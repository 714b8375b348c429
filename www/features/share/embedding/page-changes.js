// Tells the page around the frame what the reader, or the run, has changed. No DOM.

import { shownQuery } from '../../run/training/snapshot-state.js';
import { runResult } from './run-result.js';

/** @typedef {import('./run-result.js').State} State */

/** Least ms between two messages: a run makes up to a thousand iterations in this time. */
const PAUSE = 250;

/**
 * `result`: as the reply to `get-result`. `settings`: of the controls, which the next training takes. `query`: the id
 * of the query that the page shows, null while it shows none.
 * @typedef {{ result: import('./run-result.js').RunResult | null, settings: Record<string, unknown>,
 *   query: string | null }} Changed
 */

/**
 * Calls a function with the present state at once, and again after changes, the last of them included. Returns a
 * function that tells what has changed until now.
 * @param {{ get: () => State, subscribe: (listener: () => void) => void }} store
 * @param {(changed: Changed) => void} tell
 */
export function watchChanges(store, tell) {
  let told = '';
  let isDue = false;
  const look = () => {
    const state = store.get();
    /** @type {Changed} */
    const changed = { result: runResult(state), settings: { ...state.settings },
      query: shownQuery(state.snapshot)?.id ?? null };
    const text = JSON.stringify(changed);
    if (text === told) return;
    told = text;
    tell(changed);
  };
  const due = () => {
    isDue = false;
    look();
  };
  look();
  store.subscribe(() => {
    if (!isDue) setTimeout(due, PAUSE);
    isDue = true;
  });
  return look;
}
