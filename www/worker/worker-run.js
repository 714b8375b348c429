// One run in the worker: its orders, its progress, and its messages to the page. Knows no other run and no data.

import { faultOf } from '../core/errors.js';
import { Pacer } from './pacer.js';
import { SliceBudget } from './slice-budget.js';

/** @typedef {import('../wasm/rankscope.js').Training} Training */
/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {import('../core/protocol.js').Phase} Phase */
/** @typedef {import('../core/protocol.js').StepReport} StepReport */
/** @typedef {ReturnType<Training['advance']>} Progress */

const SLICE = 16; // ms of work before messages are handled
const POST = 20; // ms between reports to the page, so that more than 30 arrive in a second

export class WorkerRun {
  pacer = new Pacer();
  /** @type {'run' | 'step' | 'idle'} */
  #mode = 'idle';
  #steps = 0; // iterations left of a Step
  #ended = false;
  #reported = false; // whether iteration 0 is known
  #newest = 0; // the newest iteration
  #budget = new SliceBudget();
  #worked = 0; // seconds
  /**
   * Reports that the page has not received yet.
   * @type {{ reports: StepReport[], seconds: number[], phase: Phase | null, posted: number }}
   */
  #unsent = { reports: [], seconds: [], phase: null, posted: 0 };
  #post;

  /**
   * @param {number} id
   * @param {Training} training
   * @param {number} again the newest iteration that the page already has, -1 for none
   * @param {boolean} waits whether its searches are expensive and the user has not confirmed it
   * @param {(message: FromWorker) => void} post
   */
  constructor(id, training, again, waits, post) {
    this.id = id;
    this.training = training;
    this.again = again;
    this.waits = waits;
    this.#post = post;
    if (waits) return;
    this.#mode = 'step';
    this.#steps = again < 0 ? 1 : 0;
  }

  /** Whether there is work to do. */
  get isActive() {
    return this.#mode !== 'idle' && !this.#ended;
  }

  /** @param {import('../core/protocol.js').Pace | null} pace */
  go(pace) {
    this.#begin('run', 1, pace);
  }

  /** @param {number} steps */
  step(steps) {
    this.#begin('step', steps, null);
  }

  /** @param {'run' | 'step'} mode @param {number} steps @param {import('../core/protocol.js').Pace | null} pace */
  #begin(mode, steps, pace) {
    const starts = this.#mode === 'idle';
    this.waits = false;
    this.#mode = mode;
    // A Step before iteration 0 is known continues to iteration 1.
    this.#steps = (this.#reported || this.again >= 0 ? 0 : 1) + steps;
    this.pacer.begin(pace, starts);
  }

  pause() {
    this.#mode = 'idle';
    this.pacer.wake();
    this.#report('paused');
  }

  /** Stops work at once. */
  halt() {
    this.#mode = 'idle';
  }

  /** @param {import('../core/protocol.js').Failure} failure */
  fail(failure) {
    this.#ended = true;
    this.postReports();
    this.#post({ type: 'run failed', run: this.id, failure });
  }

  /** Sends the model to the page and frees the memory of the run. */
  drop() {
    this.pacer.wake();
    if (!this.#ended) this.#postModel();
    this.training.free();
  }

  /** Trains until the slice is over or the pace requires a pause. */
  slice() {
    const began = performance.now();
    while (this.isActive && performance.now() - began < SLICE) {
      const before = performance.now();
      const progress = this.training.advance(this.#budget.size);
      const now = performance.now();
      this.#worked += (now - before) / 1000;
      this.#budget.adapt(now - before);
      this.#take(progress, now);
      if (this.#ended || this.pacer.left() > 0) return;
    }
    if (performance.now() - this.#unsent.posted >= POST) this.postReports();
  }

  /** @param {Progress} progress @param {number} now */
  #take(progress, now) {
    if (progress.state === 'working') {
      const { phase, done, of } = progress;
      if (this.#newest >= this.again) this.#unsent.phase = { phase, done, of };
      return;
    }
    this.#unsent.phase = null;
    if (progress.state === 'stopped') {
      return this.#end(/** @type {import('../core/protocol.js').Stop} */ (progress.stop));
    }
    this.#reported = true;
    this.#newest = progress.report.iteration;
    if (this.#newest <= this.again) this.#madeAgain();
    else this.#stepped(/** @type {StepReport} */ (progress.report), now);
  }

  /** Notes that the page has this report. */
  #madeAgain() {
    if (this.#newest < this.again) {
      this.#unsent.phase = { phase: 'again', done: this.#newest, of: this.again };
      return;
    }
    this.#post({ type: 'restored', run: this.id });
    if (this.#mode === 'step' && this.#steps <= 0) this.#mode = 'idle';
  }

  /** @param {StepReport} report @param {number} now */
  #stepped(report, now) {
    this.#unsent.reports.push(report);
    this.#unsent.seconds.push(this.#worked);
    this.#steps -= 1;
    if (this.#mode === 'step' && this.#steps <= 0) {
      this.#mode = 'idle';
      this.#report('paused');
    }
    this.pacer.stepped(now);
  }

  /** @param {import('../core/protocol.js').Stop} stop */
  #end(stop) {
    this.#ended = true;
    this.postReports();
    this.#postModel();
    this.#post({ type: 'stopped', run: this.id, stop });
  }

  /** Posts the remaining reports, and then that the run is paused. @param {'paused'} type */
  #report(type) {
    this.postReports();
    this.#postModel();
    this.#post({ type, run: this.id });
  }

  postReports() {
    const { reports, seconds, phase } = this.#unsent;
    this.#post({ type: 'reports', run: this.id, reports, seconds, phase });
    this.#unsent = { reports: [], seconds: [], phase, posted: performance.now() };
  }

  /** Posts the best model so far. A run at w = 0 has no model. */
  #postModel() {
    if (this.#newest === 0 || this.#newest < this.again) return;
    try {
      const model = this.training.model();
      this.#post({ type: 'runs/model', run: this.id, model: model.json() });
      model.free();
    } catch (error) {
      // Weights that are not finite make no model. The run is then kept without one, and the page says so.
      if (!faultOf(error)) throw error;
    }
  }
}
