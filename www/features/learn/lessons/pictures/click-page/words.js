// What the picture of a result page says in words. Nothing that is hidden is said. Pure.

import { plural } from '../../../../../lib/format.js';
import { SESSIONS } from '../../figures/moved-page.js';
import { seenText } from '../../../../../pictures/clicks/result-page.js';

/** @typedef {import('../../../../../pictures/clicks/played-page.js').PlayedPage} PlayedPage */

/** @param {readonly string[]} words */
const joined = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

/** @param {'eyes' | 'ranks' | 'bars'} view @param {boolean} isTold */
export function captionOf(view, isTold) {
  if (view === 'eyes') return 'Yellow is the light of eyes.';
  if (view === 'ranks') return 'Drag the row with the blue frame.';
  return isTold ? 'A tick is what users want: the clicks if every session saw the product.'
    : 'The yellow light shows where eyes go. A ring is a click.';
}

/** @param {string} query @param {readonly string[]} titles by rank */
export const pageWords = (query, titles) => `Results for ${query}: ${titles.join('; ')}.`;

/** @param {PlayedPage} page @param {import('../../../../../pictures/clicks/played-page.js').Session} session */
export function sessionWords({ sessions, documents: titles }, { documents, examined, clicks }) {
  const ranks = `${examined.length === 1 ? 'rank' : 'ranks'} ${joined(examined.map((rank) => String(rank + 1)))}`;
  const clicked = clicks.length ? joined(clicks.map((rank) => titles[documents[rank]].title)) : 'nothing';
  return `Session ${sessions.length} saw ${ranks} and clicked ${clicked}.`;
}

/** @param {readonly (number | null)[]} shares by rank */
export function seenWords(shares) {
  const told = shares.flatMap((share, rank) => (share === null ? [] : [`rank ${rank + 1} ${seenText(share)}`]));
  return `Seen: ${told.join(', ')}.`;
}

/**
 * @param {string} title @param {number} rank
 * @param {readonly { rank: number, outcome: import('../../figures/moved-page.js').Outcome | null }[]} fields
 */
export function fieldWords(title, rank, fields) {
  const told = fields.map(({ rank: at, outcome }) =>
    `at rank ${at + 1} ${outcome ? plural(outcome.clicked, 'click') : 'hidden'}`);
  return `${title} at rank ${rank + 1}. Newest ${SESSIONS} sessions: ${told.join(', ')}.`;
}

/** @param {readonly string[]} titles @param {readonly import('./draw-bars.js').Worth[]} worths by rank */
export const worthWords = (titles, worths) => worths.map(({ clicks, weighed, wanted }, rank) =>
  `${titles[rank]}: ${plural(clicks, 'click')}, ÷ seen ${Math.round(weighed)}${
    wanted === null ? '' : `, wanted ${Math.round(wanted)}`}`).join('; ');
