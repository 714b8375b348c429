// Brings the page from any state to a target state by the same actions as a user's, one after the other. The one place
// that decides what happens if the user acts meanwhile. No DOM.

import { towardsRatings } from './towards-ratings.js';
import { actionsOfQuery, pressOf, towardsCursor, towardsData, towardsSnapshot, towardsTraining, troubleOfRun,
  usesQuery } from './towards-run.js';

/** @typedef {import('./target.js').DriverAction} Action */
/** @typedef {import('./target.js').DriverState} State */
/** @typedef {import('./target.js').DriverStore} Store */
/** @typedef {import('./target.js').GivenUp} GivenUp */
/** @typedef {import('./target.js').Next} Next */
/** @typedef {import('./target.js').OtherAction} OtherAction */
/** @typedef {import('./target.js').Target} Target */

/**
 * The actions of others that end the way to a target. Others are the user, and the drivers of other targets. If an
 * action is not listed, the driver puts back what the target says, and leaves alone what it does not say.
 * @type {Record<Target['yieldsTo'], string[]>}
 */
const TAKEN_OVER_BY = {
  data: ['load', 'cancel load'],
  ratings: ['ratings/open', 'ratings/generated', 'ratings/settings', 'ratings/c', 'ratings/train', 'ratings/cancel'],
  controls: ['load', 'cancel load', 'train', 'pause', 'links/open'],
  anything: ['load', 'cancel load', 'train', 'pause', 'step', 'reset', 'settings', 'cursor', 'query'],
};

/**
 * Brings the page to one target.
 * @param {Store} store @param {Target} target
 */
export function reachState(store, target) {
  new StateDriver(store).begin(target);
}

/** Brings the page to one target after the other. A new target replaces the one before without a word. */
export class StateDriver {
  #store;
  #check;
  /** @type {Target | null} */
  #target = null;
  /** Actions of the target that come once, before all others. @type {Action[]} */
  #once = [];
  #hasPressed = false; // whether Train was pressed for the target
  #hasChosen = false; // whether the query of the target was chosen, or is known to be missing
  /** The dispatched action, until the listeners have got it. @type {Action | OtherAction | null} */
  #pending = null;
  /** @type {(() => void) | null} */
  #unsubscribe = null;

  /**
   * @param {Store} store
   * @param {import('../settings/settings-state.js').Check} [check] why settings cannot be trained
   */
  constructor(store, check = () => null) {
    this.#store = store;
    this.#check = check;
  }

  /** Whether the page is on the way to a target. */
  get isBusy() {
    return this.#target !== null;
  }

  /** @param {Target} target */
  begin(target) {
    const { view, panels = [] } = target;
    this.#target = target;
    this.#hasPressed = this.#hasChosen = false;
    this.#once = panels.map((panel) => ({ type: 'panel', panel, open: true }));
    if (view) this.#once.unshift({ type: 'links/view', ...view });
    this.#unsubscribe ??= this.#store.subscribe((state, action, previous) => this.#follow(state, action, previous));
    this.#goOn();
  }

  /** Gives the target up without a word. */
  end() {
    this.#target = null;
    // The next target must not take an action that is still on its way for the user's.
    if (this.#pending) return;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /** @param {State} state @param {Action | OtherAction} action @param {State} previous */
  #follow(state, action, previous) {
    const isOwn = action === this.#pending;
    if (isOwn) this.#pending = null;
    if (!this.#target) return this.end();
    const givenUp = isOwn ? null : givenUpAfter(action, this.#target, state, previous);
    if (givenUp) this.#giveUp(this.#target, givenUp);
    else this.#goOn();
  }

  /** @param {Target} target @param {GivenUp} why */
  #giveUp(target, why) {
    this.end();
    target.givenUp?.(why);
  }

  /** Dispatches the next action on the way to the target, if there is one. */
  #goOn() {
    const target = this.#target;
    if (!target || this.#pending) return;
    const next = this.#next(target, this.#store.get());
    if (next === null) return;
    if (next === undefined) {
      this.end();
      target.arrived?.(this.#store.get());
    } else if ('type' in next) {
      this.#pending = next;
      this.#store.dispatch(next);
    } else this.#giveUp(target, next);
  }

  /** @param {Target} target @param {State} state @returns {Next | OtherAction} */
  #next(target, state) {
    const { ratings, others = [] } = target;
    const ways = [
      () => this.#once.shift(),
      () => towardsData(target, state),
      () => troubleOfRun(target, state, this.#check),
      () => this.#towardsRun(target, state),
      () => towardsSnapshot(target, state),
      () => (ratings && state.ratings ? towardsRatings(ratings, state.ratings) : undefined),
      ...others,
    ];
    for (const way of ways) {
      const next = way();
      if (next !== undefined) return next;
    }
    return undefined;
  }

  /** @param {Target} target @param {State} state @returns {Next} */
  #towardsRun(target, state) {
    const press = this.#hasPressed ? undefined : pressOf(target, state);
    this.#hasPressed = true;
    const training = press ?? towardsTraining(target, state);
    if (training) return training;
    // The query is chosen as soon as the page has its rows, even while the run trains.
    const query = this.#towardsQuery(target, state);
    if (query) return query;
    return training === null || query === null ? null : towardsCursor(target, state);
  }

  /** @param {Target} target @param {State} state @returns {Next} */
  #towardsQuery(target, state) {
    const { query, queryMissing } = target;
    if (query === undefined) return undefined;
    const isUsed = usesQuery(target, state);
    if (isUsed === null) return null;
    if (this.#hasChosen) return !isUsed || state.query === query ? undefined : { type: 'query', query };
    this.#hasChosen = true;
    if (isUsed) this.#once = actionsOfQuery(target, state);
    else queryMissing?.();
    return this.#once.shift();
  }
}

/**
 * Returns why a target is given up after the action of somebody else, or null.
 * @param {any} action @param {Target} target @param {State} state @param {State} previous
 * @returns {GivenUp | null}
 */
function givenUpAfter(action, { yieldsTo, request, isUnattended }, { data, loading }, previous) {
  // Other grades have the same ratings read again.
  const isAgain = action.type === 'ratings/open' && action.source === previous.ratings?.source;
  if (TAKEN_OVER_BY[yieldsTo].includes(action.type) && !isAgain) return { problem: '', why: 'user' };
  if (!request) return null;
  if (loading?.request === request) return isUnattended && loading.held ? { problem: '', why: 'held' } : null;
  if (previous.loading?.request !== request || data?.request === request) return null;
  if (action.type !== 'load failed') return { problem: '', why: 'lost' };
  return { problem: action.failure.message, why: 'unreadable', failure: action.failure };
}
