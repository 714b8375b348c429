// One search of the shop as users see it: how often each rank is seen, and sessions that play. Part of the mode Clicks.

import { generate_shop } from '../../wasm/rankscope.js';
import { SHOP_SEED, titlesOf } from '../../lib/click-shop.js';
import { plural } from '../../lib/format.js';
import { PlayedPage } from '../../pictures/clicks/played-page.js';
import { drawResultPage, playSession } from '../../pictures/clicks/result-page.js';
import { animation } from '../../pictures/motion.js';
import { h, s, say } from '../../ui/dom.js';
import { isLow } from '../../ui/media.js';
import { sizedPicture } from '../../ui/sized-picture.js';

/** @typedef {import('./clicks-state.js').ClicksStore} Store */
/** @typedef {import('./clicks-state.js').ClickSettings} Settings */
/** @typedef {import('../../pictures/clicks/result-page.js').ShownSession} ShownSession */

const SWAPPED = 10; // ranks
const TOP = 44; // px
const [EYE, SEEN] = [49, 58]; // px beside the rows: the path of the eye, and the percents
/** The height of a row, and from row to row, in px. */
const ROWS = { high: [34, 40], low: [27, 32] };

/** @param {Store} store */
export function pagePart(store) {
  return new PagePart(store).element;
}

class PagePart {
  #store;
  #lines = firstSearch();
  #motion = animation();
  /** @type {PlayedPage | null} */
  #page = null;
  /** The settings that the page plays. */
  #key = '';
  /** The session that is shown, and the products as it saw them. @type {ShownSession | null} */
  #shown = null;
  /** @type {readonly number[]} */
  #order = [];
  #place = h('div');
  #count = h('span', { class: 'clicks-count', 'aria-live': 'polite' });
  #draw = sizedPicture(this.#place, (width) => this.#picture(width));
  element;

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
    const button = (/** @type {string} */ label, /** @type {number} */ sessions) => h('button', { type: 'button',
      onclick: () => this.#play(sessions) }, label);
    this.element = h('section', { class: 'clicks-page', 'aria-label': 'Where eyes and clicks go' },
      h('h3', {}, 'Where eyes and clicks go'), this.#place,
      h('div', { class: 'clicks-buttons' }, button('Play session', 1), button('Play 100', 100), this.#count));
    store.watch(({ clicks }) => [clicks.settings, clicks.curves], () => this.#follow());
  }

  #follow() {
    const { users, eta, noise, logger, swaps } = this.#store.get().clicks.settings;
    const settings = { users, eta, noise, seed: 1, swap: swaps ? SWAPPED : 0 };
    const key = JSON.stringify([settings, logger]);
    if (key !== this.#key) {
      this.#key = key;
      this.#motion.stop();
      this.#page?.end();
      this.#page = new PlayedPage(this.#lines, logger, settings);
      this.#shown = null;
      this.#order = baseOrder(this.#lines, logger);
      say(this.#count, '');
    }
    this.#draw();
  }

  /** @param {number} sessions */
  #play(sessions) {
    const page = this.#page;
    if (!page) return;
    this.#motion.stop();
    for (let session = 1; session < sessions; session += 1) page.play();
    const last = page.play();
    this.#order = last.documents;
    const seen = page.sessions.length;
    say(this.#count, `${plural(seen, 'session')}, ${plural(page.clicks.reduce((sum, one) => sum + one, 0), 'click')}`);
    void playSession(last, this.#motion, (shown) => {
      this.#shown = shown;
      this.#draw();
    });
  }

  /** @param {number} width */
  #picture(width) {
    const titles = titlesOf(this.#page?.documents.map(({ grade }) => grade) ?? []);
    const { curves } = this.#store.get().clicks;
    const rows = this.#order.map((document, rank) => ({ title: titles[document],
      seen: curves?.grounds.seen[rank] ?? null }));
    const [rowHeight, pitch] = ROWS[isLow() ? 'low' : 'high'];
    const layout = { x: EYE, y: TOP, width: width - EYE - SEEN, height: rowHeight, pitch, seenX: width - 2,
      isPhone: false };
    const height = TOP + pitch * rows.length;
    const words = rows.map(({ title, seen }, rank) =>
      `${rank + 1} ${title}${seen === null ? '' : `, seen by ${Math.round(100 * seen)} %`}`).join('; ');
    return s('svg', { class: 'clicks-svg', role: 'img', 'aria-label': words, width, height,
      viewBox: `0 0 ${width} ${height}` },
    drawResultPage(layout, { query: 'kettle', order: 'one of 100 searches', rows, session: this.#shown }));
  }
}

/** The heading and the lines of the shop's first search. */
function firstSearch() {
  const lines = generate_shop(SHOP_SEED)[0].split('\n');
  return lines.filter((line) => line.startsWith('#') || line.includes(' qid:1 '));
}

/**
 * The order that the logger shows without swaps; that of the file if every session has a new one.
 * @param {readonly string[]} lines @param {string} logger
 */
function baseOrder(lines, logger) {
  const page = new PlayedPage(lines, logger, { noise: 0 });
  const { documents } = page.play();
  page.end();
  return documents;
}
