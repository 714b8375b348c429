// Fetches the runner of comparisons once their panel is open or a comparison starts. No DOM.

import { messageOf } from '../../../core/errors.js';
import { isOpen } from '../../../store/panels.js';

/** @param {import('./comparison-state.js').ComparisonStore} store */
export function startComparisons(store) {
  let wasNeeded = false;
  let isFetching = false;
  const stop = store.subscribe((state) => {
    const isNeeded = isOpen(state, 'comparison') || state.comparison.status === 'running';
    const begins = isNeeded && !wasNeeded;
    wasNeeded = isNeeded;
    if (!begins || isFetching) return;
    isFetching = true;
    import('./comparison-runner.js').then(({ startComparisonRunner }) => {
      stop();
      startComparisonRunner(store);
    }, (error) => {
      isFetching = false;
      const { comparison: { id, status } } = store.get();
      if (status === 'running') store.dispatch({ type: 'comparison/failed', id, message: messageOf(error) });
      else store.dispatch({ type: 'comparison/problem', problem: { field: null, message: messageOf(error) } });
    });
  });
}
