// Brings the page from any state to a target state by the same actions as a user's, one after the other. No DOM.

import { ofRun } from '../../lib/of-run.js';
import { problemText } from '../settings/labels.js';
import { setAll } from '../settings/settings-state.js';
import { towardsComparison } from '../learn/lessons/comparison-target.js';
import { towardsOrder } from '../learn/lessons/order-target.js';
import { towardsRatings } from '../learn/lessons/ratings-target.js';
import { TO_THE_END, isWorking, newest, sameSettings } from '../run/training/run-state.js';

/** @typedef {import('../learn/lessons/lesson-state.js').LessonsStore} Store */
/** @typedef {import('../learn/lessons/lesson-state.js').LessonsState} State */
/** @typedef {import('../learn/lessons/lesson-state.js').LessonsAction} Action */
/** @typedef {import('../data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('../run/training/run-state.js').Run} Run */
/** @typedef {import('../../core/protocol.js').TrainingSettings} TrainingSettings */

/**
 * The target state. `data`: a key that tells whether the current data are the right ones. `trained`: iterations,
 * infinite for all of them. `iteration` null: the last. `arrived` is called when the target is reached.
 * @typedef {object} Target
 * @property {string} data
 * @property {DataRequest} request
 * @property {number} seed
 * @property {TrainingSettings} settings
 * @property {number} trained
 * @property {number | null} iteration
 * @property {number | null} query
 * @property {string[]} panels
 * @property {import('../share/links/url.js').Fields} fields
 * @property {import('../learn/lessons/ratings-target.js').RatingsTarget | null} ratings
 * @property {import('../learn/lessons/comparison-target.js').ComparisonTarget | null} comparison
 * @property {number[] | null} order
 * @property {() => void} arrived
 */

/** Actions of the user that end the way to a target. */
const OTHERS = new Set(['load', 'train', 'pause', 'links/open']);

export class StateDriver {
  #store;
  #check;
  /** @type {Target | null} */
  #target = null;
  #isViewed = false; // whether panels and fields are those of the target
  /** The data loaded last on the way to a target. @type {{ data: string, request: DataRequest } | null} */
  #own = null;
  /** The comparison started last on the way to a target. @type {{ key: string, id: number } | null} */
  #compared = null;
  /** The dispatched action, until the listeners have got it. @type {Action | null} */
  #pending = null;

  /** @param {Store} store @param {import('../settings/settings-state.js').Check} check */
  constructor(store, check) {
    this.#store = store;
    this.#check = check;
  }

  /** @param {Target} target */
  begin(target) {
    this.#target = target;
    this.#isViewed = false;
    this.#goOn();
  }

  end() {
    this.#target = null;
  }

  /** To be called first with every action. @param {Action} action */
  notice(action) {
    if (action === this.#pending) this.#pending = null;
    else if (OTHERS.has(action.type) && this.#target) {
      this.#fail('You took over the controls before this step was ready.');
    }
  }

  /** To be called last with every action. @param {Action} action */
  follow(action) {
    if (action.type === 'load failed' && this.#target && !this.#store.get().loading) this.#fail(action.failure.message);
    this.#goOn();
  }

  /** @param {Action} action */
  #dispatch(action) {
    this.#pending = action;
    this.#store.dispatch(action);
  }

  /** @param {string} problem */
  #fail(problem) {
    this.#target = null;
    this.#dispatch({ type: 'lessons/failed', problem });
  }

  /** Dispatches the next action on the way to the target, if there is one. */
  #goOn() {
    const target = this.#target;
    if (!target || this.#pending) return;
    const state = this.#store.get();
    if (!this.#isViewed) {
      this.#isViewed = true;
      const { panels, fields, seed } = target;
      return this.#dispatch({ type: 'lessons/view', panels, fields, seed });
    }
    if (!this.#hasData(target, state)) return;
    const { run, catalog } = state;
    // The settings of the step replace all settings.
    const problem = this.#check(target.settings);
    if (!run || run.refused || run.status === 'lost' || problem) {
      return this.#fail(problem ? problemText(catalog, problem)
          : 'The data cannot be trained with the settings of this step.');
    }
    const next = this.#training(target, state, run);
    if (next === null) return;
    const action = next ?? choice(target, state, run);
    if (action) this.#dispatch(action);
    else if (isShown(target, state, run) && this.#hasViews(target, state)) {
      this.#target = null;
      target.arrived();
    }
  }

