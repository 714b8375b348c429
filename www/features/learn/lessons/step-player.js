// Plays a lesson: sets up the page for a step, keeps a snapshot of it, and restores the state from before. No DOM.

import { ownRequest } from '../../data/data-request.js';
import { FIRST_SAMPLE, sampleRequest } from '../../data/samples.js';
import { setAll } from '../../settings/settings-state.js';
import { comparisonTarget } from './comparison-target.js';
import { orderOf } from './order-target.js';
import { StateDriver } from '../../driver/state-driver.js';
import { ratingsTarget } from './ratings-target.js';
import { stateAt, viewOfState } from './step-state.js';

/** @typedef {import('./lesson-state.js').Before} Before */
/** @typedef {import('./lesson-state.js').LessonsState} State */
/** @typedef {import('./lesson-state.js').LessonsStore} Store */
/** @typedef {import('./lesson-state.js').LessonsAction} Action */
/** @typedef {import('./lesson-state.js').Open} Open */
/** @typedef {import('../../data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('../../share/links/url.js').View} View */
/** @typedef {import('../../share/links/url.js').World} World */

export class StepPlayer {
  #store;
  #world;
  #driver;

  /** @param {Store} store @param {World} world */
  constructor(store, world) {
    this.#store = store;
    this.#world = world;
    this.#driver = new StateDriver(store, world.check);
  }

  /** To be called first with every action. @param {Action} action */
  notice(action) {
    this.#driver.notice(action);
  }

  /** To be called last with every action. @param {Action} action @param {Before | null} before */
  follow(action, before) {
    if (['lessons/open', 'lessons/step', 'lessons/answer'].includes(action.type)) this.#play();
    if (action.type === 'lessons/leave') this.#driver.end();
    if (action.type === 'lessons/restore' && action.restore && before) this.#putBack(before);
    this.#driver.follow(action);
  }

  /** Sets up the page for the current step. */
  #play() {
    const { open } = this.#store.get().lessons;
    if (!open) return;
    const missing = missingBefore(open);
    const step = missing?.step ?? open.step;
    const after = missing?.after ?? open.answers[step] !== undefined;
    const wanted = wantedAt(open, step, after, this.#store.get(), this.#world);
    if (!wanted) return;
    this.#driver.begin({ ...wanted, arrived: () => {
      const snapshot = lessonSnapshot(this.#store.get());
      if (snapshot) this.#store.dispatch({ type: 'lessons/ready', step, after, snapshot });
      if (missing) this.#play();
    } });
  }

  /** @param {Before} before */
  #putBack(before) {
    const { request, seed, settings, iteration, query, panels, fields } = before;
    const trained = before.ended ? Infinity : before.trained;
    this.#driver.begin({ data: 'before', request, seed, settings, trained, iteration, query, panels, fields,
      ratings: null, comparison: null, order: null, arrived: () => {
        if (before.next) this.#store.dispatch(setAll(before.next));
      } });
  }
}

/**
 * Returns the state of a step, with its data; null if the sample does not exist.
 * @param {Open} open
 * @param {number} step
 * @param {boolean} after whether its question has been answered
 * @param {State} state
 * @param {World} world
 */
function wantedAt({ lesson }, step, after, state, world) {
  const wanted = stateAt(lesson, step, after);
  const { view } = viewOfState(wanted, world);
  const { seed, settings, iteration, query, panels, fields } = view;
  const lines = Array.isArray(wanted.data) ? wanted.data.join('\n') : wanted.data;
  const request = typeof lines === 'string' ? linesRequest(lines, state) : sampleOf(view);
  if (!request) return null;
  const data = JSON.stringify([lines ?? view.sample, request.holdOut, seed]);
  const ratings = wanted.ratings === undefined ? null : ratingsTarget(wanted.ratings).target;
  const comparison = wanted.comparison === undefined ? null : comparisonTarget(wanted.comparison).target;
  const order = wanted.order === undefined ? null : orderOf(wanted.order).order;
  return { data, request, seed, settings, trained: view.ended ? Infinity : view.trained, iteration, query, fields,
    ratings, comparison, order,
    panels: [...panels, ...(ratings ? ['ratings'] : []), ...(comparison ? ['comparison'] : [])] };
}

/** @param {string} lines @param {State} state @returns {DataRequest} */
function linesRequest(lines, state) {
  const file = new File([`${lines}\n`], 'data of the lesson');
  return { ...ownRequest(file, null, null, state), pasted: true, holdOut: false };
}

/** @param {View} view @returns {DataRequest | null} */
function sampleOf({ sample, holdOut }) {
  const request = sampleRequest(sample ?? FIRST_SAMPLE);
  return request && { ...request, holdOut: holdOut ?? request.holdOut };
}

/**
 * Returns a snapshot of the page, null before the first one.
 * @param {State} state
 * @returns {import('./expressions.js').LessonSnapshot | null}
 */
export function lessonSnapshot({ run, snapshot, cursor, ratings, comparison, lessons }) {
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
