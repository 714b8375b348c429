// The three rankings of a query with many ranks. Fetched with the first such query.

import { fill } from '../../../ui/dom.js';
import { LongRankingColumns } from './long-ranking-columns.js';
import { isLong, watchRankings } from './watch-rankings.js';

/** @param {HTMLElement} root @param {import('./inspector-state.js').InspectorStore} store */
export function mount(root, store) {
  const long = new LongRankingColumns((rank) => store.dispatch({ type: 'inspector/expand', rank }),
    () => store.dispatch({ type: 'inspector/collapse' }));
  watchRankings(store, (inspection, drawing, slides) => {
    if (!inspection || !isLong(store.get())) return fill(root);
    const old = root.firstElementChild;
    if (!old) fill(root, long.element);
    // Its three columns are those of the constraint.
    const columns = drawing.columns.filter(({ isOther }) => !isOther);
    long.update(inspection, { ...drawing, columns }, store.get().inspector.expanded, slides && old !== null);
  });
}