  /**
   * Returns whether the tabs Ratings and Compare and the reader's order are as the target wants them; if not,
   * dispatches the next action.
   * @param {Target} target @param {State} state
   */
  #hasViews(target, state) {
    const { ratings, comparison, order } = target;
    const { open } = state.lessons;
    const ways = [
      () => (ratings ? towardsRatings(ratings, state.ratings) : undefined),
      () => (comparison ? this.#towardsComparison(comparison, target, state) : undefined),
      () => (order && open ? towardsOrder(order, open.order) : undefined),
    ];
    for (const way of ways) {
      const next = way();
      if (next === undefined) continue;
      if (next && 'type' in next) this.#dispatch(next);
      else if (next) this.#fail(next.problem);
      return false;
    }
    return true;
  }

  /**
   * @param {import('../learn/lessons/comparison-target.js').ComparisonTarget} wanted @param {Target} target @param {State} state
   */
  #towardsComparison(wanted, target, { comparison }) {
    const key = JSON.stringify([target.data, target.settings, wanted]);
    const next = towardsComparison(wanted, comparison,
      this.#compared?.key === key && this.#compared.id === comparison.id);
    if (next && 'type' in next && next.type === 'comparison/start') this.#compared = { key, id: comparison.id + 1 };
    return next;
  }

  /**
   * Returns whether the data of the target are loaded; if not, loads them.
   * @param {Target} target
   * @param {State} state
   */
  #hasData(target, { data, loading }) {
    const own = this.#own?.data === target.data ? this.#own : null;
    if (own && data?.request === own.request) return true;
    if (own && loading?.request === own.request) return false;
    this.#own = { data: target.data, request: { ...target.request, settings: target.settings } };
    this.#dispatch({ type: 'load', request: this.#own.request });
    return false;
  }

  /**
   * Returns the next action for the run, null to wait, undefined if the run is ready.
   * @param {Target} target @param {State} state @param {Run} run
   * @returns {Action | null | undefined}
   */
  #training({ settings, trained }, state, run) {
    if (run.status === 'preparing' || run.workerLost) return null;
    if (!sameSettings(state.settings, settings)) return setAll(settings);
    const last = newest(run);
    const goesOn = run.status === 'running' && trained !== Infinity;
    if (!sameSettings(run.settings, settings) || last > trained || goesOn) return { type: 'reset' };
    if (isWorking(run)) return null;
    if (last < trained && run.status !== 'stopped') {
      return { type: 'step', steps: trained === Infinity ? TO_THE_END : trained - last, whole: true };
    }
    return run.reports.at(last) ? undefined : null;
  }
}

/**
 * Returns the next choice in the current run.
 * @param {Target} target @param {State} state @param {Run} run
 * @returns {Action | undefined}
 */
function choice({ iteration, query }, state, run) {
  const last = newest(run);
  if (state.cursor.iteration !== Math.min(iteration ?? last, last)) {
    return { type: 'cursor', iteration: iteration ?? last };
  }
  return state.query === query ? undefined : { type: 'query', query };
}

/** Whether the snapshot shows the target. @param {Target} target @param {State} state @param {Run} run */
function isShown({ query }, { snapshot, cursor, inspectorTab }, run) {
  const view = ofRun(snapshot, run);
  if (view?.iteration !== cursor.iteration || !view.rows || view.tab !== inspectorTab) return false;
  const about = view.inspection ?? view.pulls;
  return query === null || !about || about.query === query;
}
