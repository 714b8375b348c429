// Opens links step by step: data, settings, the iterations of the run, the query, the cursor, and later changes of
// settings. Fetched with the first link.

import { messageOf } from '../../../core/errors.js';
import { showAlert } from '../../../store/alert-state.js';
import { ownRequest } from '../../data/data-request.js';
import { FIRST_SAMPLE, sampleRequest } from '../../data/samples.js';
import { TO_THE_END, isWorking, newest } from '../../run/training/run-state.js';
import { FileOffers } from './file-offers.js';
import { changedMethod } from './changed-method.js';
import { sampleChecksum } from './url.js';

/** @typedef {import('./link-state.js').LinksStore} Store */
/** @typedef {import('./link-state.js').LinksState} State */
/** @typedef {import('./link-state.js').LinksAction} Action */
/** @typedef {import('../../data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('./url.js').View} View */

/**
 * The progress of opening a link. `load`: the id of its data; `here`: they are loaded. `begun`: training was started;
 * `trained`: it has reached the iteration of the link. `seen`: the query of the link is chosen.
 * @typedef {{ view: View, ignored: string[], load: number, here: boolean, begun: boolean, trained: boolean,
 *   seen: boolean }} Opening
 */

/** Actions of the user that end the opening of a link. */
const OTHERS = new Set(['load', 'cancel load', 'train', 'pause', 'step', 'reset', 'cursor', 'settings', 'query']);
const MOST_PARTS = 6; // ignored parts of a link that are named

export class LinkOpener {
  #store;
  #address;
  /** @type {Opening | null} */
  #opening = null;
  /** The link that waits for files. @type {FileOffers | null} */
  #waiting = null;
  /** Actions of this class. @type {WeakSet<Action>} */
  #mine = new WeakSet();

  /** @param {Store} store @param {import('./address-writer.js').AddressWriter} address */
  constructor(store, address) {
    this.#store = store;
    this.#address = address;
  }

  /** Whether a link is being opened or waits for files. */
  isBusy() {
    return Boolean(this.#opening ?? this.#waiting);
  }

  /** @param {Action} action */
  follow(action) {
    if (action.type === 'links/files') void this.#offer(action.files);
    if (action.type === 'links/open anyway') this.#loadOffers();
    if (!this.#mine.has(action)) this.#yieldToUser(action);
    this.#goOn(action);
  }

  /** @param {Action} action */
  #dispatch(action) {
    this.#mine.add(action);
    this.#store.dispatch(action);
  }

  /** After another action, the link that is being opened may be obsolete. @param {Action} action */
  #yieldToUser({ type }) {
    if (type === 'links/close') this.#waiting = null;
    if (!OTHERS.has(type)) return;
    this.#opening = null;
    if (type !== 'load' || !this.#waiting) return;
    this.#waiting = null;
    this.#dispatch({ type: 'links/close' });
  }

  /**
   * @param {{ view: View, ignored: string[] }} link
   * @param {() => boolean} isNewest whether no other link was opened since
   */
  async open({ view, ignored }, isNewest) {
    this.#opening = this.#waiting = null;
    this.#dispatch({ type: 'links/open', view });
    if (view.lesson) return this.#warnOf(ignored);
    if (view.files.length) {
      this.#waiting = new FileOffers(view, ignored);
      const first = sampleRequest(FIRST_SAMPLE);
      if (!this.#store.get().data && first) this.#dispatch({ type: 'load', request: first });
      return;
    }
    const lines = view.lines && await this.#pasted(view.lines, ignored);
    if (!isNewest()) return;
    const request = lines || (view.sample !== null && sampleRequest(view.sample)) || sampleRequest(FIRST_SAMPLE);
    if (request) this.#load(view, ignored, { ...request, holdOut: view.holdOut ?? request.holdOut });
  }

  /**
   * Returns the pasted lines of a link; null if they cannot be unpacked.
   * @param {string} packed
   * @param {string[]} ignored
   * @returns {Promise<DataRequest | null>}
   */
  async #pasted(packed, ignored) {
    try {
      const { unpack } = await import('../../../lib/compress-text.js');
      const file = new File([await unpack(packed)], 'pasted lines');
      return { ...ownRequest(file, null, null, this.#store.get()), pasted: true, holdOut: false };
    } catch (error) {
      ignored.push(`lines: they cannot be unpacked. ${messageOf(error)}`);
      return null;
    }
  }

  /** Files were chosen for the link that waits for them. @param {File[]} files */
  async #offer(files) {
    const asked = this.#waiting;
    if (!asked) return;
    this.#dispatch({ type: 'links/refused', refused: [], anyhow: false, note: 'Reading …' });
    const isWanted = () => this.#waiting === asked;
    const refusal = await asked.take(files, isWanted);
    if (!isWanted()) return;
    if (refusal) this.#dispatch({ type: 'links/refused', ...refusal });
    else this.#loadOffers();
  }

  #loadOffers() {
    const asked = this.#waiting;
    const request = asked?.request(this.#store.get());
    if (asked && request) this.#load(asked.view, asked.ignored, request);
  }

  /** @param {View} view @param {string[]} ignored @param {DataRequest} request */
  #load(view, ignored, request) {
    this.#waiting = null;
    this.#opening = {
      view, ignored, load: this.#store.get().loadCount + 1,
      here: false, begun: false, trained: view.trained === 0, seen: view.query === null,
    };
    this.#dispatch({ type: 'links/close' });
    this.#dispatch({ type: 'load', request: { ...request, settings: view.settings } });
  }

