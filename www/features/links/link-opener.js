// Opens links step by step: data, settings, the iterations of the run, the query, the cursor, and later changes of
// settings.

import { messageOf } from '../../core/errors.js';
import { unpack } from '../../lib/compress-text.js';
import { showAlert } from '../../store/alert-state.js';
import { ownRequest } from '../data/data-request.js';
import { FIRST_SAMPLE, sampleRequest } from '../data/samples.js';
import { TO_THE_END, isWorking, newest } from '../training/run-state.js';
import { AddressWriter } from './address-writer.js';
import { sampleChecksum } from './url.js';

/** @typedef {import('./link-state.js').LinksStore} Store */
/** @typedef {import('./link-state.js').LinksState} State */
/** @typedef {import('./link-state.js').LinksAction} Action */
/** @typedef {import('../data/data-state.js').DataRequest} DataRequest */
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

/**
 * @param {Store} store
 * @param {import('./url.js').World} world
 */
export function startLinkOpener(store, world) {
  const opener = new LinkOpener(store, world);
  opener.listen();
  return {
    /** Has the first sample read, unless the address is a link. */
    begin: () => opener.begin(),
    /** Opens the link in the address, if there is one. */
    start: () => opener.start(),
    /** @param {string} fragment */
    open: (fragment) => void opener.open(fragment),
    /** Returns the whole address of the current state. */
    link: () => opener.address.link(),
  };
}

class LinkOpener {
  #store;
  #world;
  /** @type {Opening | null} */
  #opening = null;
  /** The link that waits for files. @type {import('./file-offers.js').FileOffers | null} */
  #waiting = null;
  /** Actions of this class. @type {WeakSet<Action>} */
  #mine = new WeakSet();
  #opened = 0; // number of links opened

  /** @param {Store} store @param {import('./url.js').World} world */
  constructor(store, world) {
    this.#store = store;
    this.#world = world;
    this.address = new AddressWriter(store, world, () => Boolean(this.#opening ?? this.#waiting));
  }

  listen() {
    this.#store.subscribe((state, action, previous) => {
      if (action.type === 'links/files') void this.#offer(action.files);
      if (action.type === 'links/open anyway') this.#loadOffers();
      if (!this.#mine.has(action)) this.#giveWay(action);
      const { request } = state.data ?? {};
      if (state.data !== previous.data && request?.pasted && request.train.kind === 'blob') {
        void this.address.pack(request.train.blob);
      }
      this.#goOn(action);
      this.address.schedule();
    });
    addEventListener('hashchange', ({ newURL }) => {
      // The page may have written its own address since then.
      const fragment = linkIn(newURL);
      if (fragment) void this.open(fragment);
      else this.address.schedule();
    });
  }

  begin() {
    const request = sampleRequest(FIRST_SAMPLE);
    if (request && !linkIn(location.href)) this.#dispatch({ type: 'load', request });
  }

  start() {
    const fragment = linkIn(location.href);
    if (fragment) void this.open(fragment);
  }

  /** @param {Action} action */
  #dispatch(action) {
    this.#mine.add(action);
    this.#store.dispatch(action);
  }

  /** After another action, the link that is being opened may be obsolete. @param {Action} action */
  #giveWay({ type }) {
    if (type === 'links/close') this.#waiting = null;
    if (!OTHERS.has(type)) return;
    this.#opening = null;
    if (type !== 'load' || !this.#waiting) return;
    this.#waiting = null;
    this.#dispatch({ type: 'links/close' });
  }

  /** @param {string} fragment */
  async open(fragment) {
    this.#opened += 1;
    const turn = this.#opened;
    const parts = await fetchParts().catch((error) => error);
    if (turn !== this.#opened) return;
    if (parts instanceof Error) return this.#notFetched(parts);
    const { viewOf, FileOffers } = parts;
    const { view, ignored } = viewOf(fragment, this.#world);
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
    if (turn !== this.#opened) return;
    const request = lines || (view.sample !== null && sampleRequest(view.sample)) || sampleRequest(FIRST_SAMPLE);
    if (request) this.#load(view, ignored, { ...request, holdOut: view.holdOut ?? request.holdOut });
  }

  /** A page without data is no page. @param {Error} error */
  #notFetched(error) {
    const first = this.#store.get().data ? null : sampleRequest(FIRST_SAMPLE);
    if (first) this.#dispatch({ type: 'load', request: first });
    this.#dispatch(showAlert('This link could not be opened.',
      `${messageOf(error)}. Open it again when there is a connection.`));
  }

  /**
   * Returns the pasted lines of a link; null if they cannot be unpacked.
   * @param {string} packed
   * @param {string[]} ignored
   * @returns {Promise<DataRequest | null>}
   */
  async #pasted(packed, ignored) {
    try {
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
  #arrive(opening, { data }) {
    opening.here = true;
    const { checksum } = opening.view;
    const isChanged = checksum !== null && data !== null && sampleChecksum(data) !== checksum;
    this.#warnOf(opening.ignored, isChanged ? data.request.name : undefined);
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
    this.address.schedule();
  }

  #end() {
    this.#opening = null;
    this.address.schedule();
  }

  /**
   * @param {string[]} ignored parts of the link
   * @param {string} [changed] the name of a sample that is not what it was
   */
  #warnOf(ignored, changed) {
    const more = ignored.length > MOST_PARTS ? `; and ${ignored.length - MOST_PARTS} more.` : '.';
    const parts = ignored.length ? ignored.slice(0, MOST_PARTS).join('; ') + more : '';
    if (changed) {
      const also = parts && ` Some parts of the link were ignored: ${parts}`;
      const detail =
        `The sample ${changed} has changed since the link was made, so the numbers differ.${also}`;
      this.#dispatch(showAlert('This link was made with other data.', detail));
    } else if (parts) this.#dispatch(showAlert('Some parts of this link were ignored.', parts));
  }
}

/** Fetches what only the address of a link needs. */
async function fetchParts() {
  const [{ viewOf }, { FileOffers }] = await Promise.all([import('./url-reader.js'), import('./file-offers.js')]);
  return { viewOf, FileOffers };
}

/** Returns the fragment of an address if it is a link and not an anchor of the page. @param {string} address */
function linkIn(address) {
  const fragment = new URL(address).hash.slice(1);
  return fragment && !document.getElementById(fragment) ? fragment : '';
}
