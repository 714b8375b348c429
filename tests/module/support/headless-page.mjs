// The page without its views: the store, the engine with its worker, the lesson player, comparisons and ratings.

import { endThreads } from './page-globals.mjs';
import { startComparisons } from '../../../www/features/library/comparison/comparison-start.js';
import { startRatingsRunner } from '../../../www/features/ratings/ratings-runner.js';
import { FIRST_SAMPLE, SAMPLES, UNNAMED_SAMPLE } from '../../../www/features/data/samples.js';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../../www/app/parts.js';
import { catalog, check, start } from '../../../www/core/core.js';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { REQUESTS } from '../../../www/app/requests.js';
import { createStore } from '../../../www/store/store.js';
import { startEngine } from '../../../www/engine/engine.js';
import { measuresOfOrder } from '../../../www/features/learn/lessons/order-measures.js';
import { startLessonPlayer } from '../../../www/features/learn/lessons/player.js';

/** @typedef {import('../../../www/app/reducer.js').AppStore} AppStore */
/** @typedef {import('../../../www/app/reducer.js').State} State */
/** @typedef {{ store: AppStore, until: (isSo: (state: State) => unknown, what: string) => Promise<State>,
 *   close: () => Promise<void> }} HeadlessPage */

/** Milliseconds without any action after which a wait fails. */
const STALL = 90_000;

/** @returns {Promise<HeadlessPage>} */
export async function headlessPage() {
  await start();
  /** What went wrong in the reducer or in a listener. @type {unknown[]} */
  const errors = [];
  const store = /** @type {AppStore} */ (createStore(initialState(catalog(), 'system'), reduce,
    (error) => errors.push(error)));
  startEngine(store, check, REQUESTS);
  startComparisons(store);
  startRatingsRunner(store);
  startLessonPlayer(store, { catalog: store.get().catalog, check, samples: SAMPLES, first: FIRST_SAMPLE, unnamed: UNNAMED_SAMPLE,
    panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE });
  store.subscribe(({ snapshot, lessons }) => measureOrder(store, snapshot, lessons.open?.order ?? null));
  return {
    store,
    until: (isSo, what) => until(store, errors, isSo, what),
    close: endThreads,
  };
}

/**
 * Returns the state once it is as wanted. Fails after an error, or when nothing has happened for long.
 * @param {AppStore} store @param {unknown[]} errors @param {(state: State) => unknown} isSo @param {string} what
 * @returns {Promise<State>}
 */
function until(store, errors, isSo, what) {
  return new Promise((resolve, reject) => {
    let last = 'none';
    const late = setTimeout(() => end(new Error(`${what}: nothing happens; the last action was ${last}`)), STALL);
    const stop = store.subscribe((_state, { type }) => {
      last = type;
      late.refresh();
      look();
    });
    /** @param {unknown} [error] */
    const end = (error) => {
      clearTimeout(late);
      stop();
      if (error) reject(error);
      else resolve(store.get());
    };
    const look = () => {
      if (errors.length) end(errors[0]);
      else if (isSo(store.get())) end();
    };
    look();
  });
}

/**
 * Has the core measure the reader's order, as the view of the order does.
 * @param {AppStore} store @param {State['snapshot']} snapshot
 * @param {import('../../../www/features/learn/lessons/order-target.js').Order | null} order
 */
function measureOrder(store, snapshot, order) {
  const documents = snapshot?.inspection?.documents ?? [];
  if (!order || order.values || documents.length !== order.list.length) return;
  store.dispatch({ type: 'lessons/order', list: order.list,
    values: measuresOfOrder(order.list.map((document) => documents[document].grade)) });
}
