// All training queries at the cursor's iteration, the greatest slack first. Rows can be chosen.

import { h, fill, say } from '../dom.js';
import { handOn } from '../focus.js';
import { count, fixed, measureName, plural } from '../format.js';
import { isBinary, methodOf } from '../settings.js';

/** @typedef {import('../protocol.js').QueryRow} QueryRow */

const PAGE = 10;
const EXPLAINED = 'Slack is what w still owes a query: H at this iteration. Choose one to see why.';

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const measure = h('th', { scope: 'col' });
  const body = h('tbody', {});
  const caption = h('caption', {}, 'Queries by slack');
  const table = h('table', { class: 'queries' }, caption, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'query'), h('th', { scope: 'col' }, 'docs'), h('th', { scope: 'col' }, 'slack ξ'), h('th', { scope: 'col' }, 'Δ'), measure)), body);
  const place = h('p', { class: 'muted' });
  /** @param {string} label @param {string} text @param {number} by */
  const turn = (label, text, by) => h('button', { type: 'button', class: 'square', 'aria-label': label, onclick: () => show(page + by) }, text);
  const back = turn('Previous queries', '‹', -1);
  const forth = turn('Next queries', '›', 1);
  const worst = h('button', { type: 'button', class: 'quiet', onclick: () => { page = 0; store.dispatch({ type: 'query', query: null }); } }, 'Follow the worst');
  const hint = h('p', { class: 'muted' }, EXPLAINED);
  const pager = h('div', { class: 'pager' }, back, place, forth, worst);
  root.append(h('section', { class: 'card', 'aria-label': 'Queries' }, h('div', { class: 'scroll' }, table), pager, hint));

  /** @type {QueryRow[]} */
  let rows = [];
  let selected = -1; // its place in `rows`
  let page = 0;

  /** @param {number} wanted @param {boolean} [focus] */
  function show(wanted, focus = false) {
    const pages = Math.max(1, Math.ceil(rows.length / PAGE));
    page = Math.min(pages - 1, Math.max(0, wanted));
    const held = focus || body.contains(document.activeElement);
    const first = page * PAGE;
    const top = rows[0]?.slack || 1;
    const shown = rows.slice(first, first + PAGE);
    const entry = selected >= first && selected < first + PAGE ? selected - first : 0;
    fill(body, shown.map((row, at) => line(row, first + at === selected, at === entry, row.slack / top)),
      // Empty lines keep the last page as tall as the others.
      rows.length > PAGE && Array.from({ length: PAGE - shown.length }, () => h('tr', { class: 'blank', 'aria-hidden': 'true' }, h('td', { colSpan: 5 }, '\u00a0'))));
    say(place, rows.length ? `${count(first + 1)}–${count(first + shown.length)} of ${count(rows.length)}` : 'No queries yet.');
    handOn(pager, () => {
      back.disabled = page === 0;
      forth.disabled = page === pages - 1;
    }, forth, back);
    if (held) body.rows[entry]?.querySelector('button')?.focus({ preventScroll: !focus });
  }

  /**
   * @param {QueryRow} row
   * @param {boolean} chosen
   * @param {boolean} entry
   * @param {number} share
   */
  function line({ query, id, documents, slack, loss, value }, chosen, entry, share) {
    const bar = h('span', { class: 'bar' });
    bar.style.setProperty('--share', `${Math.max(0, 100 * share)}%`);
    // The button says that the row can be chosen; a press anywhere in the row does it.
    return h('tr', { tabIndex: -1, 'aria-selected': String(chosen), onclick: () => choose(query) },
      h('th', { scope: 'row', title: id }, h('button', { type: 'button', class: 'query-id', tabIndex: entry ? 0 : -1, 'aria-pressed': String(chosen) }, h('span', {}, id))), h('td', {}, count(documents)), h('td', { class: 'slack' }, bar, fixed(slack, 3)), h('td', {}, fixed(loss, 3)), h('td', {}, fixed(value, 3)));
  }

  /** @param {number} query */
  function choose(query) {
    if (!store.get().look) return; // rows of data that are gone
    selected = rows.findIndex((row) => row.query === query);
    store.dispatch({ type: 'query', query });
    show(Math.floor(selected / PAGE), true);
  }

  body.addEventListener('keydown', (event) => {
    const focused = page * PAGE + [...body.rows].findIndex((row) => row.contains(document.activeElement));
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE, Home: -rows.length, End: rows.length, Enter: 0, ' ': 0 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const row = rows[Math.min(rows.length - 1, Math.max(0, focused + by))];
    if (row) choose(row.query);
  });

  store.watch((state) => [state.look, state.query, state.run?.status === 'lost'], ([look, query]) => {
    handOn(pager, () => { worst.hidden = query === null; }, () => body.querySelector('button[tabindex="0"]'));
    // What was shown stays until the first look at other data.
    if (!look && store.get().data && store.get().run?.status !== 'lost') return;
    // A look at another query of the same iteration brings no rows; an emptied look brings none at all.
    if (!look) rows = [];
    else if (look.rows) rows = [...look.rows].sort((a, b) => b.slack - a.slack || a.query - b.query);
    const at = query ?? look?.inspection?.query;
    selected = rows.findIndex((row) => row.query === at);
    show(page);
  });
  store.watch((state) => [state.run?.overview], ([overview]) => {
    if (!overview) return;
    const { queries_used: used, queries_skipped: skipped, preparation: { zero_rows: zero, near_duplicate_rows: twins, queries: emptied } } = overview;
    const { catalog, run } = store.get();
    const method = run && methodOf(catalog, run.settings);
    const why = isBinary(method) ? `without both good documents (from grade ${run?.settings.threshold}) and bad ones` : 'where every ranking has the same loss';
    say(hint, [EXPLAINED,
      `${method?.label ?? 'The method'} uses ${skipped + emptied ? `${count(used)} of ${plural(used + skipped + emptied, 'query', 'queries')}` : used === 1 ? 'the one query' : `all ${count(used)} queries`}.`,
      skipped && `${plural(skipped, 'query is', 'queries are')} left out, ${why}.`,
      (zero || twins) && `Preparation dropped ${plural(zero + twins, 'document')}${emptied ? ` and all of ${plural(emptied, 'query', 'queries')}` : ''}.`].filter(Boolean).join(' '));
  });
  store.watch((state) => [state.run?.overview?.measures[0] ?? state.settings.measure], ([key]) => say(measure, measureName(key).replace(/@.*/, '')));
}
