// What the sessions of a result page say of each rank. The core plays them.

import { PlayedPage, USERS } from '../../../../pictures/clicks/played-page.js';
import { LOGGER, LOWEST, MovedPage, SESSIONS } from './moved-page.js';

/**
 * The figures of played sessions that lessons can look up, each with its rank from 1. `seen`: the share of sessions
 * that saw the rank; `moved`: the clicks of the product that moves, at the rank.
 * @param {readonly string[]} lines of LETOR @returns {Record<string, number>}
 */
export function clickFigures(lines) {
  const page = new PlayedPage(lines, LOGGER, USERS);
  page.playTo(SESSIONS);
  const moved = new MovedPage(lines, page);
  try {
    return Object.fromEntries(page.order.flatMap((document, rank) => [
      [`clicks.seen/${rank + 1}`, page.seenShare(document)], [`clicks.counted/${rank + 1}`, page.clicks[document]],
      [`clicks.weighed/${rank + 1}`, page.weighed(document)], [`clicks.wanted/${rank + 1}`, page.wanted(document)],
      ...rank > LOWEST ? [] : [[`clicks.moved/${rank + 1}`, moved.outcome(rank).clicked]]]));
  } finally {
    moved.end();
    page.end();
  }
}
