// Whether this device has seen the introduction, and the mark on the document by which style sheets show it. The first
// paint needs both before the page's state is there.

import { keptChoice } from '../../../ui/kept-choice.js';

const KEPT = keptChoice('started');

/** Whether the visitor has neither begun on this device nor followed a link. */
export const isFirstVisit = () => location.hash.length <= 1 && KEPT.read() === null;

/** Notes that the visitor has begun. */
export const saveVisit = () => KEPT.write('1');

/** @param {boolean} isIntroduced whether the introduction stands in the place of the curves */
export function showFirstSight(isIntroduced) {
  document.documentElement.classList.toggle('first-sight', isIntroduced);
}
