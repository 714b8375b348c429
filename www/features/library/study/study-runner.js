// Runs studies: opens them at the desk, a worker that keeps the results, trains cells in a pool, and puts the progress
// into the state. Results stay on the device, so a changed study trains only what is new.

import { failureOf } from '../../../core/errors.js';
import { startWorker } from '../../../core/start-worker.js';
import { isOpen } from '../../../store/panels.js';
import { watchLifeline } from '../../../lib/worker-lifeline.js';
import { throttle } from '../../../ui/throttle.js';
import { download } from '../../../ui/download.js';
import { poolSize } from '../comparison/comparison-plan.js';
import { openCell } from './open-cell.js';
import { openRatingsCell } from './open-ratings-cell.js';
import { EXPORTS, fileName } from './export-files.js';
import { ResultStorage } from './result-storage.js';
import { fetchSampleFiles } from './sample-files.js';
import { StudyPool } from './study-pool.js';
import { studyOfFiles, studyOfLink } from './study-source.js';
import { matchFiles, secondsLeft, toTrain, workOf } from './study-plan.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('./study-state.js').StudyState} State */
/** @typedef {import('./study-state.js').StudyView} StudyView */
/** @typedef {import('./study-state.js').CellMark} CellMark */
/** @typedef {import('../../../core/study-protocol.js').FromStudy} FromStudy */
/** @typedef {import('../../../core/study-protocol.js').Opening} Opening */
/** @typedef {import('../../../core/study-protocol.js').StudyResult} StudyResult */

const SHOW_INTERVAL = 150; // ms between two changes of the state while a study runs
const NOTHING = { outline: null, cells: null, failure: null, missing: [], marks: [], reasons: new Map(), trainings: 0,
  measured: null, listed: null, pointed: null, note: '', left: null, seconds: 0,
  status: /** @type {const} */ ('none') };

/** Starts the desk, which lives as long as the page. @param {Store} store */
export function startStudyRunner(store) {
  new StudyRunner(store).start();
}

class StudyRunner {
  #store;
  /** @type {Worker | null} */
  #desk = null;
  /** @type {StudyPool | null} */
  #pool = null;
  /** Number of the newest study. */
  #opens = 0;
  /** @type {Opening | null} */
  #opening = null;
  /** Results of all studies of this visit by their keys. @type {Map<string, StudyResult>} */
  #known = new Map();
  #storage = new ResultStorage();
  /** @type {CellMark[]} */
  #marks = [];
  /** Time and work of the running study. */
  #work = { began: 0, done: 0, all: 0, cells: 0, trainings: 0 };
  #show = throttle(SHOW_INTERVAL, () => this.#showNow());

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  start() {
    this.#spawn();
    this.#store.subscribe((state, action, previous) => this.#follow(state, action, previous));
    void this.#storage.isThere().then((isKept) => this.#set({ isKept }));
    const { wanted, linked } = this.#study;
    if (wanted) void this.#take(wanted);
    else if (linked) void this.#followLink(linked);
  }

