// Plays a lesson: sets up the page for a step, keeps a snapshot of it, and restores the state from before. No DOM.

import { messageOf } from '../../../core/errors.js';
import { ownRequest } from '../../data/data-request.js';
import { UNNAMED_SAMPLE, sampleRequest } from '../../data/samples.js';
import { StateDriver } from '../../driver/state-driver.js';
import { allSettings, setAll } from '../../settings/settings-state.js';
import { comparisonTarget, towardsComparison } from './comparison-target.js';
import { orderOf, towardsOrder } from './order-target.js';
import { ratingsTarget } from './ratings-target.js';
import { stateAt, viewOfState } from './step-state.js';

/** @typedef {import('./lesson-state.js').Before} Before */
/** @typedef {import('./lesson-state.js').LessonsState} State */
/** @typedef {import('./lesson-state.js').LessonsStore} Store */
/** @typedef {import('./lesson-state.js').LessonsAction} Action */
/** @typedef {import('./lesson-state.js').Open} Open */
/** @typedef {import('../../data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('../../driver/target.js').Target} Target */
/** @typedef {import('../../share/links/url.js').View} View */
/** @typedef {import('../../share/links/url.js').World} World */

/** Why a step could not be set up, where the driver has no words for it. @type {Record<string, string>} */
const WHY = {
  user: 'You took over the controls before this step was ready.',
  lost: 'The data of this step could not be read.',
  run: 'The data cannot be trained with the settings of this step.',
};

export class StepPlayer {
  #store;
  #world;
  #driver;
  /** The data of the newest step. @type {{ key: string, request: DataRequest } | null} */
  #own = null;
  /** The comparison that was started last for a step. @type {{ key: string, id: number } | null} */
  #compared = null;
  /** How many steps were begun or left: what has been computed for an earlier one is dropped. */
  #begun = 0;

  /** @param {Store} store @param {World} world */
  constructor(store, world) {
    this.#store = store;
    this.#world = world;
    this.#driver = new StateDriver(store, world.check);
  }

  /**
   * To be called with every action.
   * @param {Action} action @param {Pick<import('./lesson-state.js').Lessons, 'open' | 'before'>} previous
   */
  follow(action, { open, before }) {
    if (['lessons/open', 'lessons/step', 'lessons/answer'].includes(action.type)) this.#play();
    // Without an open lesson, what is put back goes on.
    if (action.type !== 'lessons/leave' || !open) return;
    this.#begun += 1;
    this.#driver.end();
    if (before && !action.keep) this.#putBack(before);
  }

