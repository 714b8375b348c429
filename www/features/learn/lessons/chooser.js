// The dialog with the list of lessons, and the field for a lesson file.

import '../../../styles/dialogs.css';
import './chooser.css';
import { h, fill, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { plural } from '../../../lib/format.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */

/** Returns the dialog. @param {Store} store */
export function chooser(store) {
  const id = freshId('lesson-file');
  const list = h('ol', { class: 'lesson-list' });
  const progress = h('b', {});
  const problems = h('div', { class: 'lesson-problems', role: 'alert' });
  const input = h('input', { id, type: 'file', accept: '.json,application/json', onchange: () => {
    const file = input.files?.[0];
    if (file) store.dispatch({ type: 'lessons/file', file });
    input.value = '';
  } });
  const close = h('button',
    { type: 'button', 'aria-label': 'Close lessons', class: 'square', onclick: () => dialog.close() }, '×');
  const dialog = h('dialog', { class: 'chooser', 'aria-labelledby': `${id}-title`, onclose: () => {
    if (store.get().lessons.choosing) store.dispatch({ type: 'lessons/chooser', choosing: false });
  } },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, 'Lessons'), close),
    h('p', { class: 'muted' },
      'Each lesson takes a few minutes. You guess, the page trains, and the run gives the answer. ', progress),
    problems, list,
    h('div', { class: 'chooser-own' }, h('label', { htmlFor: id }, 'Lesson file'), input,
      h('p', { class: 'muted' },
        'Opens a lesson of your own, a JSON file. It stays on this device. The documentation explains the format.'),
      h('button', { type: 'button', onclick: () => {
        store.dispatch({ type: 'lessons/leave' });
        store.dispatch({ type: 'panel', panel: 'lesson-editor', open: true });
        dialog.close();
      } }, 'Write a lesson')));
  store.watch(({ lessons }) => [lessons.shelf, lessons.done], ([shelf, done]) => {
    if (!shelf) return fill(list, h('li', { class: 'muted' }, 'Loading the lessons …'));
    if (shelf.length === 0) {
      say(progress, '');
      return fill(list, h('li', {}, 'The lessons could not be fetched. ', h('button', { type: 'button',
        onclick: () => store.dispatch({ type: 'lessons/chooser', choosing: true }) }, 'Fetch them again')));
    }
    fill(list, shelf.map(({ id: name, lesson }, at) => entry(at + 1, lesson, done.includes(name),
      () => store.dispatch({ type: 'lessons/open', id: name, lesson, packed: null, step: 0, choosing: false }))));
    say(progress, `${done.length} of ${shelf.length} done`);
  });
  store.watch(({ lessons }) => [lessons.problems], ([wrong]) => {
    fill(problems, wrong && [
      h('p', {}, h('bdi', {}, h('b', {}, wrong.name)),
        wrong.isFaulty ? ' cannot be used as a lesson. Correct these places:' : ' could not be opened:'),
      h('ul', {}, wrong.problems.map((one) => h('li', {}, one))),
    ]);
    // The field for a file is far below.
    if (wrong) problems.scrollIntoView({ block: 'nearest' });
  });
  return dialog;
}

/**
 * Returns a lesson of the list.
 * @param {number} number
 * @param {import('./schema.js').Lesson} lesson
 * @param {boolean} done
 * @param {() => void} open
 */
function entry(number, { title, summary, minutes }, done, open) {
  return h('li', {}, h('button', { type: 'button', class: 'lesson-entry', onclick: open },
    h('span', { class: 'lesson-place' }, number), h('b', {}, title), h('span', { class: 'lesson-about' }, summary),
    h('span', { class: 'lesson-minutes' }, plural(minutes, 'minute'),
      done && h('span', { class: 'lesson-done' }, ' · ✓ done'))));
}
