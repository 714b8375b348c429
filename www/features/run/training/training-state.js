// What the features to the right of training see of the state: settings, data, the run, and what is shown of it. Types
// only.

/** @typedef {import('../../../store/alert-state.js').AlertState} AlertState */
/** @typedef {import('../../../store/panels.js').PanelsState} PanelsState */
/** @typedef {import('../../data/data-state.js').DataSlice} DataSlice */
/** @typedef {import('../../settings/settings-state.js').SettingsSlice} SettingsSlice */
/** @typedef {import('./run-state.js').RunSlice} RunSlice */
/** @typedef {import('./snapshot-state.js').SnapshotSlice} SnapshotSlice */

/** @typedef {SettingsSlice & DataSlice & RunSlice & SnapshotSlice & AlertState & PanelsState} TrainingState */

/**
 * @typedef {import('../../../store/alert-state.js').AlertAction | import('../../../store/panels.js').PanelAction
 *   | import('../../data/data-state.js').DataAction | import('../../settings/settings-state.js').SettingsAction
 *   | import('./run-state.js').RunAction | import('./snapshot-state.js').SnapshotAction} TrainingAction
 */

/** @typedef {import('../../../store/store.js').Store<TrainingState, TrainingAction>} TrainingStore */

export {};
