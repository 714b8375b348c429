// The data sets of the worker. New data replace them only when they are read completely and can be trained.

import { failureOf, faultOf, messageOf } from '../core/errors.js';
import { RELOAD } from '../core/reload.js';
import { whyUntrainable } from './check-trainable.js';
import { Cancelled, Unreadable, readAll } from './read-data.js';
import { yieldToMessages } from './yield.js';

/** @typedef {import('../core/protocol.js').FromWorker} FromWorker */
/** @typedef {import('../core/protocol.js').ToWorker} ToWorker */
/** @typedef {import('./read-data.js').Sets} Sets */

export class DataSets {
  /** @type {Sets | null} */
  sets = null;
  /** Why the data of a lost worker could not be read again. */
  missing = 'The data are not loaded.';
  #wanted = RELOAD;
  #post;
  #beforeReplacing;

  /**
   * @param {(message: FromWorker) => void} post
   * @param {() => void} beforeReplacing called while the old sets still exist
   */
  constructor(post, beforeReplacing) {
    this.#post = post;
    this.#beforeReplacing = beforeReplacing;
  }

  /** Only the newest request counts. @param {number} load its id */
  want(load) {
    this.#wanted = load;
  }

  /** Cancels reading. */
  cancel() {
    this.#wanted = -1;
  }

  /** @param {Extract<ToWorker, { type: 'load' }>} message */
  async load({ load, sources, settings }) {
    let { name } = sources.train;
    const isStale = () => load !== RELOAD && load !== this.#wanted;
    if (isStale()) return;
    try {
      const read = await readAll(sources, (source) => { name = source.name; }, async (done, of, documents) => {
        this.#post({ type: 'progress', load, name, done, of, documents });
        await yieldToMessages();
        if (isStale()) throw new Cancelled();
      });
      if (isStale()) return free(read);
      const failure = settings && whyUntrainable(read.train, settings);
      if (failure) {
        free(read);
        return this.#post({ type: 'load failed', load, name: sources.train.name, failure });
      }
      this.#replace(load, read);
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (!faultOf(error) && !(error instanceof Unreadable)) throw error;
      if (load === RELOAD) this.missing = `${name} could not be read again. ${messageOf(error)}`;
      this.#post({ type: 'load failed', load, name, failure: failureOf(error) });
    }
  }

  /** @param {number} load @param {Awaited<ReturnType<typeof readAll>>} read */
  #replace(load, { train, valid, test, checksums, whole }) {
    const summaries = { train: train.summary(), valid: valid?.summary() ?? null, test: test?.summary() ?? null };
    this.#beforeReplacing();
    // A snapshot in progress ends with its run, and the run keeps its own copy of the data.
    if (this.sets) free(this.sets);
    this.sets = { train, valid, test };
    this.#post({ type: 'loaded', load, summaries, checksums, whole });
  }
}

/** @param {Sets} sets */
function free({ train, valid, test }) {
  for (const one of [train, valid, test]) one?.free();
}
