// The handle on the worker of ratings: starts it, sends it what the state asks for, and replaces it if it is lost.
//
// One request is on its way at a time. A new run replaces the run that is shown only when it is trained. If the worker
// does not answer Cancel in time, it is ended; the next run starts another worker, which reads the same source again.
// Links open the tab, but have no fields for ratings.

import { startWorker } from '../../core/start-worker.js';
import { watchLifeline } from '../../lib/worker-lifeline.js';
import { shownRow } from './ratings-state.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('./ratings-state.js').RatingsState} State */
/** @typedef {import('../../core/ratings-protocol.js').ToRatings} ToRatings */
/** @typedef {import('../../core/ratings-protocol.js').FromRatings} FromRatings */

const PATIENCE = 150; // ms until a worker that does not answer Cancel is replaced

/** Starts the worker, which lives as long as the page. @param {Store} store */
export function startRatingsRunner(store) {
  new RatingsRunner(store).start();
}

class RatingsRunner {
  #store;
  /** @type {Worker | null} */
  #worker = null;
  #check = 0;
  #request = 0;
  /** Whether a request about a user is on its way, and whether another one waits. */
  #isAsking = false;
  #asksAgain = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  start() {
    this.#spawn();
    this.#store.subscribe((state, action, previous) => this.#follow(state, action, previous));
  }

  #spawn() {
    const worker = startWorker('ratings');
    this.#worker = worker;
    this.#isAsking = false;
    worker.onmessage = ({ data }) => { if (this.#worker === worker) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#lose(event.message || 'The worker of ratings could not be started.');
    };
  }

  /** @param {ToRatings} message */
  #post(message) {
    this.#worker?.postMessage(message);
  }

  /** @param {string} message */
  #lose(message) {
    clearTimeout(this.#patience);
    this.#worker?.terminate();
    this.#worker = null;
    this.#store.dispatch({ type: 'ratings/lost', message });
  }

  /** Ends a worker that does not answer Cancel. What was asked for since then goes to the next one. */
  #replace() {
    const { loading, run } = this.#store.get().ratings;
    if (!loading && run?.status !== 'training') {
      return this.#lose('The worker did not answer and was replaced. Train again.');
    }
    this.#worker?.terminate();
    this.#spawn();
    this.#store.dispatch({ type: 'ratings/replaced' });
  }

  /** A worker is started when it is needed again. */
  #needWorker() {
    if (!this.#worker) this.#spawn();
  }

  /** @param {Worker} worker @param {FromRatings} message */
  #receive(worker, message) {
    const { dispatch, get } = this.#store;
    if (message.type === 'crashed') return this.#lose(message.message);
    if (message.type === 'lock') {
      return void watchLifeline(message.lock, () => {
        if (this.#worker === worker) this.#lose('The browser ended its worker.');
      });
    }
    if (message.type === 'cancelled') return clearTimeout(this.#patience);
    if (message.type === 'checked' && message.check !== this.#check) return;
    dispatch({ type: 'ratings/message', message });
    if (message.type === 'awake') this.#greet(get());
    if (message.type !== 'tasted' && message.type !== 'untasted') return;
    this.#isAsking = false;
    if (this.#asksAgain) this.#ask(get());
  }

  /** Sends a new worker what the one before had. @param {State} state */
  #greet({ ratings }) {
    const { source, loads, settings, data, loading } = ratings;
    if (source && (data || loading)) this.#post({ type: 'read', load: loads, source, grades: settings.grades ?? '' });
    this.#sendCheck(settings);
    const { run } = ratings;
    if (run?.status === 'training') this.#post({ type: 'train', run: run.id, settings: run.settings });
  }

  /** @param {State['ratings']['settings']} settings */
  #sendCheck(settings) {
    this.#check += 1;
    this.#post({ type: 'check', check: this.#check, settings });
  }

  /** @param {State} state @param {import('./ratings-state.js').RatingsAction} action @param {State} previous */
  #follow({ ratings: now }, action, { ratings: before }) {
    if (now === before) return;
    if (action.type === 'ratings/open' || action.type === 'ratings/train') this.#needWorker();
    if (!now.isAwake) return;
    const { settings, source } = now;
    if (now.loads !== before.loads && source) {
      this.#post({ type: 'read', load: now.loads, source, grades: settings.grades ?? '' });
    }
    if (settings !== before.settings || now.data !== before.data) this.#sendCheck(settings);
    // Grades are made while ratings are read.
    if (source && before.isAwake && settings.grades !== before.settings.grades && isGrades(settings.grades)) {
      this.#store.dispatch({ type: 'ratings/open', source });
    }
    this.#followRun(now, before, action);
    const isShown = now.trained?.isLive;
    if (isShown && (now.trained !== before.trained || now.user !== before.user || now.arrow !== before.arrow)) {
      this.#ask({ ratings: now });
    }
  }

  /**
   * @param {State['ratings']} now @param {State['ratings']} before
   * @param {import('./ratings-state.js').RatingsAction} action
   */
  #followRun(now, before, action) {
    if (now.run && now.run.id !== before.run?.id && before.isAwake) {
      this.#post({ type: 'train', run: now.run.id, settings: now.run.settings });
    } else if (action.type === 'ratings/cancel' && now.run !== before.run) {
      this.#post({ type: 'cancel' });
      this.#patience = setTimeout(() => this.#replace(), PATIENCE);
    }
  }

  /** Requests the shown user. Of several changes the newest counts. @param {Pick<State, 'ratings'>} state */
  #ask({ ratings }) {
    const { trained, user } = ratings;
    this.#asksAgain = this.#isAsking;
    if (this.#isAsking || !trained?.isLive) return;
    this.#isAsking = true;
    this.#request += 1;
    this.#post({ type: 'taste', request: this.#request, run: trained.run, user, taste: shownRow(ratings) });
  }
}

/** @param {unknown} grades */
const isGrades = (grades) => grades === 'ceil' || grades === 'double';
