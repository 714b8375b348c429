// Users as queries: the users by slack, and the violator of the chosen one beside their ideal order. Part of the
// panel of ratings.

import { figure, fixed, plural } from '../../lib/format.js';
import { fill, h, say } from '../../ui/dom.js';
import { pager } from '../../ui/pager.js';
import { nameOfItem } from './item-map.js';
import { gradeChip } from './user-part.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('./ratings-state.js').RatingsView} RatingsView */
/** @typedef {import('./ratings-state.js').Trained} Trained */

const ROWS = 10;
const RANKS = 20; // of the violator

/** @param {Store} store */
export function slackPart(store) {
  return h('section', { class: 'ratings-slack', 'aria-label': 'Users by slack' }, h('h3', {}, 'Users as queries'),
    h('div', { class: 'ratings-pair' }, h('div', {}, slackTable(store)), h('div', {}, violatorTable(store))));
}

/** @param {Store} store */
function slackTable(store) {
  let from = 0;
  const place = h('div', { class: 'scroll' });
  /** @type {import('../../core/ratings-protocol.js').UserSlack[]} */
  let order = [];
  const pages = pager('users', (by) => {
    const last = Math.max(0, Math.floor((order.length - 1) / ROWS) * ROWS);
    from = Math.min(last, Math.max(0, Number.isFinite(by) ? from + by * ROWS : by > 0 ? last : 0));
    render();
  }, { ends: true });
  function render() {
    const { trained, user } = store.get().ratings;
    if (!trained) return;
    const pageRows = order.slice(from, from + ROWS);
    fill(place, h('table', { class: 'numbers' }, h('caption', {}, 'Users by slack'),
      h('thead', {}, h('tr', {}, ['User', 'Slack ξ', 'Δ', 'Rated', 'NDCG@10']
        .map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, pageRows.map((one) => h('tr', { class: one.user === user ? 'now' : '' },
        h('th', { scope: 'row', class: 'name' }, h('button', { type: 'button', class: 'quiet',
          'aria-pressed': String(one.user === user), 'aria-label': `Show user ${trained.factors.users[one.user]}`,
          onclick: () => store.dispatch({ type: 'ratings/user', user: one.user }) },
        trained.factors.users[one.user])),
        h('td', {}, figure(one.slack)), h('td', {}, fixed(one.loss, 3)), h('td', {}, String(one.known)),
        h('td', {}, fixed(one.ndcg, 3)))))));
    pages.update(from, from + pageRows.length, order.length);
  }
  store.watch(({ ratings }) => [ratings.trained], ([trained]) => {
    order = trained ? [...trained.slacks].sort((a, b) => b.slack - a.slack || a.user - b.user) : [];
    from = 0;
    render();
  });
  store.watch(({ ratings }) => [ratings.user], () => {
    const held = document.activeElement;
    const label = held && place.contains(held) ? held.getAttribute('aria-label') : null;
    render();
    // The rows are new, and the focus stays on the same user.
    const next = [...place.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === label);
    if (label !== null) next?.focus({ preventScroll: true });
  });
  const about = h('p', { class: 'muted' }, 'Slack ξ bounds Δ, the loss of the order by score on the ratings for '
    + 'training. NDCG@10 is that of the test ratings.');
  return h('div', {}, place, pages.element, about);
}

/** @param {Store} store */
function violatorTable(store) {
  const says = h('p', { class: 'muted' });
  const place = h('div', { class: 'scroll' });
  store.watch(({ ratings }) => [ratings.view, ratings.trained, ratings.user], () => {
    const { trained, view, user } = store.get().ratings;
    if (!trained || view?.user !== user || view.run !== trained.run) return;
    const { violation } = view.view;
    if (!violation) {
      fill(place);
      return say(says, 'The ratings for training of this user cannot be ranked wrongly, so there is no violator.');
    }
    const count = Math.min(RANKS, violation.ideal.length);
    fill(place, rankTable(trained, view, violation, count));
    say(says, `Slack ${figure(violation.slack)}. Δ is ${fixed(violation.model_loss, 3)} for the order by score and `
      + `${fixed(violation.violator_loss, 3)} for the violator. The reference y* is realigned to these scores.`
      + `${count < violation.ideal.length
        ? ` The first ${count} of ${plural(violation.ideal.length, 'rank')} are shown.` : ''}`);
  });
  return h('div', {}, place, says);
}

/**
 * @param {Trained} trained @param {NonNullable<RatingsView['view']>} view
 * @param {import('../../wasm/rankscope.js').UserViolation} violation @param {number} count
 */
function rankTable(trained, { user, rated }, violation, count) {
  const cell = (/** @type {number} */ at) => h('td', { class: 'ranked' }, gradeChip(rated.grades[at]),
    h('span', {}, nameOfItem(trained, rated.items[at])));
  return h('table', { class: 'numbers violator' },
    h('caption', {}, `Rankings of user ${trained.factors.users[user]}`),
    h('thead', {}, h('tr', {}, ['Rank', 'Ideal order y*', 'By score', 'Violator ŷ']
      .map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, Array.from({ length: count }, (_, rank) => h('tr', {}, h('th', { scope: 'row' }, String(rank + 1)),
      [violation.ideal, violation.model, violation.violator].map((ranking) => cell(ranking[rank]))))));
}
