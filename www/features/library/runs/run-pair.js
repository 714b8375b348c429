// The view of two kept runs, or of one and the model of a file: changed settings, differences by query, and the
// agreement of their rankings.

import { pager } from '../../../ui/pager.js';
import { h, fill, say } from '../../../ui/dom.js';
import { differences } from './settings-diff.js';
import { numberField, selectField } from '../../../ui/fields.js';
import { count, fixed, measureName, plural, signed } from '../../../lib/format.js';
import { sameData } from './run-identity.js';
import { comparable, runData } from './runs-state.js';

/** @typedef {import('./runs-state.js').RunsStore} Store */
/** @typedef {import('../../../core/protocol.js').QueryAgreement} QueryAgreement */

const PAGE = 10;
const PARTS = /** @type {const} */ ({ train: 'training', valid: 'validation', test: 'test' });
const OVERLAP = 'RBO, rank-biased overlap, weights the first ranks most: a reader continues to the next rank with '
  + 'probability p. τ_b, Kendall’s rank correlation, counts all pairs alike.';

/** @param {Store} store */
export function runPair(store) {
  /** @param {Partial<import('./runs-state.js').Pair>} change */
  const choose = (change) => store.dispatch({ type: 'runs/compare', change });
  const first = selectField('First run', (id) => choose({ first: id }));
  const second = selectField('Second run', (id) => choose({ second: id }));
  const part = selectField('Compared over',
    (value) => choose({ part: value === 'valid' || value === 'test' ? value : 'train' }));
  const p = numberField('p of RBO', { min: 0.01, max: 0.99, step: 0.05 },
    (value) => choose({ p: value ?? Number.NaN }));
  const notice = h('p', { class: 'far', 'aria-live': 'polite' });
  const gist = h('p', {});
  const settings = h('div', { class: 'changed' });
  const table = queriesTable(store);
  const outcome = h('div', { class: 'pair-outcome' },
    h('div', { class: 'pair-words' }, settings, gist, h('p', { class: 'muted' }, OVERLAP.replace('_b', '-b'))),
    table.element);

  store.watch(({ runs, data, snapshot }) => [
    runs.list, runs.opened, runs.pair, runs.agreement, data, snapshot?.inspection?.id,
  ], ([list, opened, pair, agreement, data]) => {
    const { runs, catalog } = store.get();
    const choices = [...list, ...opened ? [opened] : []];
    const options = [{ value: '', text: 'choose a run' },
      ...choices.map(({ id, name }) => ({ value: id, text: name }))];
    first.update(options, pair.first, null);
    second.update(options, pair.second, null);
    const held = data?.summaries;
    part.update(Object.entries(PARTS)
        .filter(([name]) => name === 'train' || held?.[/** @type {'valid' | 'test'} */ (name)])
        .map(([value, text]) => ({ value, text: `${text} queries` })), pair.part, null);
    p.update(pair.p, '',
      { problem: agreement?.status === 'failed' && agreement.message.startsWith('p:') ? 'Between 0 and 1.' : null });
    const [a, b] = [comparable(runs, pair.first), comparable(runs, pair.second)];
    const result = agreement?.result ?? null;
    outcome.hidden = !a || !b || a === b;
    if (!a || !b) {
      return say(notice,
        choices.length < 2 ? 'Keep at least two runs to compare them here, or one beside the model of a file.'
          : 'Choose two runs to compare.');
    }
    if (a === b) return say(notice, 'Both are the same run. Choose another one.');

    const others = [a, b].filter((one) => data && 'data' in one && !sameData(one.data, runData(data)));
    say(notice, !agreement ? `${[a, b].filter(({ model }) => !model).map(({ name }) => name).join(' and ')}: the model `
        + 'was lost with its worker, so rankings cannot be compared. Train the run again.'
      : agreement.status === 'working' ? 'Comparing …'
        : agreement.status === 'failed' ? agreement.message
          : others.length ? `${others.map(({ name }) => name).join(' and ')} was trained on other data. The comparison `
            + 'applies both models to the present data.' : '');
    notice.classList.toggle('problem', agreement?.status === 'failed' || !agreement);
    const changed = differences(catalog, a.settings, b.settings);
    fill(settings, changed.length ? h('table', { class: 'numbers' }, h('caption', {}, 'Changed settings'),
      h('thead', {}, h('tr', {}, ['setting', a.name, b.name].map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {},
        changed.map(({ label, from, to }) =>
            h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}, from), h('td', {}, to)))))
      : h('p', { class: 'muted' }, 'Both runs have the same settings.'));
    gist.hidden = table.element.hidden = !result;
    if (!result) return;
    const same = result.queries.length - result.better - result.worse;
    say(gist, `${measureName(result.measure)}: ${b.name} is better on ${plural(result.better, 'query', 'queries')}, `
        + `worse on ${count(result.worse)}, the same on ${count(same)}. `
      + `The rankings agree by RBO ${fixed(result.rbo, 3)} and τ-b ${fixed(result.tau, 3)} on average.`);
    table.update(result, a.name, b.name, agreement?.part === 'train');
  });

  return h('div', { class: 'run-pair' }, h('h3', {}, 'Compare two runs'),
    h('div', { class: 'pair-form' }, first.element, second.element, part.element, p.element), notice, outcome);
}

