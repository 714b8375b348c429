// The three rankings that a constraint compares, linked. Part of the inspector.

import { h, fill } from '../../../ui/dom.js';
import { ROW, drawRankingColumns } from './ranking-columns.js';
import { showNotFetched } from '../../../store/alert-state.js';
import { freeText } from './ties.js';
import { SHORT, isLong, watchRankings } from './watch-rankings.js';

/** @param {HTMLElement} root @param {import('./inspector-state.js').InspectorStore} store */
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

  let hasLong = false;
  const fetchLong = async () => {
    if (hasLong) return;
    hasLong = true;
    try {
      (await import('./long-rankings-tab.js')).mount(long, store);
    } catch (error) {
      hasLong = false;
      store.dispatch(showNotFetched('Long rankings could not be fetched.', 'Open the query again', error));
    }
  };
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
    if (isLong(store.get())) void fetchLong();
    const old = place.firstElementChild;
    if (!inspection || place.hidden) return fill(place);
    const picture = drawRankingColumns(inspection, drawing);
    fill(place, picture.element);
    if (old && before) picture.slideFrom(old);
  });
}
