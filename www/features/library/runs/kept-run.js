// The record of a kept run, and its check. Pure.

import { presentSettings } from '../../settings/older-settings.js';

/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */
/** @typedef {import('../../run/training/run-state.js').Run} Run */

/**
 * The data of a run. `seed` is that of the hold-out, null without one. `without`: numbers of the features that were
 * left out; absent where none were.
 * @typedef {{ name: string, sample: string | null, checksums: import('../../../core/protocol.js').Checksums | null,
 *   seed: number | null, without?: readonly number[] }} RunData
 */

/**
 * `run`: its id in this visit, null for earlier visits. `number` counts the kept runs. `at`: time of keeping, in ms.
 * `model`: the file of its best model, null if its worker was lost. `size`: its approximate bytes.
 * @typedef {{ version: 1, id: string, run: number | null, number: number, name: string, at: number, data: RunData,
 *   settings: TrainingSettings,
 *   overview: Run['overview'], reports: readonly StepReport[], seconds: readonly number[],
 *   stop: Run['stop'], model: string | null, size: number }} KeptRun
 */

/**
 * Returns whether a stored record is a run of this version, because storage may hold records of other versions.
 * @param {unknown} value
 * @returns {value is KeptRun}
 */
export function isKeptRun(value) {
  const run = /** @type {KeptRun | null} */ (value);
  return isObject(run) && run.version === 1 && [run.id, run.name].every(isText)
    && [run.number, run.at, run.size].every(Number.isFinite)
    && isObject(run.data) && isText(run.data.name) && (run.data.checksums === null || isObject(run.data.checksums))
      && [null, 'number'].includes(kindOf(run.data.seed))
      && (run.data.without === undefined || areNumbers(run.data.without))
    && isObject(run.settings) && [run.settings.method, run.settings.measure].every(isText)
      && (run.overview === null || isObject(run.overview))
    && Array.isArray(run.reports) && run.reports.length > 0 && run.reports.every(isReport) && Array.isArray(run.seconds)
      && run.seconds.every(Number.isFinite)
    && (run.stop === null
        || (isObject(run.stop)
          && [run.stop.iterations, run.stop.best_iteration].every(Number.isFinite) && isChoice(run.stop.chosen)))
      && [null, 'string'].includes(kindOf(run.model));
}

/** Whether these are rising numbers of features. @param {unknown} numbers */
const areNumbers = (numbers) => Array.isArray(numbers)
  && numbers.every((number, at) => Number.isSafeInteger(number) && number > (at ? numbers[at - 1] : 0));

/** Stops of older versions say nothing of a choice. @param {NonNullable<Run['stop']>['chosen'] | null} chosen */
const isChoice = (chosen) => chosen === undefined || chosen === null
  || (isObject(chosen) && [chosen.iteration, chosen.optimum].every(Number.isFinite));

/**
 * Returns the stored records that are runs of this version, with the settings that older runs lack.
 * @param {unknown[]} records
 * @returns {KeptRun[]}
 */
export function keptRuns(records) {
  return records.filter(isKeptRun).map((run) => {
    const settings = presentSettings(run.settings);
    return settings === run.settings ? run : { ...run, settings };
  });
}

/** @param {StepReport} report */
function isReport(report) {
  return isObject(report) && (isOfPlanes(report) ? arePlanes(report) : Number.isFinite(report.iteration))
      && [report.train, report.valid, report.test].every((values) => Array.isArray(values)
        && values.every((one) => isText(one?.measure)));
}

/** Reports of older versions have no kind: they are of cutting planes. @param {StepReport} report */
const isOfPlanes = ({ kind }) => kind === undefined || kind === 'planes';

/** @param {StepReport} report */
function arePlanes({ best_primal: best, dual, gap, mean_slack: slack, mean_loss: loss, component_slacks: slacks }) {
  return Number.isFinite(best) && [dual, gap, slack, loss].every((one) => typeof one === 'number')
    && Array.isArray(slacks);
}

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';
/** @template T @param {T} value @returns {value is T & object} */
const isObject = (value) => typeof value === 'object' && value !== null;
/** @param {unknown} value */
const kindOf = (value) => (value === null ? null : typeof value);
