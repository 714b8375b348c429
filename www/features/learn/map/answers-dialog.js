// The dialog with the answers of a class in one table: a row for each reader, a column for each question.

import '../../../styles/dialogs.css';
import { h } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { percent, plural } from '../../../lib/format.js';
import { LESSONS } from '../lessons/lesson-list.js';
import { LONGEST_ANSWERS, answersIn, byLesson } from './answers.js';

/** @typedef {import('./answers.js').LessonAnswers} LessonAnswers */

/** @param {File[]} files one for each reader, with the name of the reader */
export async function openAnswers(files) {
  const read = await Promise.all(files.map(async (file) => {
    const who = file.name.replace(/\.(json|txt)$/i, '');
    try {
      if (file.size > LONGEST_ANSWERS) throw new Error('is too long');
      return { who, answers: answersIn(await file.text()), problem: '' };
    } catch (error) {
      const why = error instanceof Error ? error.message : 'cannot be read';
      return { who, answers: [], problem: `${file.name} ${why}.` };
    }
  }));
  const lessons = byLesson(read);
  const problems = read.flatMap(({ problem }) => problem || []);
  const id = freshId('answers');
  const dialog = h('dialog', { class: 'answers-dialog', 'aria-labelledby': `${id}-title`,
    onclose: () => dialog.remove() },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, 'Answers of the class'),
      h('button', { type: 'button', class: 'square', 'aria-label': 'Close the answers',
        onclick: () => dialog.close() }, '×')),
    h('p', { class: 'muted' }, `Answers of ${plural(read.length - problems.length, 'reader')} from `
      + `${plural(files.length, 'file')}. The files stay on this device.`),
    problems.length > 0 && h('div', { role: 'alert' }, problems.map((one) => h('p', { class: 'problem' }, one))),
    lessons.length > 0 && tableOf(lessons));
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {LessonAnswers[]} lessons */
function tableOf(lessons) {
  const most = Math.max(...lessons.map(({ steps }) => steps.length));
  return h('div', { class: 'answers-frame', tabIndex: 0, role: 'region', 'aria-label': 'Table of answers' },
    h('table', { class: 'answers' }, lessons.map((one) => groupOf(one, most))));
}

/** @param {LessonAnswers} lesson @param {number} most questions of a lesson */
function groupOf({ id, title, steps, readers, shares }, most) {
  const number = LESSONS.indexOf(id.replace('urn:rankscope:lesson:', '')) + 1;
  const empty = Array.from({ length: most - steps.length }, () => h('td', {}));
  const all = { right: 0, of: 0 };
  for (const { right, of } of shares) {
    all.right += right;
    all.of += of;
  }
  return h('tbody', {},
    h('tr', {}, h('th', { scope: 'rowgroup' }, number ? `Lesson ${number}: ${title}` : title),
      h('th', { scope: 'col' }, 'Right'), steps.map((step) => h('th', { scope: 'col' }, `Step ${step}`)),
      empty.map(() => h('td', {}))),
    readers.map(({ who, marks, share }) => h('tr', {}, h('th', { scope: 'row' }, h('bdi', {}, who)),
      h('td', {}, `${share.right} of ${share.of}`),
      steps.map((step) => h('td', {}, markOf(marks.get(step)))), empty.map(() => h('td', {})))),
    h('tr', { class: 'answers-share' }, h('th', { scope: 'row' }, 'Share right'), h('td', {}, shareText(all)),
      shares.map((share) => h('td', {}, shareText(share))), empty));
}

/** @param {import('./answers.js').Mark | undefined} mark */
function markOf(mark) {
  if (mark === undefined) return '–';
  const [sign, words] = mark === null ? ['?', 'not decided'] : mark ? ['✓', 'right'] : ['✗', 'wrong'];
  return h('span', {}, h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'hidden' }, words));
}

/** @param {import('./answers.js').Share} share */
const shareText = ({ right, of }) => (of ? percent(right / of) : '–');
