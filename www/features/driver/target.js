// What the page is brought to, and why it may not get there. Types only.

/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('../inspect/inspector/inspector-state.js').InspectorSlice} InspectorSlice */
/** @typedef {import('../ratings/ratings-state.js').RatingsSlice} RatingsSlice */
/** @typedef {import('../run/training/training-state.js').TrainingState} TrainingState */

/** What the driver sees of the state. @typedef {TrainingState & Partial<InspectorSlice & RatingsSlice>} DriverState */
/**
 * What is open and shown, and no more than that. `seed`: what the next data are split by.
 * @typedef {{ panels: string[], fields: Partial<Omit<InspectorSlice, 'inspector'>>, seed: number }} View
 */
/** @typedef {{ type: 'links/view' } & View} ViewAction */
/**
 * @typedef {ViewAction | import('../run/training/training-state.js').TrainingAction
 *   | import('../inspect/inspector/inspector-state.js').InspectorAction
 *   | import('../inspect/model/model-state.js').ModelAction
 *   | import('../ratings/ratings-state.js').RatingsAction} DriverAction
 */
/** An action on a slice that the driver must not know. @typedef {{ type: `${string}/${string}` }} OtherAction */
/** @typedef {import('../../store/store.js').Store<DriverState, DriverAction | OtherAction>} DriverStore */

/**
 * A state of the page. What is absent stays as it is.
 *
 * `view`: replaces what is open and shown; `panels`: are opened beside what is open.
 * `request`: data, loaded unless the page has got them by this very request.
 * `settings`: of the controls and of the run.
 * `trained`: iterations, infinite for all of them. `train`: Train is pressed and the target does not wait for the end:
 * `paced` as the user presses it, `whole` without any pause.
 * `iteration`: of the cursor, null for the last. `query`: null for the one with the greatest slack. `ranking`, `pair`:
 * the user's ranking of the query, and two documents of it. `queryMissing` is called if the run does not use the query.
 * `isShown`: whether the target waits for the snapshot of all that.
 * `ratings`: of their tab. `others`: the next action towards parts of the page that the driver must not know.
 * `yieldsTo`: which actions of the user end the way; `controls`: what takes the run out of the driver's hands.
 * `isUnattended`: nobody may be there to confirm large data.
 * One of `arrived` and `givenUp` is called, unless the driver gets another target before.
 * @typedef {object} Target
 * @property {View} [view]
 * @property {string[]} [panels]
 * @property {DataRequest} [request]
 * @property {TrainingSettings} [settings]
 * @property {number} [trained]
 * @property {'paced' | 'whole'} [train]
 * @property {number | null} [iteration]
 * @property {number | null} [query]
 * @property {number[] | null} [ranking]
 * @property {[number, number] | null} [pair]
 * @property {() => void} [queryMissing]
 * @property {boolean} [isShown]
 * @property {import('./towards-ratings.js').RatingsTarget} [ratings]
 * @property {(() => Next | OtherAction)[]} [others]
 * @property {'data' | 'ratings' | 'controls' | 'anything'} yieldsTo
 * @property {boolean} [isUnattended]
 * @property {(state: DriverState) => void} [arrived]
 * @property {(why: GivenUp) => void} [givenUp]
 */

/**
 * Why the page does not get to a target. `user`: somebody else acted. `held`: the data are large. `unreadable`: the
 * data, with their `failure`. `lost`: the worker was lost while it read them. `run`: there is no run that could be
 * trained. `problem`: what is wrong, in words; empty where `why` says all.
 * @typedef {{ problem: string, why?: 'user' | 'held' | 'unreadable' | 'lost' | 'run',
 *   failure?: import('../../core/protocol.js').Failure }} GivenUp
 */

/**
 * The next step towards a target: an action, null to wait, undefined if there is nothing left to do, or why the target
 * cannot be reached.
 * @typedef {DriverAction | null | undefined | GivenUp} Next
 */

export {};
