// The button that saves the open lesson for a learning platform.

import { h, say } from '../../../../ui/dom.js';
import { ABOUT, packCourse } from '../../../share/course/pack-course.js';
import { lessonName } from '../statements.js';

/** @param {import('../lesson-state.js').LessonsStore} store */
export function courseButton(store) {
  const shared = h('span', { class: 'muted', 'aria-live': 'polite' });
  const course = h('button', { type: 'button', class: 'quiet', title: ABOUT, onclick: () =>
    void packCourse(courseOf(store.get().lessons.open), course, (words) => say(shared, words)) }, 'Course package');
  // A page in a frame may be a package itself.
  store.watch(({ lessons }) => [lessons.embed], ([isEmbedded]) => { course.hidden = isEmbedded; });
  return { course, shared };
}

/** The open lesson as a course. @param {import('../lesson-state.js').Open | null} open */
function courseOf(open) {
  if (!open) return null;
  const id = lessonName(open).replace('urn:rankscope:lesson:', '').replaceAll(':', '-');
  return { id, title: open.lesson.title,
    lessons: [{ id, lesson: open.lesson, text: open.id === null ? JSON.stringify(open.lesson) : null }] };
}
