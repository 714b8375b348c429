// The table of kept runs. Each row is made once and updated. The table only dispatches actions.

import { h, fill, say } from '../../../ui/dom.js';
import { differences } from './settings-diff.js';
import { handOn } from '../../../ui/focus.js';
import { count, fixed, measureName, percent, plural, seconds, significant } from '../../../lib/format.js';
import { sameData } from './run-identity.js';
import { MOST_OVERLAID, baselineOf, telling } from './runs-state.js';
import { methodLabel } from '../../settings/settings.js';
import { restoreRun } from './restore-settings.js';
import { visibleText } from '../../../lib/visible-text.js';

/** @typedef {import('./runs-state.js').RunsStore} Store */
/** @typedef {import('./runs-state.js').KeptRun} KeptRun */

const COLUMNS = ['draw', 'name', 'method', 'changed settings', 'objective', 'gap', 'iterations', 'train', 'validation',
  'test', ''];

/** @param {Store} store @param {(text: string) => void} announce what was done, for the live region */
export function runsTable(store, announce) {
  const body = h('tbody', { role: 'rowgroup' });
  // Explicit roles are needed because a narrow screen changes the display of rows and cells.
  const table = h('table', { class: 'runs', role: 'table' }, h('caption', { class: 'hidden' }, 'Kept runs'),
    h('thead', { role: 'rowgroup', class: 'hidden-narrow' },
      h('tr', { role: 'row' },
        COLUMNS.map((name) =>
            h('th',
            { scope: 'col', role: 'columnheader' }, name || h('span', { class: 'hidden' }, 'actions'))))), body);
  /** @type {Map<string, ReturnType<typeof row>>} */
  const rows = new Map();

  /** The focus stays in the table when its row goes. @param {string} id */
  const remove = (id) => {
    const { list: runs } = store.get().runs;
    const at = runs.findIndex((one) => one.id === id);
    const heir = (runs[at + 1] ?? runs[at - 1])?.id;
    announce(`${runs[at]?.name} is deleted.`);
    handOn(body, () => store.dispatch({ type: 'runs/delete', id }), () => rows.get(heir)?.drop,
      () => document.getElementById('tab-runs'));
  };

  return {
    element: h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Kept runs' }, table),
    update() {
      const { list: runs } = store.get().runs;
      for (const [id, { element }] of rows) {
        if (runs.some((one) => one.id === id)) continue;
        element.remove();
        rows.delete(id);
      }
      for (const [at, run] of runs.entries()) {
        const line = rows.get(run.id) ?? row(store, run, announce, remove);
        rows.set(run.id, line);
        if (body.rows[at] !== line.element) body.insertBefore(line.element, body.rows[at] ?? null);
        line.update(run);
      }
    },
  };
}

/**
 * @param {Store} store
 * @param {KeptRun} first the run as it is now
 * @param {(text: string) => void} announce
 * @param {(id: string) => void} remove
 */
