// Follows the store for lessons: reads them, and plays their steps. The parts for that are fetched when a lesson is
// first wanted. No DOM.

import { messageOf } from '../../../core/errors.js';
import { refuseLesson } from './refuse-lesson.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */
/** @typedef {import('./lesson-state.js').LessonsAction} Action */
/** @typedef {import('../../share/links/url.js').World} World */

/** @param {Store} store @param {World} world */
export function startLessonPlayer(store, world) {
  /** @type {import('./lesson-source.js').LessonSource | null} */
  let source = null;
  /** @type {import('./step-player.js').StepPlayer | null} */
  let steps = null;
  /** The actions that the source follows once it has been fetched. @type {Action[]} */
  let waiting = [];

  async function fetchSource() {
    const parts = await Promise.all([import('./lesson-source.js'), import('./schema.js'), import('./step-player.js')])
      .catch(notFetched);
    if (!parts) return;
    const [{ LessonSource }, { readLesson }, { StepPlayer }] = parts;
    source = new LessonSource(store, world, readLesson);
    steps = new StepPlayer(store, world);
    for (const action of waiting) source.follow(action);
    waiting = [];
  }

  /** The next lesson that is wanted fetches the parts again. @param {unknown} error */
  function notFetched(error) {
    const name = waiting.map(wanted).findLast((one) => one !== null);
    waiting = [];
    if (!name) return;
    // Without its parts the list has no lesson, and says so.
    store.dispatch({ type: 'lessons/library', shelf: [], done: store.get().lessons.done });
    refuseLesson(store, name, [messageOf(error)], false);
  }

  store.subscribe((_state, action, previous) => {
    if (source) source.follow(action);
    else if (waiting.length) waiting.push(action);
    else if (wanted(action)) {
      waiting.push(action);
      void fetchSource();
    }
    steps?.follow(action, previous.lessons.before);
  });
}

/**
 * Returns the name of the lesson that an action wants; '' if none is wanted any more, null if the action says nothing.
 * @param {Action} action
 */
function wanted(action) {
  switch (action.type) {
    case 'lessons/chooser': return action.choosing ? 'the list of lessons' : '';
    case 'lessons/begin': return action.id;
    case 'lessons/file': return action.file.name;
    case 'links/open': return action.view.lesson ? 'the lesson of this link' : '';
    case 'lessons/leave': return '';
    default: return null;
  }
}
