// The top bar of the stage: which lesson and step is open, and what belongs to the whole lesson.

import { fill, h, say } from '../../../../ui/dom.js';
import { freshId } from '../../../../ui/fields.js';
import { LESSONS } from '../lesson-list.js';
import { copyAnswers } from './copy-answers.js';
import { courseButton } from './course-button.js';
import { settingsButton, settingsGist } from './lesson-settings.js';
import { textSizeChoice } from './text-size.js';

/** @param {import('../lesson-state.js').LessonsStore} store @param {HTMLElement[]} sharing */
export function stageBar(store, sharing) {
  const number = h('span', { class: 'lesson-number muted' });
  const title = h('h1', { class: 'lesson-title' });
  const marks = h('span', { class: 'lesson-bar', 'aria-hidden': 'true' });
  const progress = h('p', { class: 'lesson-progress muted' });
  const { course, shared } = courseButton(store);
  const full = h('button', { type: 'button', class: 'quiet stage-full', hidden: !document.fullscreenEnabled,
    title: 'Full screen (F)', onclick: () => void toggleFullScreen() }, 'Full screen');
  document.addEventListener('fullscreenchange', () =>
    say(full, document.fullscreenElement ? 'Leave full screen' : 'Full screen'));
  const id = freshId('stage-more');
  const more = h('div', { class: 'stage-menu', id, popover: 'auto' },
    sharing, course, shared, copyAnswers(store), settingsGist(store));
  const sizes = h('div', { class: 'stage-menu', id: `${id}-size`, popover: 'auto' }, textSizeChoice(), full);
  const leave = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Leave lesson',
    onclick: () => store.dispatch({ type: 'lessons/leave' }) },
  h('span', { class: 'leave-words' }, 'Leave lesson'), h('span', { class: 'leave-sign', 'aria-hidden': 'true' }, '×'));
  const element = h('div', { class: 'stage-bar', role: 'group', 'aria-label': 'Lesson controls' },
    h('span', { class: 'stage-mark', 'aria-hidden': 'true' }, 'rank', h('b', {}, 'scope')), number, title, marks,
    progress, h('div', { class: 'stage-actions' },
      h('button', { type: 'button', class: 'quiet', popovertarget: sizes.id, 'aria-label': 'Text size' },
        h('span', { class: 'size-words' }, 'Text size'),
        h('span', { class: 'size-sign', 'aria-hidden': 'true' }, 'Aa')),
      settingsButton,
      h('button', { type: 'button', class: 'quiet', popovertarget: id }, 'Share'), leave), more, sizes);
  return {
    element,
    shared,
    /** @param {import('../lesson-state.js').Open} open */
    update({ id: name, lesson, step }) {
      const count = lesson.steps.length;
      const { plan } = store.get().lessons;
      say(number, name === null ? 'Lesson' : plan?.includes(name)
        ? `Plan: ${plan.indexOf(name) + 1} of ${plan.length}` : `Lesson ${LESSONS.indexOf(name) + 1}`);
      say(title, lesson.title);
      fill(progress, h('span', { class: 'hidden' }, 'Step '), `${step + 1} of ${count}`);
      fill(marks, lesson.steps.map((_one, at) =>
        h('span', { class: at < step ? 'reached' : at === step ? 'present' : '' })));
    },
  };
}

/** Fills the screen with the stage, or gives the screen back. */
export async function toggleFullScreen() {
  if (document.fullscreenElement) return document.exitFullscreen();
  return document.documentElement.requestFullscreen();
}
