// Turns actions of the user into messages to the worker, and replies into actions. Replaces a lost worker. No DOM.

import { paceOf } from '../features/settings/pace.js';
import { STEP_LIMIT, isWorking, newest } from '../features/run/training/run-state.js';
import { LoadRequests } from './load-requests.js';
import { refusal } from './refusal.js';
import { requestQueue } from './request-queue.js';
import { WorkerHandle } from './worker-handle.js';

/** @typedef {import('../core/protocol.js').Reply} Reply */
/** @typedef {import('../core/protocol.js').WorkerRequest} WorkerRequest */
/**
 * @typedef {import('../features/library/runs/runs-state.js').RunsState & { inspectorTab: string }
 *   & import('../features/share/model-file/model-file-state.js').ModelFileSlice} State
 */
/** @typedef {import('../features/run/training/run-state.js').Run} Run */
/** @typedef {import('./load-requests.js').Load} Load */
/**
 * Replies that the engine handles itself.
 * @typedef {'progress' | 'request failed' | 'request dropped' | 'crashed' | 'not started'} Handled
 */
/**
 * Every other reply is an action.
 * @typedef {import('../features/run/training/training-state.js').TrainingAction
 *   | import('../features/inspect/inspector/inspector-state.js').InspectorAction
 *   | Exclude<Reply, { type: Handled }>} Action
 */

const TRIES = 3; // workers in a row that do not start, after which no other is started by itself
/** Actions that have the worker do something. */
const ORDERS = new Set(['load', 'load anyway', 'train', 'step', 'reset']);
const SETTLE = 250; // ms without a change of settings before an untrained run is prepared again

/**
 * @template {State} Whole
 * @param {import('../store/store.js').Store<Whole, Action>} store
 * @param {import('../features/settings/settings-state.js').Check} check why settings cannot be trained
 * @param {import('../core/protocol.js').RequestKind<Whole>[]} requests the requests of all panels
 */
export function startEngine(store, check, requests) {
  const worker = new WorkerHandle((message) => engine.receive(message),
    (why, neverStarted) => engine.lose(why, neverStarted));
  const queue = requestQueue(store, (message) => worker.post(message), requests);
  const engine = new Engine(store, check, worker, queue);
  engine.start();
}

class Engine {
  #store;
  #check;
  #worker;
  #queue;
  #loads;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  /** How many workers in a row did not start. */
  #failedStarts = 0;

  /**
   * @param {import('../store/store.js').Store<State, Action>} store
   * @param {import('../features/settings/settings-state.js').Check} check
   * @param {WorkerHandle} worker
   * @param {ReturnType<typeof requestQueue>} queue
   */
  constructor(store, check, worker, queue) {
    this.#store = store;
    this.#check = check;
    this.#worker = worker;
    this.#queue = queue;
    this.#loads = new LoadRequests(store, (message) => worker.post(message));
  }

