// All training queries at the cursor's iteration, the greatest shortfall first. Rows can be chosen.

import { pager } from '../../ui/pager.js';
import { awaitsSnapshot } from './training/snapshot-state.js';
import { h, fill, say } from '../../ui/dom.js';
import { handOn } from '../../ui/focus.js';
import { count, fixed, measureName, plural } from '../../lib/format.js';
import { goodFrom } from '../settings/components.js';
import { hasPlanes, isBinary, methodOf } from '../settings/settings.js';
import { explain } from '../../ui/term.js';
import { measureTerm } from '../learn/glossary/measure-term.js';

/** @typedef {import('../../core/protocol.js').QueryRow} QueryRow */

const PAGE = 10;
const SOON = 300; // ms in which rows arrive unnoticed
const CHOOSE = 'Choose a query to see why.';
const EXPLAINED = 'The slack of a query is its hinge H at this iteration.';
const PAIRS = 'Pair error: the share of pairs of different grades in the wrong order.';

/** @param {HTMLElement} root @param {import('./training/training-state.js').TrainingStore} store */
export function mount(root, store) {
  const measure = h('th', { scope: 'col' });
  const body = h('tbody', {});
  const caption = h('caption', {}, 'Queries by slack');
  const shortfall = explain(h('th', { scope: 'col' }, 'slack ξ'), 'slack');
  const loss = explain(h('th', { scope: 'col' }, 'Δ'), 'loss');
  const table = h('table', { class: 'queries' }, caption,
    h('thead', {},
      h('tr', {}, h('th', { scope: 'col' }, 'query'), h('th', { scope: 'col' }, 'docs'),
        shortfall, loss,
        measure)), body);
  const follow = h('span', {}, 'Follow the ');
  const worst = h('button',
    { type: 'button', class: 'quiet', title: 'Show the worst query of each iteration', onclick: () => {
      page = 0;
      store.dispatch({ type: 'query', query: null });
    } }, follow, 'worst');
  const hint = h('p', {}, EXPLAINED);
  const more = h('details', { class: 'more queries-more' }, h('summary', {}, 'What is counted'), hint);
  const pages = pager('queries', (by) => show(page + by), { more: [worst] });
  root.append(h('section', { 'aria-label': 'Queries' }, h('div', { class: 'scroll' }, table), pages.element,
    h('p', { class: 'muted' }, CHOOSE), more));

  /** @type {QueryRow[]} */
  let rows = [];
  let selected = -1; // its place in `rows`
  let page = 0;

  /** @param {number} wanted @param {boolean} [focus] */
  function show(wanted, focus = false) {
    const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
    page = Math.min(last, Math.max(0, wanted));
    const held = focus || body.contains(document.activeElement);
    const first = page * PAGE;
    const top = rows[0]?.shortfall || 1;
    const pageRows = rows.slice(first, first + PAGE);
    const entry = selected >= first && selected < first + PAGE ? selected - first : 0;
    const line = (/** @type {QueryRow} */ row, /** @type {number} */ at) =>
      rowLine(row, first + at === selected, at === entry, row.shortfall / top, () => choose(row.query));
    fill(body, pageRows.map(line),
      // Empty lines keep the last page as tall as the others.
      rows.length > PAGE && Array.from({ length: PAGE - pageRows.length }, blankLine));
    pages.update(first, first + pageRows.length, rows.length, rows.length ? undefined : 'No queries yet.');
    if (held) body.rows[entry]?.querySelector('button')?.focus({ preventScroll: !focus });
  }

  /** @param {number} query */
  function choose(query) {
    if (!store.get().snapshot) return; // rows of data that were replaced
    selected = rows.findIndex((row) => row.query === query);
    store.dispatch({ type: 'query', query });
    show(Math.floor(selected / PAGE), true);
  }

  body.addEventListener('keydown', (event) => {
    const focused = page * PAGE + [...body.rows].findIndex((row) => row.contains(document.activeElement));
    const to = keyPlace(event.key, focused, rows.length);
    if (to === null) return;
    event.preventDefault();
    if (rows[to]) choose(rows[to].query);
  });

  store.watch((state) => [state.snapshot, state.query, state.run?.status === 'lost'], ([snapshot, query]) => {
    // For tests, like `data-drawn` of the charts: no text in sight says which iteration the table and rankings show.
    table.dataset.iteration = String(snapshot?.iteration ?? '');
    handOn(pages.element, () => { worst.hidden = query === null; }, () => body.querySelector('button[tabindex="0"]'));
    if (awaitsSnapshot(store.get())) return;
    // A snapshot of another query of the same iteration brings no rows; without a snapshot there are none at all.
    if (!snapshot) rows = [];
    else if (snapshot.rows) rows = [...snapshot.rows].sort((a, b) => b.shortfall - a.shortfall || a.query - b.query);
    const at = query ?? (snapshot?.inspection ?? snapshot?.pulls)?.query;
    selected = rows.findIndex((row) => row.query === at);
    show(page);
  });
  markLate(store, table);
  nameShortfall(store, { table, caption, shortfall, follow });
  store.watch((state) => [state.run?.overview], ([overview]) => {
    if (overview) say(hint, hintText(overview, store.get()));
  });
  store.watch((state) => [state.run?.overview?.measures[0] ?? state.settings.measure],
    ([key]) => say(explain(measure, measureTerm(key)), measureName(key).replace(/@.*/, '')));
}