/** Queries, the greatest difference first. @param {Store} store */
function queriesTable(store) {
  const head = h('tr', {});
  const body = h('tbody', {});
  const foot = h('tr', {});
  const table = h('table', { class: 'numbers differences' }, h('caption', {}, 'Queries by difference'),
    h('thead', {}, head), body, h('tfoot', {}, foot));
  const note = h('p', { class: 'note', 'aria-live': 'polite' });
  const pages = pager('differences', (by) => show(page + by));
  /** @type {QueryAgreement[]} */
  let rows = [];
  let page = 0;
  let selectable = false;
  /** @type {unknown} */
  let last = null;

  /** @param {number} wanted */
  function show(wanted) {
    const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
    page = Math.min(last, Math.max(0, wanted));
    const from = page * PAGE;
    const pageRows = rows.slice(from, from + PAGE);
    const chosen = store.get().snapshot?.inspection?.id;
    const focused = [...body.rows].findIndex((line) => line.contains(document.activeElement));
    fill(body, pageRows.map((row) => line(row, selectable && row.id === chosen)));
    if (focused >= 0) body.rows[focused]?.querySelector('button')?.focus({ preventScroll: true });
    pages.update(from, from + pageRows.length, rows.length);
  }

  /** @param {QueryAgreement} row @param {boolean} chosen */
  function line({ id, documents, first, second, difference, rbo, tau }, chosen) {
    const named = selectable
      ? h('button',
      { type: 'button', class: 'quiet', title: 'Show it in the inspector', 'aria-pressed': String(chosen) }, id) : id;
    return h('tr', selectable ? { class: chosen ? 'pick now' : 'pick', onclick: () => choose(id) } : {},
      h('th', { scope: 'row' }, named), h('td', {}, count(documents)), h('td', {}, fixed(first, 3)),
      h('td', {}, fixed(second, 3)), h('td', {}, signed(difference)), h('td', {}, fixed(rbo, 3)),
      h('td', {}, fixed(tau, 3)));
  }

  /** Preparation may have renumbered the queries of the present run, so they are found by name. @param {string} id */
  function choose(id) {
    const row = store.get().snapshot?.rows?.find((one) => one.id === id);
    say(note, row ? '' : `Query ${id} is not used by the present run.`);
    if (!row) return;
    store.dispatch({ type: 'query', query: row.query });
    store.dispatch({ type: 'panel', panel: 'inspector', open: true });
  }

  return {
    element: h('div', {}, h('div', { class: 'scroll' }, table), pages.element, note),
    /**
     * @param {import('../../../core/protocol.js').Agreement} result
     * @param {string} first
     * @param {string} second
     * @param {boolean} pick whether a query can be shown by the inspector
     */
    update(result, first, second, pick) {
      selectable = pick;
      fill(head,
        ['query', 'docs', first, second, 'difference', 'RBO', 'τ-b'].map((name) => h('th', { scope: 'col' }, name)));
      fill(foot, h('th', { scope: 'row' }, 'mean'), h('td', {}), h('td', {}, fixed(result.first, 3)),
        h('td', {}, fixed(result.second, 3)), h('td', {}, signed(result.difference)), h('td', {}, fixed(result.rbo, 3)),
        h('td', {}, fixed(result.tau, 3)));
      if (result === last) return show(page);
      last = result;
      rows = [...result.queries].sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0)
          || a.query - b.query);
      say(note, '');
      show(0);
    },
  };
}
