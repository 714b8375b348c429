// The end of a lesson: what follows, what to try freely, the sources, and the button that prints a summary.

import { h, fill, say } from '../../../../ui/dom.js';
import { citation } from '../citation.js';
import { printSummary } from '../print/print.js';
import { inline, paragraphs } from '../text.js';
import { lessonAfter } from '../lesson-state.js';
import { openNext } from './turning.js';

/** @param {import('../lesson-state.js').LessonsStore} store */
export function lessonEnd(store) {
  const free = h('div', { class: 'lesson-try' });
  const sources = h('div', { class: 'lesson-sources' });
  const print = h('button', { type: 'button', onclick: () => void printSummary(store) }, 'Print summary');
  /** @type {string | undefined} */
  let following;
  const next = h('button', { type: 'button', class: 'primary', onclick: () => following && openNext(store, following) },
    'Next lesson');
  const use = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'lessons/leave', keep: true }) });
  const claims = h('ul', { class: 'lesson-claims' });
  const further = h('details', { class: 'lesson-more', ontoggle: () => further.open
    && further.scrollIntoView({ block: 'nearest' }) }, h('summary', {}, 'Try it yourself, and sources'), free,
    sources);
  const element = h('div', { class: 'lesson-end', hidden: true }, claims,
    h('div', { class: 'lesson-ways' }, next, use, print), further);
  return {
    element,
    /** @param {import('../schema.js').Lesson} lesson @param {boolean} isEnd whether the last step has told all */
    update(lesson, isEnd) {
      element.hidden = !isEnd;
      if (!isEnd) return;
      following = lessonAfter(store.get().lessons);
      next.hidden = following === undefined;
      say(use, `Use these data in ${lesson.steps.some(({ state }) => state?.ratings) ? 'Ratings' : 'Explore'}`);
      free.hidden = !lesson.try;
      further.hidden = !lesson.try && !lesson.sources?.length;
      fill(claims, lesson.steps.map(({ claim }) => claim && h('li', {}, inline(claim, {}, {}))));
      fill(free, h('h3', {}, 'Try it yourself'), paragraphs(lesson.try ?? '', {}, {}));
      sources.hidden = !lesson.sources?.length;
      fill(sources, h('h3', {}, 'Sources'),
        h('ul', {}, (lesson.sources ?? []).map((one) => h('li', {}, citation(one)))));
    },
  };
}
