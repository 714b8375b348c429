// Follows the store for lessons: reads them, and plays their steps once the parts for that have been fetched. No DOM.

import { LessonSource } from './lesson-source.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */
/** @typedef {import('../links/url.js').World} World */

/** @param {Store} store @param {World} world */
export function startLessonPlayer(store, world) {
  /** @type {import('./step-player.js').StepPlayer | null} */
  let steps = null;
  // The first lesson needs it. Fetched with the schema, so it is there when a lesson opens.
  const source = new LessonSource(store, world, async () => {
    const { StepPlayer } = await import('./step-player.js');
    steps ??= new StepPlayer(store, world);
  });
  store.subscribe((_state, action, previous) => {
    steps?.notice(action);
    source.follow(action);
    steps?.follow(action, previous.lessons.before);
  });
}