  get #study() {
    return this.#store.get().study;
  }

  /** @param {Partial<StudyView>} change */
  #set(change) {
    this.#store.dispatch({ type: 'study/set', change });
  }

  #spawn() {
    const worker = startWorker('study');
    this.#desk = worker;
    worker.onmessage = ({ data }) => { if (this.#desk === worker) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#desk === worker) this.#lose(event.message || 'The worker of studies could not be started.');
    };
  }

  /** @param {import('../../../core/study-protocol.js').ToStudy} message */
  #post(message) {
    this.#desk?.postMessage(message);
  }

  /** Results stay, and another desk gets them with the next study. @param {string} message */
  #lose(message) {
    this.#desk?.terminate();
    this.#desk = null;
    this.#stop();
    const status = this.#study.status === 'running' ? 'failed' : this.#study.status;
    this.#set({ isAwake: false, crash: message, cells: null, status, note: '' });
  }

  #stop() {
    this.#pool?.stop();
    this.#pool = null;
  }

  /** @param {State} state @param {any} action @param {State} previous */
  #follow(state, action, previous) {
    const [{ study: now }, { study: before }] = [state, previous];
    // A worker that could not be fetched is fetched again with the view.
    if (!this.#desk && !now.builtIns.length && isOpen(state, 'study') && !isOpen(previous, 'study')) {
      this.#set({ crash: '' });
      this.#spawn();
    }
    switch (action.type) {
      case 'study/choose':
        // Another press of the same study does not end its run.
        if (now.status === 'running' && now.chosen?.isBuiltIn && now.chosen.name === action.name) return;
        return void this.#followLink(action.name);
      case 'study/run': return this.#run();
      case 'study/cancel': return this.#end('cancelled', 'Cancelled.');
      case 'study/queries': return this.#post({ type: 'queries', row: action.row });
      case 'study/export': return this.#post({ type: 'export', what: action.what });
      case 'study/forget':
        this.#known.clear();
        void this.#storage.clear();
        return now.chosen && this.#open(now.chosen);
      case 'study/open': return this.#post({ type: 'run', cell: action.cell });
      default:
        if (now.wanted && now.wanted !== before.wanted) void this.#take(now.wanted);
        if (now.linked && now.linked !== before.linked) void this.#followLink(now.linked);
    }
  }

  /** Reads chosen files: a study, data of the study, or both. @param {File[]} files */
  async #take(files) {
    this.#set({ wanted: null });
    const { chosen, refused } = await studyOfFiles(files, this.#study.chosen);
    if (chosen) this.#open(chosen);
    else if (refused) this.#refuse(refused);
  }

  /** Opens the study of a link, a built-in one once their names are known. @param {string} linked */
  async #followLink(linked) {
    if (!linked.startsWith('~') && !this.#study.builtIns.length) return;
    this.#set({ linked: null });
    const { chosen, refused } = await studyOfLink(linked, this.#study.builtIns);
    if (chosen) this.#open(chosen);
    else if (refused) this.#refuse(refused);
  }

  /** @param {import('./study-source.js').Refused} refused */
  #refuse({ name, message }) {
    this.#stop();
    this.#set({ ...NOTHING, chosen: { name, isBuiltIn: false, text: '', files: [] }, faulty: name,
      failure: { message, problems: [], total: 0 } });
  }

  /** @param {import('./study-state.js').Chosen} chosen */
  #open(chosen) {
    this.#stop();
    this.#opens += 1;
    this.#opening = { open: this.#opens, text: chosen.text, files: [] };
    this.#set({ ...NOTHING, chosen, crash: '' });
    // A desk that is not awake yet gets the study when it is.
    if (this.#study.isAwake) this.#post({ type: 'open', ...this.#opening });
    else if (!this.#desk) this.#spawn();
  }

  /** @param {Worker} worker @param {FromStudy} message */
  #receive(worker, message) {
    if ('open' in message && message.open !== this.#opens) return;
    switch (message.type) {
      case 'awake':
        this.#set({ isAwake: true, builtIns: message.builtIns });
        if (this.#opening) this.#post({ type: 'open', ...this.#opening });
        if (this.#study.linked) void this.#followLink(this.#study.linked);
        return;
      case 'lock': return void watchLifeline(message.lock, () => {
        if (this.#desk === worker) this.#lose('The browser ended its worker.');
      });
      case 'planned': return this.#planned(message.outline);
      case 'opened': return void this.#opened(message.open, message.cells);
      case 'unusable':
        // The study is there, and its data are not.
        return this.#set(this.#study.missing.length ? {}
          : { failure: message.failure, faulty: message.file ?? this.#study.chosen?.name ?? '', cells: null });
      case 'measured': return this.#set({ measured: message.measured });
      case 'queries': return this.#set({ listed: { row: message.row, queries: message.queries } });
      case 'exported': {
        const { type, extension } = EXPORTS[message.what];
        return download(message.text, type, fileName(this.#study, message.what, extension));
      }
      case 'run': return openCell(this.#store, message);
      case 'ratings': return openRatingsCell(this.#store, message);
      case 'crashed': return this.#lose(message.message);
      default:
    }
  }

  /** @param {import('./study-state.js').StudyOutline} outline */
  #planned(outline) {
    const { chosen } = this.#study;
    const { found, missing } = matchFiles(outline.files, chosen?.files ?? []);
    if (chosen?.isBuiltIn && missing.length) return void this.#fetch(chosen, missing);
    this.#set({ outline, missing });
    // The data are read once all of them are there.
    if (!this.#opening || missing.length || !found.length || this.#opening.files.length) return;
    this.#opens += 1;
    this.#opening = { ...this.#opening, open: this.#opens, files: found };
    this.#post({ type: 'open', ...this.#opening });
  }

  /** @param {import('./study-state.js').Chosen} chosen a built-in study @param {string[]} names of its data files */
  async #fetch(chosen, names) {
    try {
      const files = await fetchSampleFiles(names);
      if (this.#study.chosen === chosen) this.#open({ ...chosen, files });
    } catch (error) {
      if (this.#study.chosen === chosen) this.#set({ failure: failureOf(error), faulty: chosen.name, cells: null });
    }
  }

  /** @param {number} open @param {import('./study-state.js').CellPlan[]} cells */
  async #opened(open, cells) {
    const keys = new Set(cells.map(({ key }) => key).filter((key) => !this.#known.has(key)));
    for (const [key, result] of await this.#storage.read([...keys])) this.#known.set(key, result);
    if (open !== this.#opens) return;
    this.#marks = cells.map(() => 'queued');
    this.#set({ cells, marks: this.#marks, reasons: new Map(), failure: null });
    const known = cells.flatMap(({ cell, key }) => {
      const result = this.#known.get(key);
      return result ? [{ ...result, cell }] : [];
    });
    this.#results(known);
    this.#showNow();
    if (known.length === cells.length) this.#set({ status: 'done' });
  }

  /** Marks cells with results, and passes the results to the desk. @param {StudyResult[]} results */
  #results(results) {
    if (!results.length) return;
    const reasons = new Map(this.#study.reasons);
    for (const { cell, isComplete, failure } of results) {
      this.#marks[cell] = failure !== null ? 'failed' : isComplete ? 'done' : 'unconverged';
      if (failure !== null) reasons.set(cell, failure);
    }
    if (reasons.size !== this.#study.reasons.size) this.#set({ reasons });
    this.#post({ type: 'results', results });
  }

  #showNow() {
    const { began, done, all, cells } = this.#work;
    const seconds = (performance.now() - began) / 1000;
    this.#set({ marks: [...this.#marks],
      ...(this.#pool && { left: secondsLeft(seconds, done, all, cells), seconds, trainings: this.#work.trainings }) });
  }

  #run() {
    const { cells, outline, status } = this.#study;
    if (!cells || !this.#opening || status === 'running') return;
    // Failed cells are trained again.
    this.#marks = this.#marks.map((mark) => (mark === 'failed' ? 'queued' : mark));
    const waiting = toTrain(cells, (key) => this.#known.has(key));
    const all = waiting.reduce((sum, cell) => sum + workOf(cell), 0);
    this.#work = { began: performance.now(), done: 0, all, cells: 0, trainings: 0 };
    const workers = poolSize(navigator.hardwareConcurrency, waiting.length);
    this.#set({ status: 'running', marks: [...this.#marks], reasons: new Map(), left: null, seconds: 0, trainings: 0,
      workers, note: '' });
    if (!waiting.length) return this.#finish();
    const isOfRatings = outline?.kind === 'ratings';
    this.#pool = new StudyPool(workers, this.#opening, isOfRatings, waiting.map(({ cell }) => cell), {
      begun: (cell) => {
        this.#marks[cell] = 'running';
        this.#show(true);
      },
      trained: (cell) => {
        const { trainings } = cells[cell];
        this.#work.done += workOf(cells[cell]) / trainings;
        this.#work.trainings += 1;
        this.#show(true);
      },
      done: (result) => this.#done(result),
      lost: (cell, message) => this.#done({ cell, text: '', isComplete: false, failure: message }),
      failed: (message) => this.#end('failed', message),
    });
  }

  /** A result counts for all cells with the same key. @param {StudyResult} result */
  #done(result) {
    const { cells } = this.#study;
    if (!cells) return;
    const { key } = cells[result.cell];
    if (result.failure === null) {
      this.#known.set(key, result);
      void this.#storage.write(key, result);
    }
    this.#work.cells += 1;
    const same = cells.filter((one) => one.key === key).map(({ cell }) => ({ ...result, cell }));
    this.#results(same);
    if (this.#marks.every((mark) => mark !== 'queued' && mark !== 'running')) this.#finish();
    else this.#show(true);
  }

  #finish() {
    this.#showNow();
    this.#stop();
    this.#set({ status: 'done', left: null });
  }

  /** @param {'cancelled' | 'failed'} status @param {string} note */
  #end(status, note) {
    if (this.#study.status !== 'running') return;
    this.#stop();
    this.#marks = this.#marks.map((mark) => (mark === 'running' ? 'queued' : mark));
    this.#set({ status, note, left: null, marks: [...this.#marks] });
  }
}
