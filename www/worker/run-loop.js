// The current run: prepares it and trains it in slices. Messages are handled between the slices.

import { failureOf, faultOf } from '../core/errors.js';
import { trainingOf } from './check-trainable.js';
import { WorkerRun } from './worker-run.js';
import { yieldToMessages } from './yield.js';

/** @typedef {import('../wasm/rankscope.js').Training} Training */
/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {import('../core/protocol.js').ToWorker} ToWorker */
/** @typedef {import('./read-data.js').Sets} Sets */

export class RunLoop {
  /** @type {WorkerRun | null} */
  run = null;
  #looping = false;
  #post;
  #crashed;

  /**
   * @param {(message: FromWorker) => void} post
   * @param {(error: unknown) => void} crashed called with any error that is not a fault of the data
   */
  constructor(post, crashed) {
    this.#post = post;
    this.#crashed = crashed;
  }

  /**
   * Replaces the run. If the new run is refused, the old one stays.
   * @param {Sets} data
   * @param {Extract<ToWorker, { type: 'prepare' }>} message
   * @returns {boolean} whether the new run is in place
   */
  prepare(data, { run: id, settings, again, stepLimit }) {
    /** @type {Training | null} */
    let training = null;
    try {
      training = trainingOf(data.train, settings);
      if (data.valid) training.watch_validation(data.valid);
      if (data.test) training.watch_test(data.test);
      // Iteration 0 is w = 0. It is computed at once, so that the page can show the start.
      const overview = training.overview();
      this.drop();
      this.run = new WorkerRun(id, training, again, overview.search_steps > stepLimit, this.#post);
      this.#post({ type: 'prepared', run: id, overview });
      void this.work();
      return true;
    } catch (error) {
      if (!faultOf(error)) throw error;
      training?.free();
      this.#post({ type: 'run failed', run: id, failure: failureOf(error) });
      return false;
    }
  }

  drop() {
    this.run?.drop();
    this.run = null;
  }

  /** Trains until the run is idle, has ended or fails. */
  async work() {
    if (this.#looping) return;
    this.#looping = true;
    try {
      while (this.run?.isActive) await this.#turn(this.run);
    } catch (error) {
      if (!this.run || !faultOf(error)) return this.#crashed(error);
      this.run.fail(failureOf(error));
    } finally {
      this.#looping = false;
    }
  }

  /** @param {WorkerRun} run */
  async #turn(run) {
    const wait = run.pacer.left();
    if (wait > 0) {
      run.postReports();
      return run.pacer.rest(wait);
    }
    run.slice();
    return yieldToMessages();
  }
}
