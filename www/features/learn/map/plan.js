// The plan of a lecture: which lessons follow each other, how long they take, and the link that begins them. Pure.

import { frameCode } from '../../../lib/frame-code.js';
import { plural } from '../../../lib/format.js';
import { LESSONS } from '../lessons/lesson-list.js';

/** @typedef {import('./lesson-map.js').OnShelf} OnShelf */

const PLANES = ['what-is-a-ranking', 'cutting-plane', 'plane-pictures', 'slack-bound', 'steps-bounds'];
const CANON = ['pointwise', 'pairs', 'boosting', 'lists', 'calibration'];
const FIRST = ['what-is-a-ranking', 'pointwise', 'pairs', 'lists', 'cutting-plane', 'slack-bound'];

/**
 * `minutes`: of the lecture. `after`: lessons that the class has had before.
 * @typedef {{ key: string, name: string, minutes: number, plan: string[], after?: string[] }} ReadyPlan
 */

/** Ready plans; those of lectures leave time for questions. @type {ReadyPlan[]} */
export const LECTURES = [
  { key: 'first', name: 'First class on ranking, 45 min', minutes: 45, plan: FIRST },
  { key: 'homework', name: 'Homework after it, 9 min', minutes: 9, plan: ['steps-bounds', 'auc-ndcg'], after: FIRST },
  { key: 'planes', name: 'Structured SVM, 45 min', minutes: 45, plan: PLANES },
  { key: 'canon', name: 'Pointwise to listwise, 45 min', minutes: 45, plan: ['what-is-a-ranking', ...CANON] },
  { key: 'both', name: 'Structured SVM, canon, 90 min', minutes: 90,
    plan: [...PLANES, 'overfitting', ...CANON] },
];

/** The lengths that a lecture may have. */
export const [LEAST_MINUTES, MOST_MINUTES] = [5, 600];

/** Returns the lessons of a plan that could be read. @param {OnShelf[]} shelf @param {string[]} plan */
export function planned(shelf, plan) {
  return plan.flatMap((id) => shelf.find((one) => one.id === id) ?? []);
}

/** @param {string} id */
export const numberOf = (id) => LESSONS.indexOf(id) + 1;

/**
 * Returns how a plan fills a lecture, in words.
 * @param {OnShelf[]} lessons @param {number} minutes of the lecture
 */
export function planLength(lessons, minutes) {
  const taken = takenBy(lessons);
  const left = minutes - taken;
  return `${taken} of ${plural(minutes, 'minute')} are lessons${
    left > 0 ? `, ${left} for your talk` : left < 0 ? `: ${-left} too many` : ''}.`;
}

/** The same in few words. @param {OnShelf[]} lessons @param {number} minutes */
export const shortLength = (lessons, minutes) => `${takenBy(lessons)} of ${minutes} min`;

/** @param {OnShelf[]} lessons */
const takenBy = (lessons) => lessons.reduce((sum, { lesson }) => sum + lesson.minutes, 0);

/**
 * A lesson that others need before it. `isLate`: it is in the plan, but behind the first of them.
 * @typedef {{ need: string, by: string[], isLate: boolean }} PlanGap
 */

/**
 * Returns what a plan lacks.
 * @param {OnShelf[]} lessons in the order of the plan
 * @param {string[]} [known] lessons that the class has had before
 * @returns {PlanGap[]}
 */
export function planGaps(lessons, known = []) {
  const ids = lessons.map(({ id }) => id);
  /** @type {Map<string, PlanGap>} */
  const gaps = new Map();
  for (const [at, { id, lesson: { needs = [] } }] of lessons.entries()) {
    for (const need of needs) {
      if (known.includes(need) || ids.slice(0, at).includes(need)) continue;
      const gap = gaps.get(need) ?? { need, by: [], isLate: ids.includes(need) };
      gap.by.push(id);
      gaps.set(need, gap);
    }
  }
  return [...gaps.values()];
}

/** Returns a gap as a sentence without its end. @param {PlanGap} gap */
export function gapText({ need, by, isLate }) {
  const numbers = by.map(numberOf);
  const who = numbers.length > 1 ? `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} need`
    : `${numbers[0]} needs`;
  return `${who} ${numberOf(need)}, which ${isLate ? 'comes later' : 'is not in the plan'}`;
}

/**
 * Returns the plan with a lesson before another one; without one, behind the lessons of smaller numbers.
 * @param {string[]} plan @param {string} id @param {string} [before]
 */
export function withLesson(plan, id, before) {
  const others = plan.filter((one) => one !== id);
  const at = before === undefined ? others.findLastIndex((one) => numberOf(one) < numberOf(id)) + 1
    : others.indexOf(before);
  return others.toSpliced(at, 0, id);
}

/** Returns the plan with a lesson moved by some places. @param {string[]} plan @param {string} id @param {number} by */
export function movedIn(plan, id, by) {
  const to = plan.indexOf(id) + by;
  return to < 0 || to >= plan.length ? plan : plan.filter((one) => one !== id).toSpliced(to, 0, id);
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
export const planFrame = (address, plan) => frameCode(`${planLink(address, plan)}&embed=true`, 800);
