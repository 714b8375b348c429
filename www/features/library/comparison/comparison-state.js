// State of the comparison: its choices, its progress, and its table. Pure: no DOM, no worker, no wasm.

/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../data/data-state.js').DataSlice} DataSlice */
/** @typedef {import('../../settings/settings-state.js').SettingsSlice} SettingsSlice */
/** @typedef {import('../../../wasm/rankscope.js').ComparisonTable} ComparisonTable */
/** @typedef {import('../../../wasm/rankscope.js').ComparisonCurve} ComparisonCurve */
/**
 * A plan of the core with every field set. Without folds, validation data choose C.
 * @typedef {{ settings: TrainingSettings, methods: string[], c_grid: number[], measures: string[], folds: number
 *   | undefined, rankers: string[] }} Plan
 */

/**
 * The choices of the user. `methods` null: those that are ticked at first. `ranker`: whether the list of another
 * program is a row.
 * @typedef {{ methods: string[] | null, grid: string, measures: string, folds: number | null,
 *   ranker: boolean }} Choices
 */

/**
 * A run or scores of another program, which fits the test data.
 * @typedef {{ name: string, content: Uint8Array }} Others
 */

/**
 * The results so far. `curves`: the values over C of every method that has it.
 * @template Table
 * @typedef {{ table: Table, csv: string, curves: ComparisonCurve[] }} Filled
 */

/**
 * A method at one C in training, by its row. `trained`: its trainings that have ended, `of` all of them.
 * @typedef {{ row: number, name: string, trained: number, of: number }} Working
 */

/**
 * `problem`: why the core refuses the plan. `name`: of the data. `csv`: of `table`. `note`: why the comparison ended
 * early.
 * @typedef {{ choices: Choices, ranker: Others | null, problem: { field: string | null, message: string } | null,
 *   id: number, status: 'none' | 'running' | 'done' | 'cancelled', name: string, jobs: number, workers: number,
 *   working: Working[], note: string } & Filled<ComparisonTable | null>} Comparison
 */

/**
 * @typedef {{ type: 'comparison/choices', change: Partial<Choices> }
 *   | { type: 'comparison/problem', problem: Comparison['problem'] }
 *   | { type: 'comparison/start' }
 *   | { type: 'comparison/planned', id: number, jobs: number, workers: number }
 *   | { type: 'comparison/working', id: number, working: Working[] }
 *   | { type: 'comparison/table', id: number } & Filled<ComparisonTable>
 *   | { type: 'comparison/failed', id: number, message: string }
 *   | { type: 'comparison/cancel' }} ComparisonAction
 */

/** @typedef {{ comparison: Comparison }} ComparisonSlice */
/**
 * The slices that the panel of this feature reads.
 * @typedef {ComparisonSlice & DataSlice & SettingsSlice
 *   & import('../../../store/panels.js').PanelsState} ComparisonState
 */
/**
 * A comparison opens as a study.
 * @typedef {import('../../../store/store.js').Store<ComparisonState, ComparisonAction
 *   | import('../study/study-state.js').StudyAction | import('../../../store/panels.js').PanelAction
 *   | import('../../../store/alert-state.js').AlertAction>} ComparisonStore
 */

/** @type {Comparison} */
export const NO_COMPARISON = {
  choices: { methods: null, grid: '0.01, 0.1, 1, 10, 100', measures: 'ndcg@10, map, mrr@10', folds: 5, ranker: true },
  ranker: null, problem: null, id: 0, status: 'none', name: '', jobs: 0, workers: 0, table: null, csv: '',
  curves: [], working: [], note: '',
};

/**
 * @param {Comparison} old
 * @param {ComparisonAction | { type: 'loaded' }} action
 * @param {DataSlice} state
 * @returns {Comparison}
 */
export function reduceComparison(old, action, { data }) {
  switch (action.type) {
    case 'comparison/choices': return { ...old, choices: { ...old.choices, ...action.change } };
    case 'comparison/problem': return { ...old, problem: action.problem };
    case 'comparison/start': return { ...old, id: old.id + 1, status: 'running', name: data?.request.name ?? '',
      jobs: 0, table: null, csv: '', curves: [], working: [], note: '' };
    case 'comparison/cancel': return end(old, 'Cancelled. Finished rows are kept.');
    case 'loaded':
      return end({ ...old, ranker: null },
        `Cancelled because other data were loaded. The finished rows are those of ${old.name}.`);
    default: break;
  }
  if (action.id !== old.id || old.status !== 'running') return old;
  if (action.type === 'comparison/working') return { ...old, working: action.working };
  if (action.type === 'comparison/failed') return end(old, action.message);
  const next = action.type === 'comparison/planned' ? { ...old, jobs: action.jobs, workers: action.workers }
    : { ...old, table: action.table, csv: action.csv, curves: action.curves };
  // Runs that were trained before can be in the table before the plan is. A list has a row without runs.
  const isWhole = next.table?.rows.every(({ of, cells, failure }) => of !== 0 || cells.length > 0 || failure);
  return next.jobs > 0 && finished(next) === next.jobs && isWhole ? { ...next, status: 'done', working: [] } : next;
}

/**
 * @param {Comparison} old
 * @param {string} note
 * @returns {Comparison}
 */
function end(old, note) {
  return old.status === 'running' ? { ...old, status: 'cancelled', working: [], note } : old;
}

/** Runs behind the table. @param {Comparison} comparison */
function finished({ table }) {
  return table ? table.rows.reduce((sum, row) => sum + row.done, 0) : 0;
}

/** Runs done, those of a method at work among them. @param {Comparison} comparison */
export function done(comparison) {
  return comparison.working.reduce((sum, { trained }) => sum + trained, finished(comparison));
}

/**
 * Returns the state with another list of another program, or without one.
 * @param {Comparison} old @param {Others | null} ranker @returns {Comparison}
 */
export function withRanker(old, ranker) {
  return ranker?.content === old.ranker?.content ? old : { ...old, ranker };
}
