// The messages between the panel of ratings and its worker. Types only, no code.

/** @typedef {import('../wasm/rankscope.js').FactorizationSettings} FactorizationSettings */
/** @typedef {import('../wasm/rankscope.js').GeneratedRatings} GeneratedRatings */
/** @typedef {import('../wasm/rankscope.js').RatingsReport} RatingsReport */
/** @typedef {import('../wasm/rankscope.js').FilterReport} FilterReport */
/** @typedef {import('../wasm/rankscope.js').RatingsResult} RatingsResult */
/** @typedef {import('../wasm/rankscope.js').FactorStep} FactorStep */
/** @typedef {import('../wasm/rankscope.js').TasteView} TasteView */
/** @typedef {import('../wasm/rankscope.js').UserView} UserView */
/** @typedef {import('../wasm/rankscope.js').UserSlack} UserSlack */

/** A fault of a setting, or of all of them. @typedef {{ field: string | null, message: string }} SettingProblem */

/**
 * Where ratings come from.
 * @typedef {{ kind: 'generated', options: GeneratedRatings } | { kind: 'files', ratings: File, titles: File | null
 *   }} RatingsSource
 */

/**
 * A finished step of the ranking.
 * @typedef {{ c: number, isFinal: boolean, step: FactorStep, heldOut: number | null }} Step
 */

/**
 * Factors as plain data: `rank` numbers per user and item, along the singular directions.
 * @typedef {{ rank: number, users: string[], items: string[], titles: string[], tastes: Float64Array,
 *   places: Float64Array, biases: Float64Array }} Factors
 */

/**
 * Messages to the worker. `taste`: a row of U.
 * @typedef {{ type: 'read', load: number, source: RatingsSource, grades: string }
 *   | { type: 'check', check: number, settings: FactorizationSettings }
 *   | { type: 'train', run: number, settings: FactorizationSettings }
 *   | { type: 'cancel' }
 *   | { type: 'taste', request: number, run: number, user: number, taste: number[] }} ToRatings
 */

/**
 * Messages from the worker. `awake` comes first. `kept`: what the filters of the settings leave.
 * @typedef {{ type: 'awake', settings: FactorizationSettings, generated: GeneratedRatings }
 *   | { type: 'lock', lock: string | null }
 *   | { type: 'reading', load: number, ratings: number }
 *   | { type: 'read', load: number, report: RatingsReport }
 *   | { type: 'unreadable', load: number, failure: import('./protocol.js').Failure }
 *   | { type: 'checked', check: number, problem: SettingProblem | null, kept: FilterReport | null }
 *   | { type: 'progress', run: number, done: number, of: number, steps: Step[] }
 *   | { type: 'trained', run: number, result: RatingsResult, kept: FilterReport, factors: Factors, slacks: UserSlack[],
 *       slowest: number }
 *   | { type: 'refused', run: number, problem: SettingProblem }
 *   | { type: 'cancelled' }
 *   | { type: 'tasted', request: number, run: number, user: number, rated: UserView, view: TasteView }
 *   | { type: 'untasted', request: number, message: string }
 *   | { type: 'crashed', message: string }} FromRatings
 */

export {};
