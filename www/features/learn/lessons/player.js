// Follows the store for lessons: reads them, and plays their steps. The parts for that are fetched when a lesson is
// first wanted. No DOM.

import { messageOf } from '../../../core/errors.js';
import { isOpen } from '../../../store/panels.js';
import { refuseLesson } from './refuse-lesson.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */
/** @typedef {import('./lesson-state.js').LessonsAction} Action */
/** @typedef {import('../../share/links/url.js').World} World */

/** The panel with the map of lessons. */
const MAP = 'lessons';

/** @param {Store} store @param {World} world */
export function startLessonPlayer(store, world) {
  /** @type {import('./lesson-source.js').LessonSource | null} */
  let source = null;
  /** @type {import('./step-player.js').StepPlayer | null} */
  let steps = null;
  /** What the source follows once it has been fetched. @type {{ action: Action, opensMap: boolean }[]} */
  let waiting = [];

  async function fetchSource() {
    const parts = await Promise.all([import('./lesson-source.js'), import('./schema.js'), import('./step-player.js'),
      import('./stage/picture-list.js'), import('./answer-log.js')]).catch(notFetched);
    if (!parts) return;
    const [{ LessonSource }, { readLesson }, { StepPlayer }, { PICTURES }, { answerLog }] = parts;
    // Before the first lesson is opened, so that the log has its beginning.
    answerLog(store);
    source = new LessonSource(store, { ...world, pictures: Object.keys(PICTURES) }, readLesson);
    steps = new StepPlayer(store, world);
    for (const { action, opensMap } of waiting) source.follow(action, opensMap);
    waiting = [];
  }

  /** The next lesson that is wanted fetches the parts again. @param {unknown} error */
  function notFetched(error) {
    const name = waiting.map(wanted).findLast((one) => one !== null);
    waiting = [];
    if (!name) return;
    // Without its parts the map has no lesson, and says so.
    store.dispatch({ type: 'lessons/library', shelf: [], done: store.get().lessons.done });
    refuseLesson(store, name, [messageOf(error)], false);
  }

  store.subscribe((state, action, previous) => {
    const opensMap = isOpen(state, MAP) && (!isOpen(previous, MAP) || isPressed(action));
    if (source) source.follow(action, opensMap);
    else if (waiting.length) waiting.push({ action, opensMap });
    else if (wanted({ action, opensMap })) {
      waiting.push({ action, opensMap });
      void fetchSource();
    }
    steps?.follow(action, previous.lessons);
  });
}

/** Whether the map is asked for, also while it is open: it may lack lessons. @param {Action} action */
const isPressed = (action) => action.type === 'panel' && action.panel === MAP;

/**
 * Returns the name of the lesson that an action wants; '' if none is wanted any more, null if the action says nothing.
 * @param {{ action: Action, opensMap: boolean }} followed
 */
function wanted({ action, opensMap }) {
  switch (action.type) {
    case 'lessons/plan': return action.plan[0] ?? '';
    case 'lessons/begin': return action.id;
    case 'lessons/file': return action.file.name;
    case 'links/open': return action.view.lesson ? 'the lesson of this link' : opensMap ? 'the map of lessons' : '';
    case 'lessons/leave': return '';
    // A lesson that was refused stays the reason why the map opens.
    case 'lessons/refused': return null;
    default: return opensMap ? 'the map of lessons' : null;
  }
}
