// The one state object: get, dispatch, subscribe, watch. No DOM, no worker, no clock.

import { reduce } from './reducer.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./reducer.js').Action} Action */
/** @typedef {ReturnType<typeof createStore>} Store */

/** @param {State} initial */
export function createStore(initial) {
  let state = initial;
  /** @type {Set<(state: State, action: Action, previous: State) => void>} */
  const listeners = new Set();

  return {
    get: () => state,

    /** @param {Action} action */
    dispatch(action) {
      const previous = state;
      state = reduce(state, action);
      for (const listener of [...listeners]) listener(state, action, previous);
    },

    /** @param {(state: State, action: Action, previous: State) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /**
     * Renders now, and again whenever one of the selected values changes.
     * @template {readonly unknown[]} Selected
     * @param {(state: State) => Selected} select
     * @param {(...selected: Selected) => void} render
     */
    watch(select, render) {
      let last = select(state);
      render(...last);
      return this.subscribe((now) => {
        const next = select(now);
        if (next.every((value, at) => Object.is(value, last[at]))) return;
        last = next;
        render(...next);
      });
    },
  };
}
