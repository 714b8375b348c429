// The user beside the map: choice of the user, the arrow as numbers, the top items and the rated items. Part of the
// panel of ratings.

import { count, fixed, plural, significant } from '../../lib/format.js';
import { fill, h, say } from '../../ui/dom.js';
import { numberField } from '../../ui/fields.js';
import { nameOfItem } from './item-map.js';
import { shownRow } from './ratings-state.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('./ratings-state.js').RatingsView} RatingsView */
/** @typedef {import('./ratings-state.js').Trained} Trained */

const MOST_RATED = 40; // rows

/** @param {Store} store */
export function userPart(store) {
  const says = h('p', { class: 'muted', 'aria-live': 'polite' });
  const top = h('div', { class: 'scroll' });
  const rated = h('div', { class: 'scroll rated', tabIndex: 0, role: 'region', 'aria-label': 'Rated items' });
  store.watch(({ ratings }) => [ratings.view, ratings.trained, ratings.user], () => {
    const { ratings } = store.get();
    const { trained, view, user } = ratings;
    const isCurrent = trained && view?.user === user && view.run === trained.run;
    if (!isCurrent) return;
    fill(top, topTable(trained, view));
    fill(rated, ratedTable(trained, view));
    say(says, measureText(trained, view));
  });
  return h('section', { class: 'ratings-user', 'aria-label': 'User' }, controls(store), says,
    top, rated);
}

/** @param {Store} store */
function controls(store) {
  const name = h('p', { class: 'ratings-user-name' });
  const user = numberField('User number', { min: 1, step: 1 }, (value) => {
    const most = store.get().ratings.trained?.factors.users.length ?? 0;
    if (value !== null && Number.isInteger(value) && value >= 1 && value <= most) {
      store.dispatch({ type: 'ratings/user', user: value - 1 });
    }
  });
  const axes = [0, 1].map((axis) => numberField(`Arrow, direction ${axis + 1}`, { step: 'any' }, (value) => {
    if (value === null || !Number.isFinite(value)) return;
    const row = shownRow(store.get().ratings);
    const next = /** @type {[number, number]} */ ([row[0] ?? 0, row[1] ?? 0]);
    next[axis] = value;
    store.dispatch({ type: 'ratings/arrow', arrow: next });
  }));
  const reset = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'ratings/arrow', arrow: null }) },
    'Reset to the learned arrow');
  store.watch(({ ratings }) => [ratings.trained, ratings.user, ratings.arrow], ([trained, chosen, arrow]) => {
    if (!trained) return;
    const { users, rank } = trained.factors;
    user.update(chosen + 1, `1 to ${count(users.length)}`);
    user.input.max = String(users.length);
    say(name, `User ${users[chosen]}`);
    const row = shownRow(store.get().ratings);
    axes.forEach((field, axis) => {
      // While a number is typed, it stays as it is.
      const isTyped = document.activeElement === field.input && field.input.valueAsNumber === row[axis];
      const value = Number((row[axis] ?? 0).toPrecision(4));
      if (!isTyped) field.update(value, '', { disabled: !trained.isLive || axis >= rank });
    });
    reset.setAttribute('aria-disabled', String(arrow === null));
  });
  return h('div', { class: 'ratings-user-controls' }, name, user.element, axes.map(({ element }) => element), reset);
}

/**
 * What the arrow is worth on the test ratings.
 * @param {Trained} trained
 * @param {NonNullable<RatingsView['view']>} view
 */
function measureText(trained, { user, rated, view, run }) {
  const tested = rated.items.length - rated.known;
  const of = `NDCG@10 of the ${plural(tested, 'test rating')}`;
  if (view.ndcg === undefined) return `${of} is undefined: they have one grade.`;
  const learned = trained.slacks.find((one) => one.user === user)?.ndcg;
  const isLearned = run === trained.run && learned === view.ndcg;
  return `${of} under this arrow: ${fixed(view.ndcg, 3)}.`
    + `${learned === undefined || isLearned ? '' : ` Under the learned arrow: ${fixed(learned, 3)}.`}`;
}

/** A grade, as a number on its shade. @param {number | undefined} grade */
export function gradeChip(grade) {
  return grade === undefined ? h('span', { class: 'muted' }, '–')
    : h('span', { class: 'map-chip', dataset: { grade: String(Math.min(5, grade)) } }, String(grade));
}

/** @param {Trained} trained @param {NonNullable<RatingsView['view']>} view */
function topTable(trained, { rated, view }) {
  const place = new Map(rated.items.map((item, at) => [item, at]));
  return h('table', { class: 'numbers' }, h('caption', {}, `Top ${view.top.length} items for this arrow`),
    h('thead', {}, h('tr', {}, ['#', 'Item', 'Score', 'Grade'].map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, view.top.map((item, rank) => {
      const at = place.get(item);
      return h('tr', {}, h('td', {}, String(rank + 1)),
        h('th', { scope: 'row', class: 'name' }, nameOfItem(trained, item)),
        h('td', {}, significant(view.top_scores[rank])),
        h('td', {}, at !== undefined && h('small', {}, at < rated.known ? 'training ' : 'test '),
          gradeChip(at === undefined ? at : rated.grades[at])));
    })));
}

/** The ratings for training by score. @param {Trained} trained @param {NonNullable<RatingsView['view']>} view */
function ratedTable(trained, { rated, view }) {
  const order = rated.items.slice(0, rated.known).map((_, at) => at)
    .sort((a, b) => view.scores[b] - view.scores[a] || a - b);
  const first = order.slice(0, MOST_RATED);
  return h('table', { class: 'numbers' },
    h('caption', {}, `${plural(rated.known, 'rating')} for training, by score`
      + `${first.length < order.length ? `: the first ${MOST_RATED}` : ''}`),
    h('thead', {}, h('tr', {}, ['#', 'Item', 'Score', 'Grade'].map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, first.map((at, rank) => h('tr', {}, h('td', {}, String(rank + 1)),
      h('th', { scope: 'row', class: 'name' }, nameOfItem(trained, rated.items[at])),
      h('td', {}, significant(view.scores[at])), h('td', {}, gradeChip(rated.grades[at]))))));
}
