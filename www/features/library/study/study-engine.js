// Trains studies: opens a study at the desk, a worker that keeps the results, and trains its cells in a pool. Results
// stay on the device, so a changed study trains only what is new. No state of the page: the host has the view of the
// study.

import { failureOf } from '../../../core/errors.js';
import { startWorker } from '../../../core/start-worker.js';
import { watchLifeline } from '../../../lib/worker-lifeline.js';
import { throttle } from '../../../ui/throttle.js';
import { ResultStorage } from './result-storage.js';
import { fetchSampleFiles } from './sample-files.js';
import { StudyPool } from './study-pool.js';
import { matchFiles, poolSize, secondsLeft, toTrain, workOf } from './study-plan.js';

/** @typedef {import('./study-state.js').StudyView} StudyView */
/** @typedef {import('./study-state.js').CellMark} CellMark */
/** @typedef {import('./study-state.js').CellPlan} CellPlan */
/** @typedef {import('../../../core/study-protocol.js').FromStudy} FromStudy */
/** @typedef {import('../../../core/study-protocol.js').Opening} Opening */
/** @typedef {import('../../../core/study-protocol.js').StudyResult} StudyResult */

/**
 * Who shows the study. `opened`: its data are read, and the kept results are known. `receive`: other messages of the
 * desk.
 * @typedef {object} Host
 * @property {() => StudyView} get
 * @property {(change: Partial<StudyView>) => void} set
 * @property {() => void} opened
 * @property {(message: FromStudy) => void} receive
 */

/** A cell in training, with the number of its trainings that have ended. @typedef {{ cell: CellPlan, trained: number }}
 *   CellAtWork */

const SHOW_INTERVAL = 150; // ms between two changes of the view while a study runs

/** @type {Partial<StudyView>} */
export const NOTHING_OPEN = { outline: null, cells: null, failure: null, missing: [], marks: [], reasons: new Map(),
  trainings: 0, measured: null, listed: null, pointed: null, note: '', refused: '', left: null, seconds: 0,
  shownFigure: null, status: 'none' };

export class StudyEngine {
  #host;
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
  /** Ended trainings of the cells in training. @type {Map<number, number>} */
  #trained = new Map();
  /** Time and work of the running study. */
  #work = { began: 0, done: 0, all: 0, cells: 0, trainings: 0 };
  #show = throttle(SHOW_INTERVAL, () => this.#showNow());

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** Whether results stay on the device. */
  isKept() {
    return this.#storage.isThere();
  }

  /** The pictures of results that the device has. */
  keptPictures() {
    return this.#storage.readPictures();
  }

  /** @param {import('./figures/kept-picture.js').KeptPicture} picture */
  keepPicture(picture) {
    void this.#storage.writePicture(picture);
  }

  get hasDesk() {
    return this.#desk !== null;
  }

  /** The cells in training. @returns {CellAtWork[]} */
  get atWork() {
    const cells = this.#view.cells ?? [];
    return [...this.#trained].map(([cell, trained]) => ({ cell: cells[cell], trained }));
  }

  get #view() {
    return this.#host.get();
  }

