// The end of a lesson: what to try freely, the sources, and the button that prints a summary.

import { h, fill } from '../../../ui/dom.js';
import { citation, printSummary } from './summary.js';
import { paragraphs } from './text.js';

/** @param {import('./lesson-state.js').LessonsStore} store */
export function lessonEnd(store) {
  const free = h('div', { class: 'lesson-try' });
  const sources = h('div', { class: 'lesson-sources' });
  const print = h('button', { type: 'button', onclick: () => {
    const { open } = store.get().lessons;
    if (open) printSummary(open);
  } }, 'Print summary');
  const element = h('div', { class: 'lesson-end', hidden: true }, free, sources, print);
  return {
    element,
    /** @param {import('./schema.js').Lesson} lesson @param {boolean} isEnd whether the last step has told all */
    update(lesson, isEnd) {
      element.hidden = !isEnd;
      if (!isEnd) return;
      free.hidden = !lesson.try;
      fill(free, h('h3', {}, 'Try it yourself'), paragraphs(lesson.try ?? '', {}, {}));
      sources.hidden = !lesson.sources?.length;
      fill(sources, h('h3', {}, 'Sources'),
        h('ul', {}, (lesson.sources ?? []).map((one) => h('li', {}, citation(one)))));
    },
  };
}