  /** Goes on with the link being opened, as far as the last action allows. @param {Action} action */
  #goOn(action) {
    const opening = this.#opening;
    if (!opening) return;
    const state = this.#store.get();
    const { run } = state;
    if (action.type === 'load failed' && !state.loading && state.loadCount === opening.load) return this.#fail(state);
    if (action.type === 'loaded' && action.load === opening.load) return this.#arrive(opening, state);
    // Until the data arrive, the run is that of the old data.
    if (!opening.here) return;
    if (run?.refused || run?.workerLost || run?.status === 'lost') return this.#end();
    // Iteration 0 is ready: train to the iteration of the link.
    if (run?.status === 'ready' && !opening.trained && !opening.begun) {
      opening.begun = true;
      const { ended, trained } = opening.view;
      return this.#dispatch({ type: 'step', steps: ended ? TO_THE_END : trained, whole: true });
    }
    const hasPaused = action.type === 'paused' || action.type === 'stopped';
    if (hasPaused && run && !isWorking(run) && newest(run) > 0) opening.trained = true;
    if (action.type === 'snapshot' && !opening.seen) this.#choose(opening, state);
    if (opening.trained && opening.seen) this.#finish(opening, state);
  }

  /** The data could not be read. A page without data is no page. @param {State} state */
  #fail({ data, alert }) {
    const first = data ? null : sampleRequest(FIRST_SAMPLE);
    if (!first) return this.#end();
    this.#opening = null;
    const load = this.#store.get().loadCount + 1;
    const stop = this.#store.subscribe((_state, later) => {
      if (later.type !== 'loaded' || later.load !== load) return;
      stop();
      if (alert) this.#dispatch({ type: 'alert', alert });
    });
    this.#dispatch({ type: 'load', request: first });
  }

  /** @param {Opening} opening @param {State} state */
  #arrive(opening, { data, catalog }) {
    opening.here = true;
    const { checksum } = opening.view;
    const isChanged = checksum !== null && data !== null && sampleChecksum(data) !== checksum;
    this.#warnOf(opening.ignored, isChanged ? data.request.name : undefined, changedMethod(opening.view, catalog));
  }

  /** Chooses the query of the link, once the page has rows. @param {Opening} opening @param {State} state */
  #choose(opening, { snapshot }) {
    const { query, pair, own } = opening.view;
    if (!snapshot?.rows || query === null) return;
    opening.seen = true;
    if (!snapshot.rows.some((row) => row.query === query)) {
      this.#warnOf([...opening.ignored, `query: number ${query} is not among the queries that this run uses`]);
      return;
    }
    this.#dispatch({ type: 'query', query });
    if (own) this.#dispatch({ type: 'inspector/arrange', query, ranking: own });
    if (pair) this.#dispatch({ type: 'model/pair', pair: { query, first: pair[0], second: pair[1] } });
  }

  /** @param {Opening} opening @param {State} state */
  #finish({ view }, { run }) {
    this.#opening = null;
    if (view.iteration !== null && view.iteration !== newest(run)) {
      this.#dispatch({ type: 'cursor', iteration: view.iteration });
    }
    if (Object.keys(view.next).length) this.#dispatch({ type: 'settings', change: view.next });
    this.#address.schedule();
  }

  #end() {
    this.#opening = null;
    this.#address.schedule();
  }

  /**
   * @param {string[]} ignored parts of the link
   * @param {string} [changed] the name of a sample that is not what it was
   * @param {string | null} [method] the name of a method that gives other numbers since
   */
  #warnOf(ignored, changed, method) {
    const more = ignored.length > MOST_PARTS ? `; and ${ignored.length - MOST_PARTS} more.` : '.';
    const parts = ignored.length ? ignored.slice(0, MOST_PARTS).join('; ') + more : '';
    const also = parts && ` Some parts of the link were ignored: ${parts}`;
    if (changed) {
      const detail =
        `The sample ${changed} has changed since the link was made, so the numbers differ.${also}`;
      this.#dispatch(showAlert('This link was made with other data.', detail));
    } else if (method) {
      const detail = `${method} has changed since the link was made: its reference ranking can now be any ranking `
        + `without a loss. So the numbers differ.${also}`;
      this.#dispatch(showAlert('This link was made with an earlier program.', detail));
    } else if (parts) this.#dispatch(showAlert('Some parts of this link were ignored.', parts));
  }
}
