// The panel of kept runs: their table, and the comparison of two runs.

import './runs.css';
import { h, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { selectField } from '../../../ui/fields.js';
import { bytes, plural } from '../../../lib/format.js';
import { MOST_BYTES, MOST_RUNS } from './runs-state.js';
import { runPair } from './run-pair.js';
import { runsFileButtons } from './runs-file-buttons.js';
import { runsTable } from './runs-table.js';
import { undoPart } from './undo-part.js';

/** @typedef {import('./runs-state.js').RunsStore} Store */

const NAMED = 10; // deleted runs whose names are shown

/** What stands in it. @param {Store} store */
export function body(store) {
  return [kept(store), runPair(store)];
}

/** @param {Store} store */
function kept(store) {
  const live = h('p', { class: 'hidden', 'aria-live': 'polite' });
  const table = runsTable(store, (text) => say(live, text));
  const empty = h('p', { class: 'empty' }, 'There are no runs yet. A run is kept when it ends or is replaced.');
  const baseline = selectField('Show changes relative to',
    (id) => store.dispatch({ type: 'runs/baseline', id: id || null }));
  const storage = h('p', { class: 'muted' });
  const note = h('p', { class: 'muted' },
    'Objectives of different losses or values of C cannot be compared. Compare their gaps and measures instead.');
  const outcome = h('p', { class: 'note', 'aria-live': 'polite' });
  const file = runsFileButtons(store, (text) => say(outcome, text));
  const clear = h('button', { type: 'button', onclick: () => sure(true) }, 'Clear all');
  const yes = h('button', { type: 'button', onclick: () => {
    say(live, 'All runs are deleted.');
    store.dispatch({ type: 'runs/clear' });
    sure(false);
  } }, 'Delete all runs');
  const no = h('button', { type: 'button', onclick: () => sure(false) }, 'Keep them');
  const asking = h('div', { class: 'confirm-delete', hidden: true }, yes, no);
  const clearing = h('div', { class: 'clearing' }, clear, asking);
  const filing = h('div', { class: 'runs-file' }, file.save, file.open, outcome);
  /** @param {boolean} on */
  function sure(on) {
    handOn(clearing, () => {
      asking.hidden = !on;
      clear.hidden = on;
    }, on ? no : clear, () => document.getElementById('tab-runs'));
  }

  store.watch(({ runs }) => [runs.list, runs.overlaid, runs.baseline], ([list, _overlaid, base]) => {
    empty.hidden = list.length > 0;
    table.element.hidden = note.hidden = list.length === 0;
    baseline.element.hidden = list.length < 2;
    clear.disabled = file.save.disabled = list.length === 0;
    if (list.length === 0 && !asking.hidden) sure(false);
    baseline.update([{ value: '', text: 'the run above' }, ...list.map(({ id, name }) => ({ value: id, text: name }))],
      base ?? '', null);
    table.update();
  });
  store.watch(({ runs }) => [
    runs.list, runs.storage, runs.discarded,
  ], ([list, { kept: lasting, problem }, discarded]) => {
    const size = list.reduce((sum, one) => sum + one.size, 0);
    const limits = `At most ${MOST_RUNS} runs or ${bytes(MOST_BYTES)} are kept. `
      + 'When space is short, the oldest runs without a name of their own are deleted first.';
    say(storage, [
      problem ? `Some runs are not stored: ${problem}. `
        + 'They are lost when the page is closed. Save them to a file.'
        : lasting ? 'Runs are kept on this device only, for every tab of this page, and are still here after a reload.'
          : '',
      list.length ? `${plural(list.length, 'run')}, ${bytes(size)}.` : '', limits,
      discarded.length ? `Deleted to make room: ${namesOf(discarded)}.` : '',
    ].filter(Boolean).join(' '));
    storage.classList.toggle('problem', Boolean(problem));
  });
  const undo = undoPart(store);
  const foot = h('div', { class: 'kept-foot' }, baseline.element, storage, clearing);
  return h('div', { class: 'kept' }, empty, table.element, undo, note, foot, filing, live);
}

/** The latest names, and how many more there are. @param {string[]} names */
function namesOf(names) {
  const latest = names.slice(-NAMED).join(', ');
  return names.length > NAMED ? `${latest} and ${names.length - NAMED} before` : latest;
}
