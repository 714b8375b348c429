// The panel that compares methods: choices, progress, and the table of results.

import './comparison.css';
import { howPicked, planOf, runsOf } from './comparison-plan.js';
import { done } from './comparison-state.js';
import { h, fill, say } from '../../../ui/dom.js';
import { download } from '../../../ui/download.js';
import { freshId, markInvalid, numberField } from '../../../ui/fields.js';
import { count, plural } from '../../../lib/format.js';
import { problemText } from '../../settings/labels.js';
import { familyLabel } from '../../settings/settings.js';
import { curvePart } from './curve-part.js';
import { openAsStudy } from './open-as-study.js';
import { drawResults } from './results-table.js';

/** @typedef {import('./comparison-state.js').ComparisonStore} Store */
/** @typedef {import('./comparison-state.js').Comparison} Comparison */

/** What stands in it. @param {Store} store */
export function body(store) {
  return [form(store), outcome(store)];
}

/** What is to be compared. @param {Store} store */
function form(store) {
  const { catalog } = store.get();
  /** @param {Partial<import('./comparison-state.js').Choices>} change */
  const choose = (change) => store.dispatch({ type: 'comparison/choices', change });
  const boxes = catalog.methods.map(({ name, label, family, summary }) => {
    const input = h('input',
      { type: 'checkbox', value: name,
        onchange: () => choose({ methods: boxes.filter((box) => box.input.checked).map((box) => box.name) }) });
    return { name, family, input, element: h('label', { class: 'check', title: summary }, input, label) };
  });
  // As in the menu of methods.
  const families = [...new Set(boxes.map(({ family }) => family))].map((family) => {
    const id = freshId('family');
    return h('div', { role: 'group', 'aria-labelledby': id },
      h('div', { id, class: 'family-name' }, familyLabel(catalog, family)),
      h('div', { class: 'boxes' }, boxes.flatMap((box) => (box.family === family ? [box.element] : []))));
  });
  /** @param {string} text @param {string} label @param {string[] | null} methods */
  const tick = (text, label, methods) =>
    h('button', { type: 'button', class: 'quiet', 'aria-label': label, onclick: () => choose({ methods }) }, text);
  const methodsNote = h('p', { class: 'note' });
  const rankerName = h('span', {});
  const ranker = h('input', { type: 'checkbox', onchange: () => choose({ ranker: ranker.checked }) });
  const others = h('label', { class: 'check', title: 'A run or scores of another program, opened in Runs' }, ranker,
    rankerName);
  const grid = textField('Values of C', (value) => choose({ grid: value }));
  const measures = textField('Measures', (value) => choose({ measures: value }));
  const folds = numberField('Folds', { min: 2, step: 1, placeholder: 'not needed' },
    (value) => choose({ folds: value }));
  const compare = h('button', { type: 'button', class: 'primary', onclick: () => {
    if (compare.getAttribute('aria-disabled') !== 'true') store.dispatch({ type: 'comparison/start' });
  } }, 'Compare');
  const cancel = h('button',
    { type: 'button', title: 'Stop at once; finished rows stay',
      onclick: () => store.dispatch({ type: 'comparison/cancel' }) }, 'Cancel');
  const study = h('button', { type: 'button', class: 'quiet',
    title: 'The same runs in the mode Studies, with intervals and tests', onclick: () => {
      if (study.getAttribute('aria-disabled') !== 'true') void openAsStudy(store);
    } }, 'Open as a study');
  const hint = h('p', { class: 'hint', id: freshId('compare') });
  compare.setAttribute('aria-describedby', hint.id);

  store.watch((state) => [
    state.comparison.choices, state.comparison.problem, state.comparison.status, state.data, state.problem,
    state.comparison.ranker,
  ], ([choices, problem, status, data, own]) => {
    const state = store.get();
    const plan = planOf(state);
    for (const { name, input } of boxes) input.checked = plan.methods.includes(name);
    const { comparison } = state;
    others.hidden = !comparison.ranker;
    ranker.checked = comparison.choices.ranker;
    say(rankerName, comparison.ranker ? `${comparison.ranker.name}, as it is` : '');
    // The core checks each measure like the measure of training.
    const field = problem?.field === 'measure' && own?.field !== 'measure' ? 'measures' : problem?.field;
    /** @param {string} name */
    const wrong = (name) => (problem && field === name ? problem.message : null);
    say(methodsNote, wrong('methods') ?? 'Mean difference, the line without any training, is always shown.');
    methodsNote.classList.toggle('problem', Boolean(wrong('methods')));
    grid.update(choices.grid, 'Separated by commas. Every method is trained with each value.', wrong('c_grid'));
    measures.update(choices.measures, 'Separated by commas, one column each. Examples: auc, ap, rr@10, p@5.',
      wrong('measures'));
    folds.update(data?.summaries.valid ? null : choices.folds, howPicked(state),
      { problem: wrong('folds'), disabled: Boolean(data?.summaries.valid) });
    const isBesideField = ['methods', 'c_grid', 'measures', 'folds'].includes(field ?? '');
    const running = status === 'running';
    compare.setAttribute('aria-disabled', String(running || Boolean(problem)));
    study.setAttribute('aria-disabled', String(Boolean(problem)));
    cancel.disabled = !running;
    say(hint,
      running ? '' : problem ? (isBesideField ? '' : problemText(state.catalog, problem))
        : `${plural(runsOf(plan, catalog), 'run')}. The page stays usable while they run.`);
    hint.classList.toggle('problem', Boolean(problem) && !running);
  });

  return h('div', { class: 'comparison-form' },
    h('fieldset', { class: 'methods' }, h('legend', {}, 'Methods'),
      h('div', { class: 'ticks' }, tick('all methods', 'All methods', catalog.methods.map(({ name }) => name)),
        tick('no method', 'No method', [])),
      others, h('div', { class: 'families' }, families), methodsNote),
    grid.element, measures.element, folds.element,
    h('div', { class: 'comparison-buttons' }, compare, cancel), hint, h('div', {}, study));
}