  start() {
    this.#worker.start();
    this.#store.subscribe((state, action, previous) => {
      if (this.#failedStarts >= TRIES && ORDERS.has(action.type)) this.#startAnew();
      this.#followData(state, action, previous);
      if (state.settings !== previous.settings) this.#followSettings(state, previous);
      this.#followRun(state, action, previous);
      if (state.runs.agreement?.request !== previous.runs.agreement?.request) this.#compareRuns(state);
      if (state.modelfile.asked?.request !== previous.modelfile.asked?.request) this.#applyModel(state);
      if (state.modelfile.scores?.request !== previous.modelfile.scores?.request) this.#explainScores(state);
      if (state.modelfile.ways?.request !== previous.modelfile.ways?.request) this.#followDocuments(state);
      this.#queue.consider();
    });
  }

  /** @param {Reply} message */
  receive(message) {
    this.#queue.arrived(message);
    if (message.type !== 'not started') this.#failedStarts = 0;
    switch (message.type) {
      case 'request failed': return this.#refuse(message);
      case 'request dropped': return this.#queue.consider();
      case 'run failed': return this.#failRun(message);
      case 'crashed': return this.lose(message.message);
      case 'not started': return this.lose(message.message, true);
      case 'progress': return this.#store.dispatch({ ...message, type: 'loading' });
      case 'loaded':
        // Loading ended just before it was cancelled or replaced, so the worker now holds data that are not wanted.
        if (!this.#loads.isWanted(message.load)) return this.#replace();
        this.#loads.arrived(message.load);
        return this.#store.dispatch(message);
      default: return this.#store.dispatch(message);
    }
  }

  /**
   * Handles the loss of the worker. One that did not start had no fault in its data or its run: these are tried again
   * with the next one, without a word. After some tries the page says so, and waits for an order.
   * @param {string} why @param {boolean} [neverStarted] whether it did not start
   */
  lose(why, neverStarted = false) {
    this.#failedStarts += Number(neverStarted);
    const isOver = this.#failedStarts >= TRIES;
    if (isOver || !neverStarted) this.#store.dispatch({ type: 'worker lost', message: why, neverStarted });
    if (!isOver) this.#restart();
  }

  /** Replaces a worker that still works, keeping data and run. */
  #replace() {
    this.#store.dispatch({ type: 'worker replaced' });
    this.#restart();
    const { run } = this.#store.get();
    if (run?.status === 'lost' && !run.reports.length && !run.refused) this.#store.dispatch({ type: 'reset' });
  }

  /** Starts a new worker with the data, the run and the requests of the previous one. */
  #restart() {
    this.#startAnew();
    const { run } = this.#store.get();
    if (run?.workerLost && run.status !== 'lost') this.#revive(run);
    this.#compareRuns(this.#store.get());
    this.#applyModel(this.#store.get());
    this.#explainScores(this.#store.get());
    this.#followDocuments(this.#store.get());
  }

  /** Starts a new worker with the data of the previous one. */
  #startAnew() {
    this.#worker.restart();
    this.#queue.clear();
    this.#loads.again();
  }

  /** @param {Extract<Reply, { type: 'request failed' }>} message */
  #refuse({ run, request, failure }) {
    if (request === 'try all') this.#store.dispatch({ type: 'inspector/failed' });
    if (run !== this.#store.get().run?.id) return;
    this.#store.dispatch({ type: 'alert', alert: refusal(request, failure) });
  }

  /** @param {Extract<Reply, { type: 'run failed' }>} message */
  #failRun(message) {
    this.#store.dispatch(message);
    // The previous run is current again, but its worker was replaced.
    const { run } = this.#store.get();
    if (!run || this.#worker.hasPrepared(run.id)) return;
    this.#store.dispatch({ type: 'worker replaced' });
    const back = this.#store.get().run;
    if (back) this.#revive(back);
  }

  /** @param {State} state @param {Action} action @param {State} previous */
  #followData({ loading, loadCount }, { type }, previous) {
    if (loadCount !== previous.loadCount && loading) void this.#loads.begin(loading);
    if (type === 'load anyway' && loading) this.#loads.send(loading);
    if (type !== 'cancel load' || !previous.loading) return;
    const { load } = previous.loading;
    if (!this.#loads.cancel(load)) return;
    this.#worker.postOrElse({ type: 'cancel', load }, () => this.#replace());
  }

  /** @param {State} state @param {State} previous */
  #followSettings({ settings, run }, previous) {
    const problem = this.#check(settings);
    this.#store.dispatch({ type: 'problem', problem });
    clearTimeout(this.#settling);
    if (!run || run !== previous.run || newest(run) > 0 || isWorking(run) || problem) return;
    this.#settling = setTimeout(() => {
      const { run: now } = this.#store.get();
      if (newest(now) === 0 && !isWorking(now)) this.#store.dispatch({ type: 'reset' });
    }, SETTLE);
  }

  /** @param {State} state @param {Action} action @param {State} previous */
  #followRun({ run, runCount }, { type }, previous) {
    if (!run) return;
    const isChanged = run.status !== previous.run?.status;
    // The worker still has a run that became current again after a failed one.
    if (run.id !== previous.run?.id && run.id === runCount && type !== 'run failed') this.#begin(run);
    else if ((type === 'train' || type === 'step') && isChanged) {
      if (previous.run?.status === 'lost') this.#revive(run);
      else this.#goOn(run);
    }
    if (type === 'pace' && run.status === 'running') this.#goOn(run);
    if (type === 'pause' && isChanged) this.#worker.post({ type: 'pause', run: run.id });
  }

  /** @param {Run} run */
  #begin(run) {
    // It has the present settings, so there is nothing left to prepare again.
    clearTimeout(this.#settling);
    const message = /** @type {const} */ ({
      type: 'prepare', run: run.id, settings: run.settings, again: -1, stepLimit: STEP_LIMIT,
    });
    this.#worker.postOrElse(message, () => {
      this.#restart();
      this.#worker.post(message);
      this.#goOn(this.#store.get().run);
    });
    this.#goOn(run);
  }

  /** @param {Run | null} run */
  #goOn(run) {
    // Once the page has shown the cost, Train means that the user accepts it.
    const anyway = Boolean(run?.overview);
    if (run?.status === 'running') {
      this.#worker.post({ type: 'go', run: run.id, pace: paceOf(this.#store.get().pace), anyway });
    }
    if (run?.status === 'stepping') this.#worker.post({ type: 'step', run: run.id, steps: run.steps ?? 1, anyway });
  }

  /** Replays the iterations of the reports, so that they can be shown and training can continue. @param {Run} run */
  #revive(run) {
    const again = run.reports.length - 1;
    this.#worker.post({ type: 'prepare', run: run.id, settings: run.settings, again, stepLimit: Infinity });
    this.#goOn(run);
  }

  /** Asks about the model of a file, unless the question is answered. @param {State} state */
  #applyModel({ modelfile: { asked, answer } }) {
    if (asked && answer?.request !== asked.request) this.#worker.post({ type: 'apply model', ...asked });
  }

  /** Asks about two scores of that model, unless the question is answered. @param {State} state */
  #explainScores({ modelfile: { scores } }) {
    if (!scores || scores.answer) return;
    const { answer, ...question } = scores;
    this.#worker.post({ type: 'explain scores', ...question });
  }

  /** Asks about the ways of two documents in that model, unless the question is answered. @param {State} state */
  #followDocuments({ modelfile: { ways } }) {
    if (!ways || ways.answer) return;
    const { answer, ...question } = ways;
    this.#worker.post({ type: 'follow documents', ...question });
  }

  /** Requests the comparison of two kept runs, if the page waits for it. @param {State} state */
  #compareRuns({ runs: { agreement } }) {
    if (agreement?.status !== 'working') return;
    const { request, first, second, part, measure, p } = agreement;
    this.#worker.post({ type: 'agree', request, first, second, part, measure, p });
  }
}
