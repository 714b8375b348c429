// What the oracle would find with the decay profile or the cost of positions that is being edited. Pure.

import { decayKind, hasOption, methodOf } from './settings.js';

/** @typedef {import('../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('../../core/protocol.js').Snapshot} Snapshot */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./settings-state.js').SettingsSlice} SettingsSlice */

/**
 * `decay` is that of the question: the answer may come after another edit.
 * @typedef {{ run: number, iteration: number, query: number, decay: string, inspection: Inspection | null,
 *   problem: string }} Preview
 */

/**
 * The preview, and what it depends on: the run and what is shown of it.
 * @typedef {{ preview: Preview | null, run: { id: number, settings: TrainingSettings } | null, snapshot: Snapshot
 *   | null }} PreviewState
 */

/** @typedef {{ type: 'settings/preview' } & Preview} PreviewAction */

/**
 * The settings of the run with the decay profile and the cost of the page.
 * @param {PreviewState & SettingsSlice} state
 * @returns {TrainingSettings | null}
 */
export function previewSettings({ run, settings, problem }) {
  if (!run || problem) return null;
  const { decay, offset, decay_cut, cost, kind } = settings;
  return { ...run.settings, decay, offset, decay_cut, cost, kind };
}

/** The decay profile and the cost of settings as one text. @param {TrainingSettings} settings */
export function decayKey({ decay, offset, decay_cut: cut, cost, kind }) {
  return JSON.stringify([decay, decay.startsWith('power') ? offset : null, cut ?? null, cost, kind]);
}

/**
 * The request for the preview: only for a profile that is typed or drawn, or a cost, and a run that has one.
 * @type {import('../../core/protocol.js').RequestKind<PreviewState & SettingsSlice>}
 */
export const PREVIEW_REQUEST = {
  type: 'preview', answer: 'settings/preview',
  wanted(state, { run, iteration, inspection }) {
    const settings = previewSettings(state);
    if (!settings || !inspection) return null;
    const [method, ofPage] = [run.settings, state.settings].map((one) => methodOf(state.catalog, one));
    const isDrawn = decayKind(settings.decay) === 'list' && hasOption(method, 'decay');
    if (!isDrawn && !(hasOption(method, 'cost') && hasOption(ofPage, 'cost'))) return null;
    return { type: 'preview', run: run.id, iteration, query: inspection.query, settings, decay: decayKey(settings) };
  },
};
