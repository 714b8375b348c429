// The worker of ratings: reads them, trains in slices, and shows users under any row of U. The page may end it at any
// moment.

import { Factorization, check_factorization, factorization_defaults, generated_ratings_defaults }
  from '../wasm/rankscope.js';
import { breakdownOf, failureOf, faultOf, problemOf } from '../core/errors.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panic-log.js';
import { Superseded, UnusableFile, readRatings } from './read-ratings.js';
import { SliceBudget } from './slice-budget.js';
import { yieldToMessages } from './yield.js';

/** @typedef {import('../core/ratings-protocol.js').ToRatings} ToRatings */
/** @typedef {import('../core/ratings-protocol.js').FromRatings} FromRatings */
/** @typedef {import('../core/ratings-protocol.js').Step} Step */
/** @typedef {import('../wasm/rankscope.js').Ratings} Ratings */

const POST = 100; // ms between two progress messages
const TOP = 10; // items of a user's list
const USERS = 200; // whose slacks are computed in a slice

/** @type {{ ratings: Ratings, titles: Map<string, string> } | null} */
let data = null;
let loads = 0;
/** The newest reading; a run waits for it. @type {Promise<void>} */
let reading = Promise.resolve();
/** The run in training; 0 for none. */
let training = 0;
/** The last trained run, which is shown. @type {{ run: number, factorization: Factorization } | null} */
let lastRun = null;

/** Listens to the page. */
export function serveRatings() {
  self.onmessage = (/** @type {MessageEvent<ToRatings>} */ { data: message }) => {
    handle(message).catch((error) => {
      training = 0;
      post({ type: 'crashed', message: breakdownOf(error, takePanic()) });
    });
  };
  post({ type: 'awake', settings: factorization_defaults(), generated: generated_ratings_defaults() });
  void holdLifeline((lock) => post({ type: 'lock', lock }));
}

/** @param {ToRatings} message */
async function handle(message) {
  switch (message.type) {
    case 'read':
      reading = read(message);
      return reading;
    case 'check': return check(message);
    case 'train': return train(message);
    case 'taste': return taste(message);
    default:
      training = 0;
      post({ type: 'cancelled' });
  }
}

/** @param {Extract<ToRatings, { type: 'read' }>} message */
async function read({ load, source, grades }) {
  training = 0;
  loads = load;
  try {
    const next = await readRatings(source, grades, async (ratings) => {
      post({ type: 'reading', load, ratings });
      await yieldToMessages();
      if (loads !== load) throw new Superseded();
    });
    if (loads !== load) return next.ratings.free();
    data?.ratings.free();
    data = next;
    post({ type: 'read', load, report: data.ratings.report() });
  } catch (error) {
    if (error instanceof Superseded) return;
    const known = error instanceof UnusableFile ? faultOf(error.cause) : faultOf(error);
    if (!known && !(error instanceof UnusableFile)) throw error;
    const { problems, total } = failureOf(error instanceof UnusableFile ? error.cause : error);
    post({ type: 'unreadable', load, failure: { message: failureOf(error).message, problems, total } });
  }
}

/** Checks settings, and counts what their filters leave. @param {Extract<ToRatings, { type: 'check' }>} message */
function check({ check: number, settings }) {
  try {
    check_factorization(settings);
    const filtered = data?.ratings.filter_for(settings);
    post({ type: 'checked', check: number, problem: null, kept: filtered?.left_out() ?? null });
    filtered?.free();
  } catch (error) {
    if (!faultOf(error)) throw error;
    post({ type: 'checked', check: number, problem: problemOf(error), kept: null });
  }
}

/** @param {Extract<ToRatings, { type: 'train' }>} message */
async function train({ run, settings }) {
  training = run;
  /** @type {Ratings | undefined} */
  let filtered;
  /** @type {Factorization | undefined} */
  let work;
  try {
    await reading;
    if (!data) throw new Error('a run came before the ratings');
    filtered = data.ratings.filter_for(settings);
    work = new Factorization(filtered, settings);
    const slices = await advance(run, work);
    const slacks = slices && await slacksOf(run, work, filtered.users().length);
    if (slices && slacks) {
      lastRun?.factorization.free();
      lastRun = { run, factorization: work };
      post({ type: 'trained', run, result: slices.result, kept: given(filtered.left_out()), slacks,
        factors: factorsOf(work, filtered, settings.rank ?? 1), slowest: slices.slowest });
      work = undefined;
    }
  } catch (error) {
    if (!faultOf(error)) throw error;
    post({ type: 'refused', run, problem: problemOf(error) });
  }
  // Not reached after a panic, because such a core must not be called again.
  work?.free();
  filtered?.free();
  if (training === run) training = 0;
}

/**
 * Trains to the end; null if another message ended it.
 * @param {number} run @param {Factorization} work
 */
async function advance(run, work) {
  const budget = new SliceBudget();
  let [posted, slowest, done, of] = [0, 0, 0, 1];
  /** @type {Step[]} */
  let steps = [];
  while (training === run) {
    const before = performance.now();
    const progress = work.advance(budget.size);
    const now = performance.now();
    budget.adapt(now - before);
    slowest = Math.max(slowest, now - before);
    if (progress.kind === 'working') ({ done, of } = progress);
    if (progress.kind === 'stepped') {
      const { c, is_final: isFinal, step, held_out: heldOut = null } = progress;
      steps.push({ c, isFinal, step, heldOut });
    }
    if (progress.kind === 'finished' || now - posted > POST) {
      posted = now;
      post({ type: 'progress', run, done, of, steps });
      steps = [];
    }
    if (progress.kind === 'finished') return { result: progress.result, slowest };
    await yieldToMessages();
  }
  return null;
}

/** @param {number} run @param {Factorization} work @param {number} users */
async function slacksOf(run, work, users) {
  const all = [];
  for (let from = 0; from < users; from += USERS) {
    all.push(...work.slacks(from, USERS));
    await yieldToMessages();
    if (training !== run) return null;
  }
  return all;
}

/** @param {Factorization} work @param {Ratings} kept @param {number} rank */
function factorsOf(work, kept, rank) {
  const items = kept.items();
  return { rank, users: kept.users(), items, titles: items.map((item) => data?.titles.get(item) ?? ''),
    tastes: work.user_factors(), places: work.item_factors(), biases: work.item_biases() };
}

/** Shows a user. @param {Extract<ToRatings, { type: 'taste' }>} message */
function taste({ request, run, user, taste: row }) {
  if (lastRun?.run !== run) return post({ type: 'untasted', request, message: 'This run is no longer in memory.' });
  try {
    const { factorization } = lastRun;
    const rated = factorization.user(user);
    const view = factorization.taste(user, Float64Array.from(row), TOP);
    post({ type: 'tasted', request, run, user, rated, view });
  } catch (error) {
    if (!faultOf(error)) throw error;
    post({ type: 'untasted', request, message: problemOf(error).message });
  }
}

/** @template T @param {T | undefined} value @returns {T} */
function given(value) {
  if (value === undefined) throw new Error('filtered ratings have no report of the filter');
  return value;
}

/** @param {FromRatings} message */
function post(message) {
  self.postMessage(message);
}
