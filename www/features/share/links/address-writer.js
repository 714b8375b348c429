// Keeps the address up to date with the page, without new entries in the history.

import { pageAddress } from '../../../lib/page-address.js';
import { showNotFetched } from '../../../store/alert-state.js';
import { LONGEST_LINES, addressOf, openingOf } from './url.js';

/** @typedef {import('./link-state.js').LinksStore} Store */
/** @typedef {import('./url.js').World} World */

const WRITE = 400; // least ms between two changes of the address: Safari refuses more than 100 in 30 s
const CURSOR_PAUSE = 150; // ms without a move of the cursor: a change of the address takes several frames

export class AddressWriter {
  #store;
  #world;
  #isBusy;
  /** The pasted lines, packed. @type {{ blob: Blob, text: string | null } | null} */
  #packed = null;
  #written = -WRITE;
  #seen = location.hash; // what the address held when the page last wrote or read it
  #iteration = 0; // of the cursor
  #moved = -CURSOR_PAUSE; // when it moved
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {Store} store
   * @param {World} world
   * @param {() => boolean} isBusy whether a link is being opened: the address is still its own
   */
  constructor(store, world, isBusy) {
    this.#store = store;
    this.#world = world;
    this.#isBusy = isBusy;
  }

  /** Accepts an address that someone else wrote. Until then it may hold a link that nobody has read yet. */
  accept() {
    this.#seen = location.hash;
  }

  /** Writes the address soon, once for all changes until then. */
  schedule() {
    const { iteration, follow } = this.#store.get().cursor;
    if (iteration !== this.#iteration && !follow) this.#moved = performance.now();
    this.#iteration = iteration;
    this.#timer ??= setTimeout(() => this.#writeAtRest(), Math.max(0, this.#written + WRITE - performance.now()));
  }

  #writeAtRest() {
    const wait = this.#moved + CURSOR_PAUSE - performance.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#writeAtRest(), wait);
    else this.#write();
  }

  /** Packs pasted lines, so that the address can hold them. @param {Blob} blob */
  async pack(blob) {
    try {
      const { pack } = await import('../../../lib/compress-text.js');
      this.#packed = { blob, text: await pack(blob, LONGEST_LINES) };
      this.schedule();
    } catch (error) {
      const title = 'The link to this page cannot hold the pasted lines.';
      this.#store.dispatch(showNotFetched(title, 'Load them again', error));
    }
  }

  /**
   * Returns the whole address of the current state, and writes the state to the address bar. A frame shows less than
   * the page that the link leads to.
   */
  link() {
    this.#write();
    const fragment = this.#fragment(this.#unframed());
    return pageAddress() + (fragment ? `#${fragment}` : '');
  }

  /** Returns the fragment of the link in words, which a frame needs also for the page as it opens. */
  words() {
    return this.#fragment(this.#unframed(), { ...this.#world, first: null }) ?? openingOf(this.#world);
  }

  #unframed() {
    const state = this.#store.get();
    return { ...state, lessons: { ...state.lessons, embed: false, picture: null } };
  }

  #fragment(state = this.#store.get(), world = this.#world) {
    const source = state.data?.request.pasted ? state.data.request.train : null;
    const lines = source?.kind === 'blob' && this.#packed?.blob === source.blob ? this.#packed.text : null;
    return addressOf(state, lines, world);
  }

  #write() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isBusy() || location.hash !== this.#seen) return;
    const fragment = this.#fragment();
    if (fragment === null || `#${fragment}` === (location.hash || '#')) return;
    this.#written = performance.now();
    history.replaceState(history.state, '', fragment ? `#${fragment}` : location.pathname + location.search);
    this.accept();
  }
}
