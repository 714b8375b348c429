// Opens links: data, settings, the iterations of the run, the query, the cursor, and later changes of settings. Fetched
// with the first link.

import { messageOf } from '../../../core/errors.js';
import { showAlert } from '../../../store/alert-state.js';
import { ownRequest } from '../../data/data-request.js';
import { UNNAMED_SAMPLE, sampleRequest } from '../../data/samples.js';
import { StateDriver } from '../../driver/state-driver.js';
import { allSettings } from '../../settings/settings-state.js';
import { FileOffers } from './file-offers.js';
import { changedMethod } from './changed-method.js';
import { sampleChecksum } from './url.js';

/** @typedef {import('./link-state.js').LinksStore} Store */
/** @typedef {import('./link-state.js').LinksAction} Action */
/** @typedef {import('../../data/data-state.js').DataRequest} DataRequest */
/** @typedef {import('./url.js').View} View */

const MOST_PARTS = 6; // ignored parts of a link that are named

export class LinkOpener {
  #store;
  #driver;
  /** The link that waits for files. @type {FileOffers | null} */
  #waiting = null;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    this.#driver = new StateDriver(store);
  }

  /** Whether a link is being opened or waits for files. */
  isBusy() {
    return this.#driver.isBusy || this.#waiting !== null;
  }

  /** @param {Action} action */
  follow(action) {
    if (action.type === 'links/files') void this.#offer(action.files);
    if (action.type === 'links/open anyway') this.#loadOffers();
    if (action.type === 'links/close') this.#waiting = null;
    if (action.type !== 'load' || !this.#waiting) return;
    // The user has loaded other data.
    this.#waiting = null;
    this.#store.dispatch({ type: 'links/close' });
  }

  /**
   * @param {{ view: View, ignored: string[] }} link
   * @param {() => boolean} isNewest whether no other link was opened since
   */
  async open({ view, ignored }, isNewest) {
    this.#driver.end();
    this.#waiting = null;
    this.#store.dispatch({ type: 'links/open', view });
    if (view.lesson) return this.#warnOf(ignored);
    if (view.files.length) {
      const first = sampleRequest(UNNAMED_SAMPLE);
      if (!this.#store.get().data && first) this.#store.dispatch({ type: 'load', request: first });
      this.#waiting = new FileOffers(view, ignored);
      return;
    }
    const lines = view.lines && await this.#pasted(view.lines, ignored);
    if (!isNewest()) return;
    const request = lines || (view.sample !== null && sampleRequest(view.sample)) || sampleRequest(UNNAMED_SAMPLE);
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
    this.#store.dispatch({ type: 'links/refused', refused: [], anyhow: false, note: 'Reading …' });
    const isWanted = () => this.#waiting === asked;
    const refusal = await asked.take(files, isWanted);
    if (!isWanted()) return;
    if (refusal) this.#store.dispatch({ type: 'links/refused', ...refusal });
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
    this.#store.dispatch({ type: 'links/close' });
    this.#driver.begin({
      request: { ...request, settings: allSettings(view.settings), without: view.without }, yieldsTo: 'anything',
      arrived: () => this.#train(view, ignored),
      givenUp: ({ why }) => { if (why === 'unreadable') this.#loadFirst(); },
    });
  }

  /** The data could not be read. A page without data is no page. */
  #loadFirst() {
    const { data, alert } = this.#store.get();
    const first = data ? null : sampleRequest(UNNAMED_SAMPLE);
    if (!first) return;
    this.#driver.begin({ request: first, yieldsTo: 'data',
      arrived: () => { if (alert) this.#store.dispatch({ type: 'alert', alert }); } });
  }

  /** Goes on to the run, and to what is shown of it. @param {View} view @param {string[]} ignored */
  #train(view, ignored) {
    const { data, catalog } = this.#store.get();
    const { checksum, trained, ended, iteration, query, own, pair, next, nextWithout } = view;
    const isChanged = checksum !== null && data !== null && sampleChecksum(data) !== checksum;
    this.#warnOf(ignored, isChanged ? data.request.name : undefined, changedMethod(view, catalog));
    this.#driver.begin({
      trained: ended ? Infinity : trained || undefined, iteration: iteration ?? undefined, query: query ?? undefined,
      ranking: own, pair, yieldsTo: 'anything',
      queryMissing: () =>
        this.#warnOf([...ignored, `query: number ${query} is not among the queries that this run uses`]),
      arrived: () => {
        if (Object.keys(next).length) this.#store.dispatch({ type: 'settings', change: next });
        if (nextWithout) this.#store.dispatch({ type: 'leave out', without: nextWithout });
      },
    });
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
      this.#store.dispatch(showAlert('This link was made with other data.', detail));
    } else if (method) {
      const detail = `${method} has changed since the link was made: its reference ranking can now be any ranking `
        + `without a loss. So the numbers differ.${also}`;
      this.#store.dispatch(showAlert('This link was made with an earlier program.', detail));
    } else if (parts) this.#store.dispatch(showAlert('Some parts of this link were ignored.', parts));
  }
}
