// What the panels of the settings see of the state. Types only.

/**
 * @typedef {import('./settings-state.js').SettingsSlice
 *   & import('./decay-preview-state.js').PreviewState
 *   & { data: { summaries: { train: { max_grade: number, features?: number,
 *     feature_names?: (string | null | undefined)[] } } } | null }} SettingsState
 */
/**
 * @typedef {import('../../store/store.js').Store<SettingsState,
 *   import('./settings-state.js').SettingsAction | import('../../store/alert-state.js').ShowAlert>} SettingsStore
 */

export {};
