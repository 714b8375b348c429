// Requests to read data. Large data wait until the user agrees. A new worker reads the loaded data again.

import { RELOAD } from '../core/reload.js';
import { sourcesOf } from '../features/data/data-request.js';
import { muchMemory, needOf, refusal } from '../features/run/training/resource-limits.js';

/** @typedef {import('../core/protocol.js').Sources} Sources */
/** @typedef {Extract<import('../core/protocol.js').ToWorker, { type: 'load' }>} Load */
/** @typedef {import('../features/data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('../features/data/data-state.js').Held} Held */
/** @typedef {import('../features/data/data-state.js').Loading} Loading */
/** @typedef {import('../features/run/training/training-state.js').TrainingState} State */

export class LoadRequests {
  /** The loaded data, for a new worker. @type {Sources | null} */
  #loaded = null;
  /**
   * Requests in progress. A request is not sent until the user has agreed to it.
   * @type {Map<number, { sources: Sources, sent: boolean }>}
   */
  #asked = new Map();
  // Fetched with the worker, so that choosing a file causes no request to the network.
  #estimating = import('../features/data/estimate-size.js');
  #store;
  #post;

  /**
   * @param {import('../store/store.js').Store<State, import('../features/data/data-state.js').DataAction>} store
   * @param {(message: Load) => void} post
   */
  constructor(store, post) {
    this.#store = store;
    this.#post = post;
    this.#estimating.catch(() => {});
  }

  /** Has data read; the size of files is estimated before. @param {Loading} loading */
  async begin(loading) {
    const sources = sourcesOf(loading.request, loading.seed);
    this.#asked.clear();
    this.#asked.set(loading.load, { sources, sent: false });
    const files = filesOf(sources);
    // Sent at once, so that the worker reads the first sample while the page makes its views.
    if (!files.length) return this.send(loading);
    const held = await this.#tooLarge(files, loading.request);
    const { loading: now } = this.#store.get();
    if (now?.load !== loading.load) this.#asked.delete(loading.load);
    else if (held) this.#store.dispatch({ type: 'load held', load: loading.load, held });
    else this.send(loading);
  }

  /** @param {Loading} loading */
  send({ load, request }) {
    const asked = this.#asked.get(load);
    if (!asked) return;
    asked.sent = true;
    this.#post({ type: 'load', load, sources: asked.sources, settings: this.#settingsFor(request) });
  }

  /** Cancels a request. Returns whether the worker may be reading it. @param {number} load */
  cancel(load) {
    const sent = this.#asked.get(load)?.sent ?? false;
    this.#asked.clear();
    return sent;
  }

  /** Has a new worker read the data that the previous one had or was reading. */
  again() {
    if (this.#loaded) this.#post({ type: 'load', load: RELOAD, sources: this.#loaded, settings: null });
    const { loading } = this.#store.get();
    if (loading && this.#asked.get(loading.load)?.sent) this.send(loading);
  }

  /** Returns whether data that were read are still wanted. @param {number} load */
  isWanted(load) {
    return load === RELOAD || load === this.#store.get().loading?.load;
  }

  /** @param {number} load */
  arrived(load) {
    this.#loaded = this.#asked.get(load)?.sources ?? this.#loaded;
    this.#asked.delete(load);
  }

  /** Returns the settings of the first run on the data. @param {DataRequest} request */
  #settingsFor(request) {
    return { ...this.#store.get().settings, ...request.settings };
  }

  /**
   * Estimates the memory for files from their first lines. Returns null if it is not large.
   * @param {ReturnType<typeof filesOf>} files
   * @param {DataRequest} request
   * @returns {Promise<Held | null>}
   */
  async #tooLarge(files, request) {
    const copies = { scaled: this.#settingsFor(request).scale !== 'none' };
    try {
      const { estimateSize } = await this.#estimating;
      const all = await Promise.all(files.map(async ({ name, blob }) => {
        const estimate = await estimateSize(blob);
        return { name, ...estimate, ...needOf(estimate, copies) };
      }));
      const [largest] = all.toSorted((a, b) => b.bytes - a.bytes);
      const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
      const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
      return bytes > muchMemory(deviceMemory) ? { ...largest, bytes, ...refusal(all) } : null;
    } catch {
      // The worker reports a file that cannot be read, with its name.
      return null;
    }
  }
}

/** The user's own files among the sources. @param {Sources} sources */
const filesOf = ({ train, valid, test }) =>
  [train, valid, test].flatMap((source) => (source?.kind === 'blob' ? [source] : []));
