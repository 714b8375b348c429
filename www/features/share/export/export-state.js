// State of the export: whether it is open, and the model to save. Pure.

import { isWorking, newest } from '../../run/training/run-state.js';

/** @typedef {import('../../inspect/model/model-state.js').ModelState} ModelState */
/** @typedef {import('../../library/comparison/comparison-state.js').ComparisonSlice} ComparisonSlice */

/**
 * `model` is the model of `run`; if it is null, `problem` has the reason.
 * @typedef {{ run: number, json: string | null, problem: string }} ModelFile
 */
/** @typedef {{ open: boolean, model: ModelFile | null }} Exporting */
/** @typedef {{ type: 'exporting/open', on: boolean }} ExportAction */
/** @typedef {{ type: 'exporting/model' } & ModelFile} ExportReply */
/** @typedef {{ exporting: Exporting }} ExportSlice */

/**
 * The slices that the panels of this feature read.
 * @typedef {ExportSlice & ModelState & ComparisonSlice & { charts: import('../../run/charts/charts-state.js').Charts }
 *   } ExportState
 */
/** @typedef {import('../../../store/store.js').Store<ExportState, ExportAction>} ExportStore */

/** @type {Exporting} */
export const NO_EXPORT = { open: false, model: null };

/**
 * @param {Exporting} old
 * @param {ExportAction | ExportReply} action
 * @param {{ run: { id: number } | null }} state
 * @returns {Exporting}
 */
export function reduceExport(old, action, { run }) {
  if (action.type === 'exporting/open') return { ...old, open: action.on };
  return action.run !== run?.id ? old
    : { ...old, model: { run: action.run, json: action.json, problem: action.problem } };
}

/**
 * The request for the model: the best one so far during training, and again at its end.
 * @type {import('../../../core/protocol.js').RequestKind<ExportState>}
 */
export const MODEL_REQUEST = {
  type: 'model', answer: 'exporting/model',
  wanted: ({ exporting, run }) =>
    (exporting.open && run ? { type: 'model', run: run.id, until: isWorking(run) ? -1 : newest(run) } : null),
};
