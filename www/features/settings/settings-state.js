// The settings on the page: what can be chosen, what is chosen, and why it cannot be trained. Pure.

/** @typedef {import('../../core/protocol.js').Catalog} Catalog */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * What is wrong with settings; `field` is the key of the one at fault, null where it is none alone.
 * @typedef {{ field: string | null, message: string }} Problem
 */
/** Why settings cannot be trained, or null. @typedef {(settings: TrainingSettings) => Problem | null} Check */

/**
 * `settings`: those of the controls. `problem`: why they cannot be trained. `pace`: the name of one of PACES.
 * @typedef {{ catalog: Catalog, settings: TrainingSettings, problem: Problem | null, pace: string }} SettingsSlice
 */
/**
 * @typedef {{ type: 'settings', change: Partial<TrainingSettings> } | { type: 'problem', problem: Problem | null }
 *   | { type: 'pace', pace: string }} SettingsAction
 */

/**
 * All settings of `to`, for controls that hold others: those that may be absent are absent where `to` has none.
 * @param {TrainingSettings} to
 * @returns {TrainingSettings}
 */
export const allSettings = (to) =>
  ({ decay_cut: undefined, cut_off: undefined, rounds: undefined, epochs: undefined, patience: undefined, ...to });

/** The action that puts them into the controls. @param {TrainingSettings} to @returns {SettingsAction} */
export const setAll = (to) => ({ type: 'settings', change: allSettings(to) });

/**
 * @template {SettingsSlice} S
 * @param {S} state @param {SettingsAction} action
 * @returns {S}
 */
export function reduceSettings(state, action) {
  switch (action.type) {
    case 'settings': return { ...state, settings: { ...state.settings, ...action.change } };
    case 'problem': return { ...state, problem: action.problem };
    case 'pace': return { ...state, pace: action.pace };
    default: return state;
  }
}