function row(store, first, announce, remove) {
  const { id } = first;
  /** The name shown last. @type {string | null} */
  let called = null;
  const draw = h('input',
    { type: 'checkbox', title: `Lay its curves over the charts, up to ${MOST_OVERLAID} runs`,
      onchange: () => store.dispatch({ type: 'runs/overlay', id, on: draw.checked }) });
  const key = h('span', { class: 'kept-key', 'aria-hidden': 'true' });
  const name = h('input',
    { type: 'text', 'aria-label': `Name of run ${first.number}`, maxLength: 80, spellcheck: false, autocomplete: 'off',
      onchange: () => {
    // The resulting name is shown, even if it is the previous one.
    called = null;
    store.dispatch({ type: 'runs/rename', id, name: name.value });
  } });
  const data = h('small', {});
  const method = h('td', { class: 'words', role: 'cell' });
  const changed = h('td', { class: 'words', role: 'cell', dataset: { head: COLUMNS[3] } });
  const figures = COLUMNS.slice(4, 10).map((head) => h('td', { class: 'figure', role: 'cell', dataset: { head } }));
  const restore = h('button',
    { type: 'button', class: 'quiet', title: 'Put its settings into the controls', onclick: () => {
    const run = /** @type {KeptRun} */ (store.get().runs.list.find((one) => one.id === id));
    const { name: named, data: trained } = run;
    restoreRun(store, run);
    const present = store.get().data?.request.name;
    announce('The page now has the settings of '
        + `${named}.${present === trained.name ? '' : ` It was trained on ${trained.name}.`} Train makes it again.`);
  } }, 'Restore');
  const drop = h('button', { type: 'button', class: 'quiet', onclick: () => remove(id) }, 'Delete');
  const element = h('tr', { role: 'row' }, h('td', { role: 'cell' }, h('label', { class: 'draw' }, draw, key)),
    h('th', { scope: 'row', role: 'rowheader' }, name, data), method, changed, figures,
    h('td', { class: 'row-actions', role: 'cell' }, restore, drop));

  return {
    element, drop,
    /** @param {KeptRun} run */
    update(run) {
      const { runs, catalog } = store.get();
      const { stop, reports, settings } = run;
      const laid = runs.list.filter((one) => runs.overlaid.includes(one.id)).indexOf(run);
      draw.checked = laid >= 0;
      draw.setAttribute('aria-label', visibleText(`Draw ${run.name}`));
      key.className = laid >= 0 ? `kept-key kept-key-${laid + 1}` : 'kept-key';
      // The text being typed stays, unless the run was renamed elsewhere.
      if (document.activeElement !== name || run.name !== called) name.value = run.name;
      called = run.name;
      restore.setAttribute('aria-label', visibleText(`Restore ${run.name}`));
      drop.setAttribute('aria-label', visibleText(`Delete ${run.name}`));
      const best = telling(run);
      const last = /** @type {import('./kept-run.js').StepReport} */ (reports.at(-1));
      say(method,
        `${methodLabel(catalog, settings.method)} · ${measureName(best.train[0]?.measure ?? settings.measure)}`);
      const base = baselineOf(runs, run);
      // Both ways to choose the model are usual: the page chooses by validation data, links and lessons need not.
      const usual = { ...catalog.defaults, choose: settings.choose };
      const changes = differences(catalog, base?.settings ?? usual, settings)
        .filter(({ name: of }) => of !== 'method' && of !== 'measure');
      const other = base && !sameData(base.data, run.data);
      fill(changed, runs.baseline === id ? h('span', { class: 'muted' }, 'the other rows are relative to this run')
        : changes.length || other
          ? h('ul', {},
          changes.map(({ label, from, to }) =>
              h('li', {}, `${label} `, base && [h('span', { class: 'muted' }, `${from} → `)], h('b', {}, to))),
          other && h('li', {}, 'other data'))
          : h('span', { class: 'muted' }, base ? 'none' : 'usual settings'));
      const off = run.data.without?.length ?? 0;
      say(data, [run.data.name, run.data.seed !== null && 'split', off > 0 && `without ${plural(off, 'feature')}`]
        .filter(Boolean).join(', '));
      data.title = data.textContent ?? '';
      const ended = stop ? count(stop.iterations) : `${count(last.iteration)}, unfinished`;
      [objectiveOf(run), percent(stop?.gap ?? last.gap), ended,
        ...[best.train, best.valid, best.test].map(([value]) => fixed(value?.value, 3))]
        .forEach((text, at) => say(figures[at], text));
      const work = run.seconds[run.seconds.length - 1];
      element.title = [stop ? '' : 'Replaced before it ended.',
        work === undefined ? '' : `${seconds(work)} of work.`, `Kept ${new Date(run.at).toLocaleString()}.`].filter(
        Boolean).join(' ');
    },
  };
}

/** The best objective of a run, if its method has one. @param {KeptRun} run */
function objectiveOf({ stop, reports }) {
  const last = /** @type {import('./kept-run.js').StepReport} */ (reports.at(-1));
  const best = stop?.best_objective ?? stop?.best_primal ?? last.best_objective ?? last.best_primal;
  return significant(best, 4);
}
