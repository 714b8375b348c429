// On a narrow screen the queries are a stepper: one at a time by slack, and the table behind its name.

import { h, s, say } from '../ui/dom.js';
import { isNarrow, onWidthChange } from '../ui/media.js';
import { count } from '../lib/format.js';
import { awaitsSnapshot } from '../features/run/training/snapshot-state.js';

/** @typedef {import('../core/protocol.js').QueryRow} QueryRow */

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} table the place of the queries
 * @param {import('./reducer.js').AppStore} store
 */
export function mount(root, table, store) {
  /** @type {QueryRow[]} */
  let rows = [];
  let chosen = -1; // its place in `rows`
  const back = stepButton('Query with more slack', 'M7.5 2 3.5 6l4 4', () => step(-1));
  const forth = stepButton('Query with less slack', 'M4.5 2l4 4-4 4', () => step(1));
  const name = h('b', {});
  const place = h('span', { class: 'muted' });
  const all = h('button', {
    type: 'button', class: 'stepper-all', title: 'Show all queries', 'aria-expanded': 'false',
    'aria-controls': table.id, onclick: () => open(!table.classList.contains('queries-open')),
  }, name, place);
  root.append(h('div', { role: 'group', class: 'stepper', 'aria-label': 'Query' }, back, all, forth));

  // On a wide screen the Tab key comes to the queries after the run buttons.
  const home = table.parentElement;
  const settle = () => (isNarrow() ? root.after(table) : home?.prepend(table));
  onWidthChange(settle);
  settle();

  /** @param {boolean} on */
  function open(on) {
    table.classList.toggle('queries-open', on);
    all.setAttribute('aria-expanded', String(on));
  }
  // Who chooses with the pointer has seen the list.
  table.addEventListener('click', (event) => {
    // The press draws the rows anew, so its target is no longer in the table.
    const body = table.querySelector('tbody');
    if (!event.detail || !isNarrow() || !body || !event.composedPath().includes(body)) return;
    all.focus({ preventScroll: true });
    open(false);
    root.scrollIntoView({ block: 'nearest' });
  });
  /** @param {number} by */
  function step(by) {
    const row = rows[chosen + by];
    if (row && store.get().snapshot) store.dispatch({ type: 'query', query: row.query });
  }

  store.watch((state) => [state.snapshot, state.query, state.run?.status === 'lost'], ([snapshot, query]) => {
    if (awaitsSnapshot(store.get())) return;
    if (!snapshot) rows = [];
    else if (snapshot.rows) rows = [...snapshot.rows].sort((a, b) => b.shortfall - a.shortfall || a.query - b.query);
    const at = query ?? (snapshot?.inspection ?? snapshot?.pulls)?.query;
    chosen = rows.findIndex((row) => row.query === at);
    const row = rows[chosen];
    say(name, row ? `Query ${row.id}` : 'No queries yet');
    const by = snapshot?.inspection ? 'slack' : 'pair error';
    say(place, row ? `${count(chosen + 1)} of ${count(rows.length)} by ${by}` : '');
    // Not `disabled`: that would throw the focus away at either end.
    back.setAttribute('aria-disabled', String(chosen <= 0));
    forth.setAttribute('aria-disabled', String(chosen < 0 || chosen >= rows.length - 1));
  });
}

/** @param {string} label @param {string} path @param {() => void} act */
function stepButton(label, path, act) {
  return h('button', { type: 'button', class: 'square', 'aria-label': label, title: label, onclick: act },
    s('svg', { viewBox: '0 0 12 12', class: 'icon stroked', 'aria-hidden': 'true' }, s('path', { d: path })));
}
