// What is compared, how far it is, and the messages of its workers. Pure: no DOM, no worker, no wasm.

import { plural } from './format.js';

/** @typedef {import('./protocol.js').Sources} Sources */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./wasm/rankscope.js').ComparisonTable} ComparisonTable */
/** @typedef {import('./wasm/rankscope.js').ComparisonRow} ComparisonRow */
/** @typedef {import('./wasm/rankscope.js').Job} Job */
/** @typedef {import('./wasm/rankscope.js').JobResult} JobResult */

/** Every part of a plan of the core is set; without folds, validation data pick C. @typedef {{ settings: TrainingSettings, methods: string[], c_grid: number[], measures: string[], folds: number | undefined }} Plan */

/**
 * To a worker of the pool. `open` comes once and first.
 * @typedef {{ type: 'open', sources: Sources, folds: { count: number, seed: number } | null }
 *   | { type: 'train', job: Job }} ToPool
 */

/**
 * From a worker of the pool. `awake` names the lock that it holds for as long as it lives; `unusable`: it could not read the data; `crashed`: it broke over its job.
 * @typedef {{ type: 'awake', lock: string }
 *   | { type: 'ready' }
 *   | { type: 'unusable', message: string }
 *   | { type: 'step', job: number, iteration: number, gap: number }
 *   | { type: 'done', job: number, result: JobResult }
 *   | { type: 'crashed', message: string }} FromPool
 */

/** What the user chose. `methods` null: all. @typedef {{ methods: string[] | null, grid: string, measures: string, folds: number | null }} Choices */

/** A job under way. @typedef {{ job: Job, iteration: number, gap: number | null }} Working */

/**
 * `problem`: why nothing can be compared, found by the core. `name` is that of the data compared.
 * `csv` belongs to `table`; `note` says how the comparison ended when not by itself.
 * @typedef {{ choices: Choices, problem: { field: string | null, message: string } | null,
 *   id: number, status: 'none' | 'running' | 'done' | 'cancelled', name: string, jobs: number, workers: number,
 *   table: ComparisonTable | null, csv: string, working: Working[], note: string }} Comparison
 */

/**
 * @typedef {{ type: 'comparison choices', change: Partial<Choices> }
 *   | { type: 'comparison problem', problem: Comparison['problem'] }
 *   | { type: 'compare' }
 *   | { type: 'comparison planned', id: number, jobs: number, workers: number, table: ComparisonTable, csv: string }
 *   | { type: 'comparison working', id: number, working: Working[] }
 *   | { type: 'comparison table', id: number, table: ComparisonTable, csv: string }
 *   | { type: 'comparison failed', id: number, message: string }
 *   | { type: 'cancel comparison' }} ComparisonAction
 */

/** @type {Comparison} */
export const NO_COMPARISON = {
  choices: { methods: null, grid: '0.01, 0.1, 1, 10, 100', measures: 'ndcg@10, map, mrr@10', folds: 5 }, problem: null,
  id: 0, status: 'none', name: '', jobs: 0, workers: 0, table: null, csv: '', working: [], note: '',
};

/**
 * @param {Comparison} old
 * @param {ComparisonAction | { type: 'loaded' }} action
 * @param {string} name of the data
 * @returns {Comparison}
 */
export function reduceComparison(old, action, name) {
  switch (action.type) {
    case 'comparison choices': return { ...old, choices: { ...old.choices, ...action.change } };
    case 'comparison problem': return { ...old, problem: action.problem };
    case 'compare': return { ...old, id: old.id + 1, status: 'running', name, jobs: 0, table: null, csv: '', working: [], note: '' };
    case 'cancel comparison': return end(old, 'Cancelled. Finished rows stay.');
    case 'loaded': return end(old, `Cancelled: other data were loaded. Finished rows are those of ${old.name}.`);
    default: break;
  }
  if (action.id !== old.id || old.status !== 'running') return old;
  if (action.type === 'comparison planned') return { ...old, jobs: action.jobs, workers: action.workers, table: action.table, csv: action.csv };
  if (action.type === 'comparison working') return { ...old, working: action.working };
  if (action.type === 'comparison failed') return end(old, action.message);
  const next = { ...old, table: action.table, csv: action.csv };
  return done(next) === old.jobs ? { ...next, status: 'done', working: [] } : next;
}

/**
 * @param {Comparison} old
 * @param {string} note
 * @returns {Comparison}
 */
function end(old, note) {
  return old.status === 'running' ? { ...old, status: 'cancelled', working: [], note } : old;
}

/** Runs done in all rows. @param {Comparison} comparison */
export function done({ table }) {
  return table ? table.rows.reduce((sum, row) => sum + row.done, 0) : 0;
}

/**
 * Values of C typed with commas, semicolons or blanks between them, each once; a part that is none is NaN.
 * @param {string} text
 */
export function gridOf(text) {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean).map(Number))];
}

/**
 * Measures typed with commas, semicolons or blanks between them, each once. Commas between the numbers of `eru:5,2` stay.
 * @param {string} text
 */
export function measuresOf(text) {
  return [...new Set(text.toLowerCase().split(/[\s,;]+(?=[^\d\s,;])/).map((part) => part.replace(/[\s,;]+$|^[\s,;]+/g, '')).filter(Boolean))];
}

/** @param {State} state */
export function planOf({ comparison: { choices }, settings, data, catalog }) {
  return /** @type {Plan} */ ({
    settings,
    methods: choices.methods ?? catalog.methods.map(({ name }) => name),
    c_grid: gridOf(choices.grid),
    measures: measuresOf(choices.measures),
    folds: data?.summaries.valid ? undefined : choices.folds ?? 0,
  });
}

/**
 * Why a plan cannot be carried out with the data, or null; the core knows more reasons.
 * @param {State} state
 * @returns {Comparison['problem']}
 */
export function obstacle(state) {
  const { data, comparison: { choices } } = state;
  if (!data) return { field: null, message: 'No data yet.' };
  if (!data.summaries.test) return { field: null, message: 'Test data are needed: choose Hold out, or give a Test file.' };
  const { methods, c_grid: grid, measures, folds } = planOf(state);
  if (!methods.length) return { field: 'methods', message: 'Tick at least one method.' };
  if (!grid.length || !grid.every((c) => Number.isFinite(c) && c > 0)) return { field: 'c_grid', message: 'Positive numbers, separated by commas.' };
  if (!measures.length) return { field: 'measures', message: 'Name at least one measure.' };
  const { queries } = data.summaries.train;
  if (folds !== undefined && !(Number.isInteger(choices.folds) && folds >= 2 && folds <= queries)) return { field: 'folds', message: `A whole number from 2 to ${queries}, the number of training queries.` };
  return null;
}

/** How many runs a plan takes. @param {Plan} plan */
export function runsOf({ methods, c_grid: grid, folds }) {
  return methods.length * grid.length * ((folds ?? 0) + 1);
}

/** How C is picked, in words. @param {State} state */
export function howPicked({ data }) {
  if (data?.summaries.valid) return `C is picked on the ${plural(data.summaries.valid.queries, 'validation query', 'validation queries')}.`;
  return 'No validation data, so C is picked by cross-validation: each part of the training queries is held out once.';
}

/**
 * How many workers to start: one processor is left to the page and its own training.
 * @param {number | undefined} processors
 * @param {number} jobs
 */
export function poolSize(processors, jobs) {
  return Math.max(1, Math.min(4, jobs, (processors ?? 2) - 1));
}
