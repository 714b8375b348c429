// The held-out items of the shown user, sorted by the arrow: they are sorted anew while the arrow turns. Part of the
// panel of ratings.

import { fixed, plural } from '../../lib/format.js';
import { fill, h, say } from '../../ui/dom.js';
import { heldOut } from './held-out.js';
import { nameOfItem } from './item-map.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */

const MOST = 8; // rows
const MOST_STARS = 5;

/** @param {Store} store */
export function heldOutPart(store) {
  const list = h('ol', { class: 'held-out-list', 'aria-label': 'Held-out items by score' });
  const [more, value] = [h('span', { class: 'muted' }), h('b', {})];
  const foot = h('p', { class: 'held-out-foot' }, more, h('span', {}, 'NDCG@10 of this user ', value));
  store.watch(({ ratings }) => [ratings.view, ratings.trained, ratings.user], ([view, trained, user]) => {
    const isCurrent = trained && view?.user === user && view.run === trained.run;
    if (!isCurrent) return;
    const { rated, view: { scores, ndcg } } = view;
    const order = heldOut(rated, scores);
    fill(list, order.slice(0, MOST).map((at, rank) => {
      const grade = rated.grades[at];
      return h('li', { dataset: { grade: String(Math.min(5, grade)) } }, h('span', {}, String(rank + 1)),
        h('span', { class: 'title' }, nameOfItem(trained, rated.items[at])),
        h('span', { class: 'hidden' }, `grade ${grade}`),
        h('span', { 'aria-hidden': 'true' }, grade <= MOST_STARS ? '★'.repeat(grade) || '0' : String(grade)));
    }));
    say(more, order.length > MOST ? `and ${plural(order.length - MOST, 'more', 'more')}` : '');
    say(value, ndcg === undefined ? '–' : fixed(ndcg, 3));
  });
  return h('section', { class: 'held-out', 'aria-label': 'Held-out items' }, h('h3', {}, 'Turn the arrow of a user.'),
    h('p', { class: 'muted' }, 'An item’s score is its shadow on the arrow, plus how liked it is.'),
    h('div', { class: 'held-out-head' }, h('b', {}, 'Held-out items, sorted by the arrow'),
      h('span', { class: 'muted' }, 'this user’s grades')), list, foot);
}
