// The result of the present run, as the page around the frame gets it. Pure.

/** @typedef {import('../lessons/lesson-state.js').LessonsState} State */

/**
 * `status`: of the run. `iteration`: the last one. `gap`, `objective`: of that iteration, null without them. `stop`:
 * null while the run goes on. `measures`: by set and name, at the last iteration.
 * @typedef {object} RunResult
 * @property {string} status
 * @property {string | null} data
 * @property {Record<string, unknown>} settings
 * @property {number} iteration
 * @property {number | null} gap
 * @property {number | null} objective
 * @property {{ reason: string, iterations: number, bestIteration: number, gap: number | null } | null} stop
 * @property {Record<'train' | 'valid' | 'test', Record<string, number | null>>} measures
 */

/** @param {State} state @returns {RunResult | null} null without a run */
export function runResult({ run, data }) {
  const report = run?.reports.at(-1);
  if (!run || !report) return null;
  const { stop } = run;
  /** @param {'train' | 'valid' | 'test'} set */
  const values = (set) => Object.fromEntries(report[set].map(({ measure, value }) => [measure, value ?? null]));
  return {
    status: run.status, data: data?.request.name ?? null, settings: { ...run.settings },
    iteration: report.iteration, gap: report.gap ?? null, objective: report.objective ?? report.primal ?? null,
    stop: stop && { reason: stop.reason, iterations: stop.iterations, bestIteration: stop.best_iteration,
      gap: stop.gap ?? null },
    measures: { train: values('train'), valid: values('valid'), test: values('test') },
  };
}
