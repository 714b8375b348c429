// The table of kept runs: a row each, made once and brought up to date. Dispatches intentions; decides nothing.

import { h, fill, say } from './dom.js';
import { differences } from './differing.js';
import { handOn } from './focus.js';
import { count, fixed, measureName, percent, seconds, significant } from './format.js';
import { MOST_OVERLAID, baselineOf, sameData, telling } from './keeping.js';
import { methodLabel } from './settings.js';

/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('./keeping.js').Kept} Kept */

const COLUMNS = ['draw', 'name', 'method', 'changed settings', 'objective', 'gap', 'iterations', 'train', 'validation', 'test', ''];

/** @param {Store} store @param {(text: string) => void} tell what was done, for the live region */
export function runsTable(store, tell) {
  const body = h('tbody', { role: 'rowgroup' });
  // Named roles outlast the display that a narrow screen gives to rows and cells.
  const table = h('table', { class: 'runs', role: 'table' }, h('caption', { class: 'hidden' }, 'Kept runs'), h('thead', { role: 'rowgroup', class: 'hidden-narrow' }, h('tr', { role: 'row' }, COLUMNS.map((name) => h('th', { scope: 'col', role: 'columnheader' }, name || h('span', { class: 'hidden' }, 'actions'))))), body);
  /** @type {Map<string, ReturnType<typeof row>>} */
  const rows = new Map();

  /** The focus stays in the table when its row goes. @param {string} id */
  const remove = (id) => {
    const { runs } = store.get().archive;
    const at = runs.findIndex((one) => one.id === id);
    const heir = (runs[at + 1] ?? runs[at - 1])?.id;
    tell(`${runs[at]?.name} is deleted.`);
    handOn(body, () => store.dispatch({ type: 'delete run', id }), () => rows.get(heir)?.drop, () => table.closest('details')?.querySelector('summary'));
  };

  return {
    element: h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Kept runs' }, table),
    update() {
      const { runs } = store.get().archive;
      for (const [id, { element }] of rows) {
        if (runs.some((one) => one.id === id)) continue;
        element.remove();
        rows.delete(id);
      }
      for (const [at, run] of runs.entries()) {
        const made = rows.get(run.id) ?? row(store, run, tell, remove);
        rows.set(run.id, made);
        if (body.rows[at] !== made.element) body.insertBefore(made.element, body.rows[at] ?? null);
        made.update(run);
      }
    },
  };
}

/**
 * @param {Store} store
 * @param {Kept} first the run as it is now
 * @param {(text: string) => void} tell
 * @param {(id: string) => void} remove
 */
function row(store, first, tell, remove) {
  const { id } = first;
  /** The name that was shown last. @type {string | null} */
  let called = null;
  const draw = h('input', { type: 'checkbox', title: `Lay its curves over the charts, up to ${MOST_OVERLAID} runs`, onchange: () => store.dispatch({ type: 'overlay run', id, on: draw.checked }) });
  const key = h('span', { class: 'kept-key', 'aria-hidden': 'true' });
  const name = h('input', { type: 'text', 'aria-label': `Name of run ${first.number}`, maxLength: 80, spellcheck: false, autocomplete: 'off', onchange: () => {
    // What became of it is shown, even if that is the name that was there before.
    called = null;
    store.dispatch({ type: 'rename run', id, name: name.value });
  } });
  const data = h('small', {});
  const method = h('td', { class: 'words', role: 'cell' });
  const changed = h('td', { class: 'words', role: 'cell', dataset: { head: COLUMNS[3] } });
  const figures = COLUMNS.slice(4, 10).map((head) => h('td', { class: 'figure', role: 'cell', dataset: { head } }));
  const restore = h('button', { type: 'button', class: 'quiet', title: 'Put its settings into the controls', onclick: () => {
    const { settings, name: named, data: trained } = /** @type {Kept} */ (store.get().archive.runs.find((one) => one.id === id));
    store.dispatch({ type: 'settings', change: { decay_cut: undefined, cut_off: undefined, ...settings } });
    const present = store.get().data?.request.name;
    tell(`The controls have the settings of ${named}.${present === trained.name ? '' : ` It was trained on ${trained.name}.`}`);
  } }, 'Restore');
  const drop = h('button', { type: 'button', class: 'quiet', onclick: () => remove(id) }, 'Delete');
  const element = h('tr', { role: 'row' }, h('td', { role: 'cell' }, h('label', { class: 'draw' }, draw, key)), h('th', { scope: 'row', role: 'rowheader' }, name, data), method, changed, figures, h('td', { class: 'row-actions', role: 'cell' }, restore, drop));

  return {
    element, drop,
    /** @param {Kept} run */
    update(run) {
      const { archive, catalog } = store.get();
      const { stop, reports, settings } = run;
      const laid = archive.runs.filter((one) => archive.overlaid.includes(one.id)).indexOf(run);
      draw.checked = laid >= 0;
      draw.setAttribute('aria-label', `Draw ${run.name}`);
      key.className = laid >= 0 ? `kept-key kept-key-${laid + 1}` : 'kept-key';
      // What is being typed stays, unless the run itself was given another name.
      if (document.activeElement !== name || run.name !== called) name.value = run.name;
      called = run.name;
      restore.setAttribute('aria-label', `Restore ${run.name}`);
      drop.setAttribute('aria-label', `Delete ${run.name}`);
      const best = telling(run);
      const last = reports[reports.length - 1];
      say(method, `${methodLabel(catalog, settings.method)} · ${measureName(best.train[0]?.measure ?? settings.measure)}`);
      const base = baselineOf(archive, run);
      const told = differences(catalog, base?.settings ?? catalog.defaults, settings).filter(({ name: of }) => of !== 'method' && of !== 'measure');
      const other = base && !sameData(base.data, run.data);
      fill(changed, archive.baseline === id ? h('span', { class: 'muted' }, 'the others are told against it')
        : told.length || other ? h('ul', {}, told.map(({ label, from, to }) => h('li', {}, `${label} `, base && [h('span', { class: 'muted' }, `${from} → `)], h('b', {}, to))), other && h('li', {}, 'other data'))
          : h('span', { class: 'muted' }, base ? 'none' : 'usual settings'));
      say(data, run.data.name + (run.data.seed === null ? '' : ', split'));
      data.title = data.textContent ?? '';
      const ended = stop ? count(stop.iterations) : `${count(last.iteration)}, unfinished`;
      [significant(stop?.best_primal ?? last.best_primal, 4), percent(stop?.gap ?? last.gap), ended, ...[best.train, best.valid, best.test].map(([value]) => fixed(value?.value, 3))]
        .forEach((text, at) => say(figures[at], text));
      const work = run.seconds[run.seconds.length - 1];
      element.title = [stop ? '' : 'Replaced before it had ended.', work === undefined ? '' : `${seconds(work)} of work.`, `Kept ${new Date(run.at).toLocaleString()}.`].filter(Boolean).join(' ');
    },
  };
}
