// The one state object: get, dispatch, subscribe, watch. Knows no slice, no DOM, no worker, no clock.

/**
 * The store as a part of the page sees it. `State` has the slices that the part reads, `Action` the actions that it
 * dispatches. Listeners get all actions of the page and handle those that they know: `Known`.
 * @template State
 * @template Action
 * @typedef {{
 *   get(): State,
 *   dispatch(action: Action): void,
 *   subscribe<Known = Action>(listener: (state: State, action: Known, previous: State) => void): () => void,
 *   watch<const Selected extends readonly unknown[]>(select: (state: State) => Selected,
 *   render: (selected: NoInfer<Selected>) => void): () => void,
 * }} Store
 */

/**
 * @template State
 * @template Action
 * @param {State} initial
 * @param {(state: State, action: Action) => State} reduce
 * @param {(error: unknown) => void} [report] called with what breaks inside the reducer or a listener: it ends neither
 *   the
 *   page nor the turn of the others
 * @returns {Store<State, Action>}
 */
export function createStore(initial, reduce, report = (error) => reportError(error)) {
  let state = initial;
  /** @type {Set<(state: State, action: any, previous: State) => void>} */
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

    dispatch(action) {
      // Actions of listeners are queued, so that all listeners see the states in the same order.
      queue.push(action);
      if (queue.length > 1) return;
      for (let at = 0; at < queue.length; at += 1) {
        const previous = state;
        // If the reducer throws, the state stays unchanged.
        if (!guarded(() => { state = reduce(previous, queue[at]); })) continue;
        for (const listener of [...listeners]) guarded(() => listener(state, queue[at], previous));
      }
      queue.length = 0;
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    // Renders now, and again whenever one of the selected values changes.
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