  /** Sets up the page for the current step. */
  #play() {
    const { open } = this.#store.get().lessons;
    if (!open) return;
    this.#begun += 1;
    const missing = missingBefore(open);
    const step = missing?.step ?? open.step;
    const after = missing?.after ?? open.answers[step] !== undefined;
    const target = this.#targetAt(open, step, after);
    if (!target) return;
    this.#begin(target, () => void this.#arrive(open, step, after).then((isPresent) => {
      if (isPresent && missing) this.#play();
    }));
  }

  /**
   * Takes the snapshot of a step that is set up, with the figures of its picture. The code for them is fetched with the
   * first picture. Resolves to whether the step is still wanted.
   * @param {Open} open @param {number} step @param {boolean} after whether its question has been answered
   */
  async #arrive({ lesson }, step, after) {
    const begun = this.#begun;
    const state = this.#store.get();
    const snapshot = lessonSnapshot(state);
    const { [step]: present } = lesson.steps;
    let picture = null;
    if (present.picture) {
      try {
        const { pictureFigures } = await import('./figures/picture-figures.js');
        if (begun !== this.#begun) return false;
        picture = await pictureFigures(present, stateAt(lesson, step, after).data, state.run?.settings,
          state.data?.request);
        if (begun !== this.#begun) return false;
      } catch (error) {
        if (begun === this.#begun) this.#store.dispatch({ type: 'lessons/failed', problem: messageOf(error) });
        return false;
      }
    }
    if (snapshot) this.#store.dispatch({ type: 'lessons/ready', step, after, snapshot: { ...snapshot, picture } });
    return true;
  }

  /** @param {Before} before */
  #putBack(before) {
    const { request, settings, next } = before;
    this.#begin({ ...placeOf(before), request: { ...request, settings: allSettings(settings) } }, () => {
      if (next) this.#store.dispatch(setAll(next));
    });
  }

  /** @param {Omit<Target, 'yieldsTo'>} target @param {() => void} arrived */
  #begin(target, arrived) {
    this.#driver.begin({ ...target, isShown: true, yieldsTo: 'controls', arrived, givenUp: ({ why = '', problem }) =>
      this.#store.dispatch({ type: 'lessons/failed', problem: WHY[why] ?? problem }) });
  }

  /**
   * Returns the state of a step, with its data; null if the sample does not exist.
   * @param {Open} open
   * @param {number} step
   * @param {boolean} after whether its question has been answered
   */
  #targetAt({ lesson }, step, after) {
    const wanted = stateAt(lesson, step, after);
    const { view } = viewOfState(wanted, this.#world);
    const { seed, settings, panels } = view;
    const lines = Array.isArray(wanted.data) ? wanted.data.join('\n') : wanted.data;
    const request = typeof lines === 'string' ? linesRequest(lines, this.#store.get()) : sampleOf(view);
    if (!request) return null;
    const data = JSON.stringify([lines ?? view.sample, request.holdOut, seed]);
    const ratings = wanted.ratings === undefined ? undefined : ratingsTarget(wanted.ratings).target;
    const comparison = wanted.comparison === undefined ? undefined : comparisonTarget(wanted.comparison).target;
    const order = wanted.order === undefined ? undefined : orderOf(wanted.order).order;
    const open = [...panels, ...(ratings ? ['ratings'] : []), ...(comparison ? ['comparison'] : [])];
    const key = JSON.stringify([data, settings, comparison]);
    return { ...placeOf({ ...view, panels: open }), ratings: ratings ?? undefined,
      request: this.#loadedOnce(data, { ...request, settings: allSettings(settings) }),
      others: [() => (comparison ? this.#towardsComparison(comparison, key) : undefined),
        () => (order ? this.#towardsOrder(order) : undefined)] };
  }

  /**
   * Returns the request by which the page has got the data of a step, or is getting them, else this one.
   * @param {string} key @param {DataRequest} request
   */
  #loadedOnce(key, request) {
    const { data, loading } = this.#store.get();
    const own = this.#own?.key === key ? this.#own.request : null;
    if (own && (data?.request === own || loading?.request === own)) return own;
    this.#own = { key, request };
    return request;
  }

  /** @param {import('./comparison-target.js').ComparisonTarget} wanted @param {string} key */
  #towardsComparison(wanted, key) {
    const { comparison } = this.#store.get();
    const isOurs = this.#compared?.key === key && this.#compared.id === comparison.id;
    const next = towardsComparison(wanted, comparison, isOurs);
    if (next && 'type' in next && next.type === 'comparison/start') this.#compared = { key, id: comparison.id + 1 };
    return next;
  }

  /** @param {number[]} wanted */
  #towardsOrder(wanted) {
    const { open } = this.#store.get().lessons;
    return open ? towardsOrder(wanted, open.order) : undefined;
  }
}

/**
 * What a target has of a link, or of the page before the lesson.
 * @param {View | Before} view @returns {Omit<Target, 'yieldsTo'>}
 */
function placeOf({ panels, fields, seed, settings, trained, ended, iteration, query }) {
  return { view: { panels, fields, seed }, settings, trained: ended ? Infinity : trained, iteration, query };
}

/** @param {string} lines @param {State} state @returns {DataRequest} */
function linesRequest(lines, state) {
  const file = new File([`${lines}\n`], 'data of the lesson');
  return { ...ownRequest(file, null, null, state), pasted: true, holdOut: false };
}

/** @param {View} view @returns {DataRequest | null} */
function sampleOf({ sample, holdOut }) {
  const request = sampleRequest(sample ?? UNNAMED_SAMPLE);
  return request && { ...request, holdOut: holdOut ?? request.holdOut };
}

/**
 * Returns a snapshot of the page, null before the first one.
 * @param {State} state
 * @returns {import('./expressions.js').LessonSnapshot | null}
 */
function lessonSnapshot({ run, snapshot, cursor, ratings, comparison, lessons }) {
  if (!run || !snapshot) return null;
  const { reports, stop, overview, settings } = run;
  const { inspection, pulls, scorer, weights, greedy } = snapshot;
  return {
    reports, stop, overview, iteration: cursor.iteration, inspection, pulls, rows: snapshot.rows ?? [],
    weights, scorer, settings, greedy,
    ratings: ratings.trained?.result ?? null, comparison: comparison.table,
    ranking: lessons.open?.order?.values ?? null,
  };
}

/**
 * Returns the first earlier step whose snapshot is missing, because a link may open a lesson in the middle.
 * @param {Open} open
 */
function missingBefore({ lesson, step: present, remembered, answers }) {
  for (const [step, { remember, question }] of lesson.steps.slice(0, present + 1).entries()) {
    // The snapshot of the current step's question follows its answer.
    const isDue = step < present || answers[step] !== undefined;
    if (remember && !remembered[remember] && isDue) return { step, after: false };
    if (question?.remember && !remembered[question.remember] && step < present) return { step, after: true };
  }
  return null;
}
