// One product at several ranks of the same page: for each rank a page of its own, with the same users.

import { PlayedPage, USERS } from '../../../../pictures/clicks/played-page.js';

/** How many sessions clicked the product, only saw it, or did not see it.
 * @typedef {{ clicked: number, seen: number, unseen: number }} Outcome */

/** What sorts the page of a lesson. */
export const LOGGER = 'feature:4';
/** The sessions of a page at the answer. */
export const SESSIONS = 400;
/** The rank, from 0, down to which the product moves. */
export const LOWEST = 3;

export class MovedPage {
  #lines;
  #others;
  /** @type {Map<number, PlayedPage>} */
  #pages = new Map();

  /**
   * The product is the highest one that users want.
   * @param {readonly string[]} lines of LETOR @param {PlayedPage} page of the same lines, with at least one session
   */
  constructor(lines, { order, documents }) {
    this.#lines = lines;
    this.document = order.find((one) => documents[one].grade > 0) ?? order[0];
    this.title = documents[this.document].title;
    this.#others = order.filter((one) => one !== this.document);
  }

  /** The page with the product at a rank. @param {number} rank */
  at(rank) {
    const known = this.#pages.get(rank);
    if (known) return known;
    const order = this.#others.toSpliced(rank, 0, this.document);
    const page = new PlayedPage(this.#lines, order.map((_, one) => -order.indexOf(one)), USERS);
    page.playTo(SESSIONS);
    this.#pages.set(rank, page);
    return page;
  }

  /**
   * What the newest sessions did with the product at a rank.
   * @param {number} rank @param {number} [count] of the sessions, at most `SESSIONS` @returns {Outcome}
   */
  outcome(rank, count = SESSIONS) {
    const newest = this.at(rank).sessions.slice(-SESSIONS).slice(0, count);
    const seen = newest.filter(({ examined }) => examined.includes(rank)).length;
    const clicked = newest.filter(({ clicks }) => clicks.includes(rank)).length;
    return { clicked, seen: seen - clicked, unseen: newest.length - seen };
  }

  end() {
    for (const page of this.#pages.values()) page.end();
    this.#pages.clear();
  }
}
