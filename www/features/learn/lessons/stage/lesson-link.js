// The buttons that copy the link to the open lesson, and save it for a learning platform.

import { pageAddress } from '../../../../lib/page-address.js';
import { copyOrSelect } from '../../../../ui/copy-text.js';
import { h, say } from '../../../../ui/dom.js';
import { ABOUT, packCourse } from '../../../share/course/pack-course.js';
import { lessonName } from '../statements.js';

/** @param {import('../lesson-state.js').LessonsStore} store */
export function lessonLink(store) {
  const share = h('button', { type: 'button', class: 'quiet', onclick: () => void copy() }, 'Copy link to this lesson');
  const shared = h('span', { class: 'muted', 'aria-live': 'polite' });
  const field = h('input', {
    type: 'text', readOnly: true, 'aria-label': 'Link to this lesson', hidden: true, onblur: () => {
      field.hidden = true;
    },
  });
  async function copy() {
    const { open } = store.get().lessons;
    const named = open && (open.id ?? open.packed);
    say(shared, '');
    if (!named) return say(shared, 'This lesson is too long for a link: pass on its file.');
    const link = `${pageAddress()}#v=1&lesson=${named}`;
    say(shared, await copyOrSelect(link, field) ? 'Link copied.' : 'Copy the selected link.');
  }
  const course = h('button', { type: 'button', class: 'quiet', title: ABOUT, onclick: () =>
    void packCourse(courseOf(store.get().lessons.open), course, (words) => say(shared, words)) }, 'Course package');
  // A page in a frame may be a package itself.
  store.watch(({ lessons }) => [lessons.embed], ([isEmbedded]) => { course.hidden = isEmbedded; });
  return { share, shared, field, course };
}

/** The open lesson as a course. @param {import('../lesson-state.js').Open | null} open */
function courseOf(open) {
  if (!open) return null;
  const id = lessonName(open).replace('urn:rankscope:lesson:', '').replaceAll(':', '-');
  return { id, title: open.lesson.title,
    lessons: [{ id, lesson: open.lesson, text: open.id === null ? JSON.stringify(open.lesson) : null }] };
}
