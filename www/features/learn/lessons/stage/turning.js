// Goes to another step or lesson, and ends a lesson. A lesson is done once every question in it has been answered.

import { isRevealed } from '../lesson-state.js';

/** @typedef {import('../lesson-state.js').LessonsStore} Store */

/** Goes on or back by a step. @param {Store} store @param {number} by */
export function turn(store, by) {
  const { open } = store.get().lessons;
  const step = (open?.step ?? 0) + by;
  if (!open || step < 0 || step >= open.lesson.steps.length) return;
  store.dispatch({ type: 'lessons/step', step });
}

/**
 * Ends the lesson. A lesson of the page leads to the map; behind a lesson from a file, the page is what it was before.
 * @param {Store} store
 */
export function endLesson(store) {
  markDone(store);
  const isOnMap = store.get().lessons.open?.id !== null;
  store.dispatch({ type: 'lessons/leave' });
  if (isOnMap) store.dispatch({ type: 'panel', panel: 'lessons', open: true });
}

/** Opens the lesson that follows. @param {Store} store @param {string} id */
export function openNext(store, id) {
  markDone(store);
  store.dispatch({ type: 'lessons/begin', id });
}

/** @param {Store} store */
function markDone(store) {
  const { open } = store.get().lessons;
  if (!open?.id) return;
  if (open.lesson.steps.every(({ question }, at) => !question || isRevealed(open, at))) {
    store.dispatch({ type: 'lessons/done', id: open.id });
  }
}