/**
 * Marks rows of another iteration than that of the charts until those of the cursor arrive, but not for a moment.
 * @param {import('./training/training-state.js').TrainingStore} store @param {Element} table
 */
function markLate(store, table) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let late;
  store.watch((state) => [state.snapshot?.iteration === state.cursor.iteration || !state.snapshot], ([isCurrent]) => {
    clearTimeout(late);
    if (isCurrent) table.setAttribute('aria-busy', 'false');
    else late = setTimeout(() => table.setAttribute('aria-busy', 'true'), SOON);
  });
}

/**
 * Names what is left to do for a query, which depends on the kind of method.
 * @param {import('./training/training-state.js').TrainingStore} store
 * @param {Record<'table' | 'caption' | 'shortfall' | 'follow', HTMLElement>} parts `shortfall`: the heading of its
 *   column; `follow`: the first words of the button beside the caption
 */
function nameShortfall(store, { table, caption, shortfall, follow }) {
  store.watch(({ run, settings, catalog }) => [hasPlanes(methodOf(catalog, run?.settings ?? settings))], ([planes]) => {
    say(caption, planes ? 'Queries by slack' : 'Queries by pair error');
    say(shortfall, planes ? 'slack ξ' : 'pair error');
    // The longer caption leaves room for one word.
    follow.classList.toggle('hidden', !planes);
    shortfall.dataset.term = planes ? 'slack' : 'pair-error';
    table.classList.toggle('without-loss', !planes);
  });
}

/**
 * @param {QueryRow} row
 * @param {boolean} chosen
 * @param {boolean} entry whether Tab leads here
 * @param {number} share of the greatest shortfall
 * @param {() => void} choose
 */
function rowLine({ id, documents, shortfall, loss, value }, chosen, entry, share, choose) {
  const bar = h('span', { class: 'bar' });
  bar.style.setProperty('--share', `${Math.max(0, 100 * share)}%`);
  // The button says that the row can be chosen; a press anywhere in the row does it.
  const button = h('button', {
    type: 'button', class: 'query-id', tabIndex: entry ? 0 : -1, 'aria-pressed': String(chosen),
  }, h('span', {}, id));
  // Two columns are left out where there is no room for them.
  const title = plural(documents, 'document') + (loss === null ? '' : `, loss Δ ${fixed(loss, 3)}`);
  return h('tr', { tabIndex: -1, 'aria-selected': String(chosen), title, onclick: choose },
    h('th', { scope: 'row', title: id }, button), h('td', {}, count(documents)),
    h('td', { class: 'slack' }, bar, h('span', {}, fixed(shortfall, 3))), h('td', {}, fixed(loss, 3)),
    h('td', {}, fixed(value, 3)));
}

function blankLine() {
  return h('tr', { class: 'blank', 'aria-hidden': 'true' }, h('td', { colSpan: 5 }, '\u00a0'));
}

/**
 * The row that a key leads to; null for keys that lead nowhere.
 * @param {string} key
 * @param {number} from
 * @param {number} rows
 */
function keyPlace(key, from, rows) {
  const by = new Map([
    ['ArrowDown', 1], ['ArrowUp', -1], ['PageDown', PAGE], ['PageUp', -PAGE], ['Home', -rows], ['End', rows],
    ['Enter', 0], [' ', 0],
  ]).get(key);
  return by === undefined ? null : Math.min(rows - 1, Math.max(0, from + by));
}

/**
 * What a slack is, and which queries the run uses.
 * @param {import('../../core/protocol.js').Overview} overview
 * @param {import('./training/training-state.js').TrainingState} state
 */
function hintText({ queries_used: used, queries_skipped: skipped, preparation }, { catalog, run }) {
  const { zero_rows: zero, near_duplicate_rows: twins, queries: emptied } = preparation;
  const method = run && methodOf(catalog, run.settings);
  const all = used + skipped + emptied;
  const queries = used < all ? `${count(used)} of ${plural(all, 'query', 'queries')}`
    : used === 1 ? 'the one query' : `all ${count(used)} queries`;
  const why = !hasPlanes(method) ? `because ${skipped === 1 ? 'it has' : 'they have'} nothing to learn from`
    : run && isBinary(method)
      ? `without both good documents (from grade ${goodFrom(run.settings).join(' or ')}) and bad ones`
    : 'where every ranking has the same loss';
  const also = emptied ? ` and all of ${plural(emptied, 'query', 'queries')}` : '';
  return [
    hasPlanes(method) ? EXPLAINED : PAIRS,
    `${method?.label ?? 'The method'} uses ${queries}.`,
    skipped && `${plural(skipped, 'query is', 'queries are')} left out, ${why}.`,
    (zero || twins) && `Preparation dropped ${plural(zero + twins, 'document')}${also}.`,
  ].filter(Boolean).join(' ');
}