  /** @param {Partial<StudyView>} change */
  #set(change) {
    this.#host.set(change);
  }

  /** Starts the desk. */
  start() {
    const worker = startWorker('study');
    this.#desk = worker;
    worker.onmessage = ({ data }) => { if (this.#desk === worker) this.#receive(worker, data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#desk === worker) this.#lose(event.message || 'The worker of studies could not be started.');
    };
  }

  /** @param {import('../../../core/study-protocol.js').ToStudy} message */
  post(message) {
    this.#desk?.postMessage(message);
  }

  /** Results stay, and another desk gets them with the next study. @param {string} message */
  #lose(message) {
    this.#desk?.terminate();
    this.#desk = null;
    this.stop();
    const status = this.#view.status === 'running' ? 'failed' : this.#view.status;
    this.#set({ isAwake: false, crash: message, cells: null, status, note: '' });
  }

  /** Ends the pool at once. */
  stop() {
    this.#pool?.stop();
    this.#pool = null;
    this.#trained.clear();
  }

  /** Ends all workers at once. */
  close() {
    this.stop();
    this.#desk?.terminate();
    this.#desk = null;
    this.#opening = null;
    this.#set({ isAwake: false });
  }

  /** Deletes all results. */
  forget() {
    this.#known.clear();
    void this.#storage.clear();
  }

  /** @param {import('./study-state.js').Chosen} chosen */
  open(chosen) {
    this.stop();
    this.#opens += 1;
    this.#opening = { open: this.#opens, text: chosen.text, files: [], checksums: chosen.checksums ?? [] };
    this.#set({ ...NOTHING_OPEN, chosen, crash: '' });
    // A desk that is not awake yet gets the study when it is.
    if (this.#view.isAwake) this.post({ type: 'open', ...this.#opening });
    else if (!this.#desk) this.start();
  }

  /** @param {Worker} worker @param {FromStudy} message */
  #receive(worker, message) {
    if ('open' in message && message.open !== this.#opens) return;
    switch (message.type) {
      case 'awake':
        this.#set({ isAwake: true });
        if (this.#opening) this.post({ type: 'open', ...this.#opening });
        return this.#host.receive(message);
      case 'lock': return void watchLifeline(message.lock, () => {
        if (this.#desk === worker) this.#lose('The browser ended its worker.');
      });
      case 'planned': return this.#planned(message.outline);
      case 'opened': return void this.#opened(message.open, message.cells);
      case 'unusable':
        // The study is there, and its data are not.
        return this.#set(this.#view.missing.length ? {}
          : { failure: message.failure, faulty: message.file ?? this.#view.chosen?.name ?? '', cells: null });
      case 'measured': return this.#set({ measured: message.measured });
      case 'crashed': return this.#lose(message.message);
      default: return this.#host.receive(message);
    }
  }

  /** @param {import('./study-state.js').StudyOutline} outline */
  #planned(outline) {
    const { chosen } = this.#view;
    const { found, missing } = matchFiles(outline.files, chosen?.files ?? []);
    if (chosen?.isBuiltIn && missing.length) return void this.#fetch(chosen, missing);
    this.#set({ outline, missing });
    // The data are read once all of them are there.
    if (!this.#opening || missing.length || !found.length || this.#opening.files.length) return;
    this.#opens += 1;
    this.#opening = { ...this.#opening, open: this.#opens, files: found };
    this.post({ type: 'open', ...this.#opening });
  }

  /** @param {import('./study-state.js').Chosen} chosen a built-in study @param {string[]} names of its data files */
  async #fetch(chosen, names) {
    try {
      const files = await fetchSampleFiles(names);
      if (this.#view.chosen === chosen) this.open({ ...chosen, files });
    } catch (error) {
      if (this.#view.chosen === chosen) this.#set({ failure: failureOf(error), faulty: chosen.name, cells: null });
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
    this.#host.opened();
  }

  /** Marks cells with results, and passes the results to the desk. @param {StudyResult[]} results */
  #results(results) {
    if (!results.length) return;
    const reasons = new Map(this.#view.reasons);
    for (const { cell, isComplete, failure } of results) {
      this.#marks[cell] = failure !== null ? 'failed' : isComplete ? 'done' : 'unconverged';
      if (failure !== null) reasons.set(cell, failure);
    }
    if (reasons.size !== this.#view.reasons.size) this.#set({ reasons });
    this.post({ type: 'results', results });
  }

  #showNow() {
    const { began, done, all, cells } = this.#work;
    const seconds = (performance.now() - began) / 1000;
    this.#set({ marks: [...this.#marks],
      ...(this.#pool && { left: secondsLeft(seconds, done, all, cells), seconds, trainings: this.#work.trainings }) });
  }

  /** Trains the cells without a result. */
  run() {
    const { cells, status } = this.#view;
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
    this.#pool = new StudyPool(workers, this.#opening, waiting.map(({ cell }) => cell), {
      begun: (cell) => {
        this.#marks[cell] = 'running';
        this.#trained.set(cell, 0);
        this.#show(true);
      },
      trained: (cell) => {
        const { trainings } = cells[cell];
        this.#work.done += workOf(cells[cell]) / trainings;
        this.#work.trainings += 1;
        this.#trained.set(cell, (this.#trained.get(cell) ?? 0) + 1);
        this.#show(true);
      },
      done: (result) => this.#done(result),
      lost: (cell, message) => this.#done({ cell, text: failedText(cells[cell].key, message), isComplete: false,
        failure: message }),
      failed: (message) => this.end('failed', message),
    });
  }

  /** A result counts for all cells with the same key. @param {StudyResult} result */
  #done(result) {
    const { cells } = this.#view;
    if (!cells) return;
    const { key } = cells[result.cell];
    this.#trained.delete(result.cell);
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
    this.stop();
    this.#set({ status: 'done', left: null });
  }

  /** Ends a running study. @param {'cancelled' | 'failed'} status @param {string} note */
  end(status, note) {
    if (this.#view.status !== 'running') return;
    this.stop();
    this.#marks = this.#marks.map((mark) => (mark === 'running' ? 'queued' : mark));
    this.#set({ status, note, left: null, marks: [...this.#marks] });
  }
}

/** The result of a cell whose worker was lost. @param {string} key @param {string} failure */
function failedText(key, failure) {
  return JSON.stringify({ key, values: [], queries: [], stop: null, failure });
}
