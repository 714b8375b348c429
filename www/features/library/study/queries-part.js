// The test queries behind a row of the table: a pressed point of a plot lists them.

import { figure, plural, signed } from '../../../lib/format.js';
import { fill, h } from '../../../ui/dom.js';
import { scrollTo } from '../../../ui/media.js';
import { againstOf, baselineOf, valuesOf } from './sheets.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('./study-state.js').StudyView} StudyView */

/** @param {Store} store */
export function queriesPart(store) {
  const table = h('table', { class: 'numbers' });
  const close = h('button', { type: 'button', class: 'quiet',
    onclick: () => store.dispatch({ type: 'study/set', change: { listed: null } }) }, 'Close the list');
  const section = h('section', { class: 'study-queries', 'aria-label': 'Test queries', tabIndex: -1 },
    h('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Test queries of a row' }, table), close);
  store.watch(({ study }) => [study.listed], ([listed]) => {
    section.hidden = !listed;
    if (!listed) return;
    fill(table, contents(store.get().study, listed));
    section.focus({ preventScroll: true });
    scrollTo(section, 'nearest');
  });
  return section;
}

/**
 * The queries, those that lose most against the baseline first; without a baseline, those with the lowest values.
 * @param {StudyView} study @param {NonNullable<StudyView['listed']>} listed
 */
function contents({ outline, measured }, { row, queries }) {
  const records = outline?.records ?? [];
  // Only measures on the test data have values by query.
  const measures = records.map((_, at) => at).filter((at) => queries.some(({ values }) => values[at] !== undefined));
  const hasBaseline = queries.some(({ baseline }) => baseline.length > 0);
  const columns = valuesOf(measured)?.columns ?? [];
  const figures = columns.findIndex(({ words }) => !words);
  const name = columns.slice(0, figures).map(({ cells }) => cells[row]).join(', ');
  const versus = baselineOf(againstOf(measured));
  const difference = (/** @type {typeof queries[number]} */ query, /** @type {number} */ at) => {
    const [ours, theirs] = [query.values[at], query.baseline[at]];
    return ours === undefined || theirs === undefined ? undefined : ours - theirs;
  };
  const key = (/** @type {typeof queries[number]} */ query) =>
    (hasBaseline ? difference(query, measures[0]) : query.values[measures[0]]) ?? Infinity;
  const folds = new Set(queries.map(({ fold }) => fold)).size > 1;
  const sorted = [...queries].sort((one, other) => key(one) - key(other) || one.query.localeCompare(other.query));
  const isOfUsers = outline?.kind === 'ratings';
  return [
    h('caption', {}, `${name}: ${isOfUsers ? plural(queries.length, 'user')
      : plural(queries.length, 'test query', 'test queries')}, ${hasBaseline
      ? `the largest losses against ${versus} first` : 'the lowest values first'}`),
    h('thead', {}, h('tr', {}, [isOfUsers ? 'user' : 'query', ...(folds ? ['fold'] : []),
      ...measures.flatMap((at) => [records[at], ...(hasBaseline ? [`${records[at]} − ${versus}`] : [])])]
      .map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, sorted.map((query) => h('tr', {}, h('th', { scope: 'row' }, query.query),
      folds && h('td', {}, String(query.fold + 1)),
      measures.flatMap((at) => [h('td', {}, figure(query.values[at])),
        ...(hasBaseline ? [h('td', {}, signed(difference(query, at)))] : [])])))),
  ];
}
