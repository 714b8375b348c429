// The one state object: get, dispatch, subscribe, watch. No DOM, no worker, no clock.

import { reduce } from './reducer.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./reducer.js').Action} Action */
/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * @param {State} initial
 * @param {(error: unknown) => void} [report] is told what breaks inside the reducer or a listener: it ends neither the page nor the turn of the others
 */
export function createStore(initial, report = (error) => reportError(error)) {
  let state = initial;
  /** @type {Set<(state: State, action: Action, previous: State) => void>} */
  const listeners = new Set();
  /** @type {Action[]} */
  const queue = [];

  /** Whether it went well. @param {() => void} work */
  const guarded = (work) => {
    try {
      work();
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };

  return {
    get: () => state,

    /** @param {Action} action */
    dispatch(action) {
      // What listeners dispatch waits, so that all of them see the states in the same order.
      queue.push(action);
      if (queue.length > 1) return;
      for (let at = 0; at < queue.length; at += 1) {
        const previous = state;
        // What could not be worked out has not happened.
        if (!guarded(() => { state = reduce(previous, queue[at]); })) continue;
        for (const listener of [...listeners]) guarded(() => listener(state, queue[at], previous));
      }
      queue.length = 0;
    },

    /** @param {(state: State, action: Action, previous: State) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /**
     * Renders now, and again whenever one of the selected values changes.
     * @template {readonly unknown[] | []} Selected
     * @param {(state: State) => Selected} select
     * @param {(selected: NoInfer<Selected>) => void} render
     */
    watch(select, render) {
      let last = select(state);
      render(last);
      return this.subscribe((now) => {
        const next = select(now);
        if (next.every((value, at) => Object.is(value, last[at]))) return;
        last = next;
        render(next);
      });
    },
  };
}
