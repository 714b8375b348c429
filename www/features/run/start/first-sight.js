// Whether this device has seen the introduction, and the mark on the document by which style sheets show it. The first
// paint needs both before the page's state is there.

const KEY = 'rankscope-started';

/** Whether the visitor has neither begun on this device nor followed a link. Storage may be forbidden. */
export function isFirstVisit() {
  if (location.hash.length > 1) return false;
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return true;
  }
}

/** Notes that the visitor has begun. */
export function saveVisit() {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Without storage the introduction is back at the next visit.
  }
}

/** @param {boolean} isIntroduced whether the introduction stands in the place of the curves */
export function showFirstSight(isIntroduced) {
  document.documentElement.classList.toggle('first-sight', isIntroduced);
}
