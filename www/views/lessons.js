// The button that opens the lessons, their list, and the place for a teacher's own file.

import { h, fill } from '../dom.js';
import { freshId } from '../fields.js';
import { plural } from '../format.js';

/** @typedef {import('../store.js').Store} Store */

/** @param {HTMLElement} actions @param {Store} store */
export function mount(actions, store) {
  const id = freshId('lesson-file');
  const button = h('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: () => store.dispatch({ type: 'lessons', choosing: true }) }, 'Lessons');
  const list = h('ol', { class: 'lesson-list' });
  const problems = h('div', { class: 'lesson-problems', role: 'alert' });
  const input = h('input', { id, type: 'file', accept: '.json,application/json', onchange: () => {
    const file = input.files?.[0];
    if (file) store.dispatch({ type: 'lesson file', file });
    input.value = '';
  } });
  const close = h('button', { type: 'button', 'aria-label': 'Close lessons', class: 'square', onclick: () => dialog.close() }, '×');
  const dialog = h('dialog', { class: 'chooser', 'aria-labelledby': `${id}-title`, onclose: () => { if (store.get().lessons.choosing) store.dispatch({ type: 'lessons', choosing: false }); } },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, 'Lessons'), close),
    h('p', { class: 'muted' }, 'A few minutes each. You guess, the page trains, and the run itself says who was right.'),
    list, problems,
    h('div', { class: 'chooser-own' }, h('label', { htmlFor: id }, 'Lesson file'), input, h('p', { class: 'muted' }, 'A lesson of your own, as JSON. It stays on this device. The README tells how to write one.')));
  actions.prepend(button);
  document.body.append(dialog);

  store.watch(({ lessons }) => [lessons.choosing], ([choosing]) => {
    if (choosing && !dialog.open) dialog.showModal();
    if (!choosing && dialog.open) dialog.close();
  });
  store.watch(({ lessons }) => [lessons.shelf, lessons.done], ([shelf, done]) => {
    if (!shelf) return fill(list, h('li', { class: 'muted' }, 'Reading the lessons …'));
    fill(list, shelf.map(({ id: name, lesson }) => h('li', {}, h('button', { type: 'button', class: 'lesson-entry', onclick: () => store.dispatch({ type: 'open lesson', id: name, lesson, packed: null, step: 0 }) },
      h('b', {}, lesson.title), h('span', { class: 'lesson-about' }, lesson.summary), h('span', { class: 'lesson-minutes' }, plural(lesson.minutes, 'minute'), done.includes(name) && h('span', { class: 'lesson-done' }, ' · ✓ done'))))));
  });
  store.watch(({ lessons }) => [lessons.problems], ([wrong]) => fill(problems, wrong && [h('p', {}, h('bdi', {}, h('b', {}, wrong.name)), ' cannot be used as a lesson:'), h('ul', {}, wrong.problems.map((one) => h('li', {}, one)))]));
}
