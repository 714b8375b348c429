// State of the data report: the report of the data that are loaded, and the request for it. Pure.

import { isOpen } from '../../store/panels.js';

/** @typedef {import('../../wasm/rankscope.js').DataReport} DataReport */
/** @typedef {import('../data/data-state.js').DataState['data']} Data */
/**
 * `of`: the data that it is about. `lengths`: documents of each training query, null where they are too many.
 * @typedef {{ of: Data, report: DataReport | null, lengths: number[] | null, problem: string } | null} Told
 */
/** @typedef {{ type: 'datareport/told', run: number, report: DataReport | null, lengths: number[] | null,
 *   problem: string }} ReportAction */
/**
 * What the panel of this feature sees of the state.
 * @typedef {{ datareport: { told: Told } } & import('../../store/panels.js').PanelsState
 *   & import('../data/data-state.js').DataState} ReportState
 */
/** @typedef {import('../../store/store.js').Store<ReportState, ReportAction>} ReportStore */

/** @type {{ told: Told }} */
export const NO_REPORT = { told: null };

/**
 * @param {{ told: Told }} old
 * @param {ReportAction} action
 * @param {{ run: { id: number } | null, data: Data }} state
 * @returns {{ told: Told }}
 */
export function reduceReport(old, { run: of, report, lengths, problem }, { run, data }) {
  return of === run?.id ? { told: { of: data, report, lengths, problem } } : old;
}

/**
 * One report for each load: it does not depend on the run.
 * @type {import('../../core/protocol.js').RequestKind<ReportState>}
 */
export const REPORT_REQUEST = {
  type: 'report data', answer: 'datareport/told',
  wanted: (state, { run }) => (isOpen(state, 'datareport') && state.data && state.datareport.told?.of !== state.data
    ? { type: 'report data', run: run.id } : null),
};