/** How far it is, and the table. @param {Store} store */
function outcome(store) {
  const bar = h('progress', { 'aria-label': 'Runs done' });
  const progress = h('p', { class: 'far', 'aria-live': 'polite' });
  const now = h('p', { class: 'muted now' });
  const caption = h('caption', {}, 'Training loss against test measure');
  const curves = curvePart(store);
  const table = h('table', { class: 'comparison-results', onclick: (/** @type {MouseEvent} */ { target }) => {
    const cell = target instanceof Element ? target.closest('td:not(.pending)') : null;
    const row = cell?.closest('tr');
    if (!cell || !row) return;
    // The first cell of a row is its head.
    curves.choose({ row: row.rowIndex - 1, column: [...row.cells].indexOf(/** @type {any} */ (cell)) - 1 });
  } }, caption);
  const empty = h('p', { class: 'empty' }, 'The table shows the test value of each method in each measure, ± its '
      + 'standard error over the test queries. ★ marks the best value of a column if it is better than all others by '
      + 'more than chance. ≈ marks values that may differ from the best by chance only.');
  const unconverged = h('p', { class: 'muted', id: freshId('unconverged') });
  table.setAttribute('aria-describedby', unconverged.id);
  const save = h('button',
    { type: 'button', class: 'quiet',
      onclick: () => download(store.get().comparison.csv, 'text/csv', 'rankscope-comparison.csv') }, 'Download CSV');

  const far = h('div', { class: 'far-line' }, progress, save);

  store.watch(({ comparison }) => [comparison], ([comparison]) => {
    const { status, jobs, workers, working, note, name } = comparison;
    const running = status === 'running';
    const ready = done(comparison);
    far.hidden = status === 'none';
    bar.hidden = now.hidden = !running;
    if (jobs) Object.assign(bar, { max: jobs, value: ready });
    else bar.removeAttribute('value');
    say(progress, running ? (jobs ? `${count(ready)} of ${plural(jobs, 'run')} done` : 'starting …')
      : status === 'done' ? `${plural(jobs, 'run')} done on ${name}.` : note);
    progress.classList.toggle('problem', status === 'cancelled');
    // Between two methods a worker has none; the line of before stays.
    if (working.length) say(now, working.map(workingText).join('  ·  '));
    else if (!ready) say(now, `reading the data in ${plural(workers || 1, 'worker')} …`);
  });
  store.watch(({ comparison }) => [comparison.table, comparison.status, rowsAt(comparison)], ([filled, status]) => {
    empty.hidden = Boolean(filled);
    table.hidden = !filled;
    save.hidden = !filled?.rows.some(({ cells }) => cells.length);
    say(unconverged, filled?.note ?? '');
    unconverged.hidden = !filled?.note;
    fill(table, caption, filled ? drawResults(filled, store.get().comparison.working, status === 'running') : []);
  });
  /** @param {import('./comparison-state.js').Working} working */
  const workingText = ({ name, trained, of }) =>
    (of > 1 ? `${name}, run ${count(Math.min(trained + 1, of))} of ${count(of)}` : name);

  return h('div', { class: 'comparison-outcome' },
    h('p', { class: 'muted' }, 'Each cell chooses C by the validation value of its measure and shows the test value '
        + 'for this C. Scaling, gap, working set and method options are those of the page.'),
    far, bar, now, empty,
    // While it runs, nothing in the table takes the focus, and it may be wider than its box.
    h('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Results of the comparison' }, table),
    unconverged, curves.element);
}

/**
 * Returns what is in progress as a key; the table is drawn again when it changes.
 * @param {Comparison} comparison
 */
function rowsAt({ working }) {
  return working.map(({ row, trained }) => `${row}:${trained}`).join();
}

/**
 * @param {string} label
 * @param {(value: string) => void} choose
 */
function textField(label, choose) {
  const id = freshId('field');
  const input = h('input',
    { id, type: 'text', spellcheck: false, autocomplete: 'off', 'aria-describedby': `${id}-note`,
      oninput: () => choose(input.value) });
  const note = h('div', { class: 'note', id: `${id}-note` });
  return {
    element: h('div', { class: 'field' }, h('label', { htmlFor: id }, label), input, note),
    /** @param {string} value @param {string} text @param {string | null} problem */
    update(value, text, problem) {
      if (input.value !== value) input.value = value;
      markInvalid(input, Boolean(problem));
      note.classList.toggle('problem', Boolean(problem));
      say(note, problem ?? text);
    },
  };
}
