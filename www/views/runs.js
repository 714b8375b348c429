// Runs that are kept: their table, what is drawn of them, and two of them compared.

import '../styles/runs.css';
import { h, say } from '../dom.js';
import { handOn } from '../focus.js';
import { selectField } from '../fields.js';
import { bytes, plural } from '../format.js';
import { MOST_BYTES, MOST_RUNS } from '../keeping.js';
import { runsPair } from '../runs-pair.js';
import { runsTable } from '../runs-table.js';

/** @typedef {import('../store.js').Store} Store */

/** What stands in it. @param {Store} store */
export function body(store) {
  return [kept(store), runsPair(store)];
}

/** @param {Store} store */
function kept(store) {
  const live = h('p', { class: 'hidden', 'aria-live': 'polite' });
  const table = runsTable(store, (text) => say(live, text));
  const empty = h('p', { class: 'empty' }, 'Nothing yet. A run is kept when it ends, or when another takes its place.');
  const baseline = selectField('Settings told against', (id) => store.dispatch({ type: 'runs baseline', id: id || null }));
  const storage = h('p', { class: 'muted' });
  const note = h('p', { class: 'muted' }, 'Objectives of different losses or values of C are different quantities: compare their gaps and measures instead.');
  const clear = h('button', { type: 'button', onclick: () => sure(true) }, 'Clear all');
  const yes = h('button', { type: 'button', onclick: () => {
    say(live, 'All runs are deleted.');
    store.dispatch({ type: 'clear runs' });
    sure(false);
  } }, 'Delete all runs');
  const no = h('button', { type: 'button', onclick: () => sure(false) }, 'Keep them');
  const asking = h('div', { class: 'sure', hidden: true }, yes, no);
  const clearing = h('div', { class: 'clearing' }, clear, asking);
  /** @param {boolean} on */
  function sure(on) {
    handOn(clearing, () => {
      asking.hidden = !on;
      clear.hidden = on;
    }, on ? no : clear, () => clearing.closest('details')?.querySelector('summary'));
  }

  store.watch(({ archive }) => [archive.runs, archive.overlaid, archive.baseline], ([runs, _overlaid, base]) => {
    empty.hidden = runs.length > 0;
    table.element.hidden = note.hidden = runs.length === 0;
    baseline.element.hidden = runs.length < 2;
    clear.disabled = runs.length === 0;
    if (runs.length === 0 && !asking.hidden) sure(false);
    baseline.update([{ value: '', text: 'the run above' }, ...runs.map(({ id, name }) => ({ value: id, text: name }))], base ?? '', null);
    table.update();
  });
  store.watch(({ archive }) => [archive.runs, archive.storage, archive.letGo], ([runs, { kept: lasting, problem }, letGo]) => {
    const size = runs.reduce((sum, one) => sum + one.size, 0);
    const limits = `At most ${MOST_RUNS} runs or ${bytes(MOST_BYTES)} are kept; the oldest go first.`;
    say(storage, [
      problem ? `Runs cannot be stored in this browser (${problem}): they last as long as this page.` : lasting ? 'Runs are kept on this device only, for every tab of this page, and are still here after a reload.' : '',
      runs.length ? `${plural(runs.length, 'run')}, ${bytes(size)}.` : '', limits, letGo ? `${plural(letGo, 'run')} had to go.` : ''].filter(Boolean).join(' '));
    storage.classList.toggle('problem', Boolean(problem));
  });
  return h('div', { class: 'kept' }, empty, table.element, note, h('div', { class: 'kept-foot' }, baseline.element, storage, clearing), live);
}
