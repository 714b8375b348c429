// The training run behind the oracle picture, and the oracle's answer at the w of an iteration.

import { worthOf } from './oracle-bars.js';
import { trainSmall } from '../figures/small-run.js';

/** @typedef {import('../figures/small-run.js').SmallRun} SmallRun */
/** @typedef {import('./oracle-bars.js').Worth} Worth */
/**
 * The oracle's list with the parts of its H, the range of H and of the loss over all lists, and the number of lists.
 * @typedef {{ list: number[], worth: Worth, least: number, greatest: number, lists: number }} Answer
 */

export class OracleRun {
  /** @type {{ key: string, run: SmallRun } | null} */
  #trained = null;
  /** @type {{ run: SmallRun, iteration: number, query: number, answer: Answer } | null} */
  #asked = null;

  /** Returns the run of a step; null before the page has one. @param {import('../stage/picture.js').Scene} scene */
  of({ lines, state: { run } }) {
    if (!run || !lines) return null;
    const key = JSON.stringify([lines, run.settings]);
    if (this.#trained?.key !== key) {
      this.end();
      this.#trained = { key, run: trainSmall(lines, run.settings) };
    }
    return this.#trained.run;
  }

  /** @param {SmallRun} run @param {number} iteration @param {number} query */
  answerAt(run, iteration, query) {
    if (this.#asked?.run !== run || this.#asked.iteration !== iteration || this.#asked.query !== query) {
      const { violator, loss, margin, hinge } = run.training.inspect(iteration, query);
      const { worst, best, permutations } = run.training.enumerate(iteration, query);
      // At w = 0 every margin is 0, so the oracle's list has the greatest loss of all lists.
      const most = run.training.inspect(0, query).loss;
      this.#asked = { run, iteration, query, answer: { list: [...violator], worth: worthOf({ loss, margin, hinge }),
        least: Math.min(0, worst), greatest: Math.max(most, best), lists: permutations } };
    }
    return this.#asked.answer;
  }

  end() {
    this.#trained?.run.end();
    this.#trained = null;
    this.#asked = null;
  }
}
