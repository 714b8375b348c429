// The result of the present run, as the page around the frame gets it. Pure.

import { modelIteration } from '../../run/training/run-end.js';

/**
 * The slices that the page around the frame can ask for.
 * @typedef {import('../../learn/lessons/lesson-state.js').LessonsState
 *   & import('../export/export-state.js').ExportState
 *   & import('../../library/runs/runs-state.js').RunsSlice} State
 */
/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */
/** @typedef {Record<'train' | 'valid' | 'test', Record<string, number | null>>} Measures */

/**
 * `status`: of the run. `iteration`: the last one. `gap`, `objective`: of that iteration, null without them. `stop`:
 * null while the run goes on. `measures`: by set and name, at the last iteration. `model`: the iteration of the kept
 * model and its measures, null while the run goes on.
 * @typedef {object} RunResult
 * @property {string} status
 * @property {string | null} data
 * @property {Record<string, unknown>} settings
 * @property {number} iteration
 * @property {number | null} gap
 * @property {number | null} objective
 * @property {{ reason: string, iterations: number, bestIteration: number, gap: number | null } | null} stop
 * @property {Measures} measures
 * @property {{ iteration: number, measures: Measures } | null} model
 */

/** @param {Pick<State, 'run' | 'data'>} state @returns {RunResult | null} null without a run */
export function runResult({ run, data }) {
  const report = run?.reports.at(-1);
  if (!run || !report) return null;
  const { stop } = run;
  const iteration = modelIteration(run);
  const modelReport = iteration === null ? undefined : run.reports.at(iteration);
  return {
    status: run.status, data: data?.request.name ?? null, settings: { ...run.settings },
    iteration: report.iteration, gap: report.gap ?? null, objective: report.objective ?? report.primal ?? null,
    stop: stop && { reason: stop.reason, iterations: stop.iterations, bestIteration: stop.best_iteration,
      gap: stop.gap ?? null },
    measures: measuresOf(report),
    model: iteration !== null && modelReport ? { iteration, measures: measuresOf(modelReport) } : null,
  };
}

/** @param {StepReport} report @returns {Measures} */
function measuresOf(report) {
  const values = (/** @type {'train' | 'valid' | 'test'} */ set) =>
    Object.fromEntries(report[set].map(({ measure, value }) => [measure, value ?? null]));
  return { train: values('train'), valid: values('valid'), test: values('test') };
}
