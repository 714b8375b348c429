// The plan of a lecture: which lessons follow each other, how long they take, and the link that begins them. Pure.

import { plural } from '../../../lib/format.js';
import { LESSONS } from '../lessons/lesson-list.js';

/** @typedef {import('./lesson-map.js').OnShelf} OnShelf */

const PLANES = ['what-is-a-ranking', 'cutting-plane', 'plane-pictures', 'slack-bound', 'steps-bounds'];
const CANON = ['pointwise', 'pairs', 'boosting', 'lists', 'calibration'];

/** Ready plans of lectures. `minutes` is the length of the lecture; each plan leaves time for questions. */
export const LECTURES = [
  { key: 'planes', name: 'Planes, 45 min', minutes: 45, plan: PLANES },
  { key: 'canon', name: 'Canon, 45 min', minutes: 45, plan: ['what-is-a-ranking', ...CANON] },
  { key: 'both', name: 'Both, 90 min', minutes: 90, plan: [...PLANES, 'overfitting', ...CANON] },
];

/** Returns the lessons of a plan that could be read. @param {OnShelf[]} shelf @param {string[]} plan */
export function planned(shelf, plan) {
  return plan.flatMap((id) => shelf.find((one) => one.id === id) ?? []);
}

/**
 * Returns how a plan fills a lecture, in words.
 * @param {OnShelf[]} lessons @param {number} minutes of the lecture
 */
export function planLength(lessons, minutes) {
  const taken = lessons.reduce((sum, { lesson }) => sum + lesson.minutes, 0);
  const left = minutes - taken;
  const rest = left > 0 ? `${left} left` : left < 0 ? `${-left} more than ${minutes}` : 'none left';
  return [`${plural(taken, 'minute')} of lessons, ${rest}.`, ...missingNeeds(lessons)].join(' ');
}

/** What a plan lacks, in sentences. @param {OnShelf[]} lessons @returns {string[]} */
function missingNeeds(lessons) {
  const number = (/** @type {string} */ id) => LESSONS.indexOf(id) + 1;
  const ids = lessons.map(({ id }) => id);
  const lacking = lessons.flatMap(({ id, lesson: { needs = [] } }) => needs.filter((one) => !ids.includes(one))
    .map((one) => `${number(id)} needs ${number(one)}`));
  return lacking.length ? [`Not in the plan: ${lacking.join(', ')}.`] : [];
}

/**
 * Returns the link that begins a plan.
 * @param {string} address of the page, with or without a fragment
 * @param {string[]} plan
 */
export function planLink(address, plan) {
  return `${address.replace(/#.*$/s, '')}#v=1&plan=${plan.join(',')}`;
}

/** Returns the frame that shows a plan in another page. @param {string} address @param {string[]} plan */
export function planFrame(address, plan) {
  const source = `${planLink(address, plan)}&embed=true`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${source}" title="Rankscope" width="100%" height="800" style="border: 0"></iframe>`;
}
