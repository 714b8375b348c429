// The dialog with the answers of a class: a row for each file, and how the class answered each question. Lessons are
// replayed in a frame, one after the other, and each file is checked against the replay of its lesson.

import './answers.css';
import '../../../styles/dialogs.css';
import { messageOf } from '../../../core/errors.js';
import { fill, h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { count as whole, percent, plural, shortFigure } from '../../../lib/format.js';
import { LESSONS } from '../lessons/lesson-list.js';
import { fetchLesson } from '../lessons/library.js';
import { plainText } from '../lessons/plain-text.js';
import { PHONE, StageFrame } from '../lessons/stage-frame.js';
import { LONGEST_ANSWERS, answersIn, byLesson, distinctNames, sharesOf } from './answers.js';
import { copies, distributions, problemsOf } from './answer-check.js';
import { replay } from './replay.js';

/** @typedef {import('./answers.js').LessonAnswers} LessonAnswers */
/** @typedef {import('./answers.js').Reader} Reader */
/** @typedef {import('./answer-check.js').Distribution} Distribution */
/** @typedef {import('../lessons/schema.js').Lesson} Lesson */
/**
 * What the check says of a lesson: `waiting` for its replay, or `done` with the problems of each reader, or `failed`.
 * @typedef {{ phase: 'waiting' } | { phase: 'failed', why: string }
 *   | { phase: 'done', problems: Map<string, string[]>, questions: Distribution[] }} Check
 */

const OWN = 'urn:rankscope:lesson:own:';
const PAGE = 'urn:rankscope:lesson:';
const PREVIEW = 0.3; // of the size of a phone

/** @param {File[]} files one for each reader, with the name of the reader; among them may be files of lessons */
export async function openAnswers(files) {
  const names = distinctNames(files.map(({ name }) => name.replace(/\.(json|txt)$/i, '')));
  const read = await Promise.all(files.map((file, place) => readOne(file, names[place])));
  const readers = read.flatMap(({ who, answers }) => (answers.length ? { who, answers } : []));
  const lessons = byLesson(readers);
  const problems = read.flatMap(({ problem }) => problem || []);
  const own = read.flatMap(({ lesson }) => lesson ?? []);
  const id = freshId('answers');
  const note = h('p', { role: 'status' });
  const tables = h('div', {});
  const frame = new StageFrame(h('iframe', { title: 'The lesson, replayed', inert: true, tabIndex: -1 }), true);
  frame.resize(PHONE);
  frame.element.style.scale = String(PREVIEW);
  const stage = h('div', { class: 'answers-replay', 'aria-hidden': 'true' }, frame.element);
  Object.assign(stage.style, { width: `${PREVIEW * PHONE.width}px`, height: `${PREVIEW * PHONE.height / 2}px` });
  const dialog = h('dialog', { class: 'answers-dialog', 'aria-labelledby': `${id}-title`,
    onclose: () => {
      frame.end();
      dialog.remove();
    } },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, 'Answers of the class'),
      h('button', { type: 'button', class: 'square', 'aria-label': 'Close the answers',
        onclick: () => dialog.close() }, '×')),
    h('p', { class: 'muted' }, `Answers of ${plural(readers.length, 'reader')} from `
      + `${plural(files.length, 'file')}. The files stay on this device. The first answer to a question counts.`),
    problems.length > 0 && h('div', { role: 'alert' }, problems.map((one) => h('p', { class: 'problem' }, one))),
    h('div', { class: 'answers-check' }, stage, note), tables);
  document.body.append(dialog);
  dialog.showModal();
  /** @type {Map<string, Check>} */
  const checks = new Map(lessons.map((lesson) => [lesson.id, { phase: 'waiting' }]));
  const draw = () => fill(tables, lessons.map((one) => lessonPart(one, checks.get(one.id) ?? { phase: 'waiting' })));
  draw();
  if (lessons.length) await checkAll({ frame, lessons, own, checks, draw, note });
  stage.hidden = true;
  frame.end();
}

/** @param {File} file @param {string} who */
async function readOne(file, who) {
  const none = { who, answers: [], lesson: null, problem: '' };
  try {
    if (file.size > LONGEST_ANSWERS) throw new Error('is too long');
    const text = await file.text();
    const lesson = lessonIn(text);
    return lesson ? { ...none, lesson } : { ...none, answers: answersIn(text) };
  } catch (error) {
    return { ...none, problem: `${file.name} ${error instanceof Error ? error.message : 'cannot be read'}.` };
  }
}

/** A lesson in a file, which the page in the frame reads with all checks; null for other files. @param {string} text */
function lessonIn(text) {
  if (!/^\s*\{\s*"rankscope"\s*:\s*"lesson"/.test(text)) return null;
  const lesson = JSON.parse(text);
  return Array.isArray(lesson.steps) ? /** @type {Lesson} */ (lesson) : null;
}

/**
 * @param {{ frame: StageFrame, lessons: LessonAnswers[], own: Lesson[], checks: Map<string, Check>, draw: () => void,
 *   note: HTMLElement }} all
 */
async function checkAll({ frame, lessons, own, checks, draw, note }) {
  /** Own lessons by the name of their content. @type {Map<string, import('./answer-check.js').Key>} */
  const keys = new Map();
  let whyNone = 'this is a lesson of your own: drop its file beside the answers';
  const play = (/** @type {Lesson} */ lesson) => replay(frame, lesson, (step) =>
    say(note, `Replaying “${lesson.title}”: step ${step} of ${lesson.steps.length} …`));
  if (lessons.some(({ id }) => id.startsWith(OWN))) {
    for (const lesson of own) {
      try {
        const told = await play(lesson);
        if (told) keys.set(told.id, told.key);
      } catch (error) {
        whyNone = `the file of a lesson could not be replayed: ${messageOf(error)}`;
      }
    }
  }
  for (const lesson of lessons) {
    try {
      const key = lesson.id.startsWith(OWN) ? keys.get(lesson.id)
        : (await play(JSON.parse(await fetchLesson(lesson.id.slice(PAGE.length)))))?.key;
      if (!frame.element.isConnected) return;
      checks.set(lesson.id, key ? checkOf(lesson, key) : { phase: 'failed', why: whyNone });
    } catch (error) {
      checks.set(lesson.id, { phase: 'failed', why: messageOf(error) });
    }
    draw();
  }
  say(note, summaryOf([...checks.values()]));
}

/** @param {LessonAnswers} lesson @param {import('./answer-check.js').Key} key @returns {Check} */
function checkOf({ readers }, key) {
  const copied = copies(readers);
  const problems = new Map(readers.map(({ who, answers }) => {
    const other = copied.get(who);
    return [who, [...problemsOf(answers, key, Date.now()),
      ...(other === undefined ? [] : [`its times are those of ${other}: one of the two is a copy`])]];
  }));
  return { phase: 'done', problems,
    questions: distributions(key, readers.filter(({ who }) => !problems.get(who)?.length)) };
}

/** @param {Check[]} checks */
function summaryOf(checks) {
  const flagged = new Set(checks.flatMap((check) => (check.phase === 'done'
    ? [...check.problems].flatMap(([who, all]) => (all.length ? who : [])) : [])));
  return `${flagged.size ? `${plural(flagged.size, 'file')} flagged.` : 'No file is flagged.'} The check compares each `
    + 'file with a replay of its lesson. It finds changed files and copies, not answers that a neighbour gave.';
}

/** @param {LessonAnswers} lesson @param {Check} check */
function lessonPart({ id, title, steps, readers, shares }, check) {
  const number = LESSONS.indexOf(id.replace(PAGE, '')) + 1;
  const name = number ? `Lesson ${number}: ${title}` : title;
  const sound = check.phase === 'done' ? readers.filter(({ who }) => !check.problems.get(who)?.length) : readers;
  const counted = check.phase === 'done' ? sharesOf(sound, steps) : shares;
  const all = { right: 0, of: 0 };
  for (const { right, of } of counted) {
    all.right += right;
    all.of += of;
  }
  const asked = check.phase === 'done' ? check.questions.length : steps.length;
  return h('section', {}, h('div', { class: 'answers-frame', tabIndex: 0, role: 'region', 'aria-label': name },
    h('table', { class: 'answers' },
      h('caption', {}, name),
      h('thead', {}, h('tr', {}, ['File', 'Answered', 'Right at first'].map((one) => h('th', { scope: 'col' }, one)),
        steps.map((step) => h('th', { scope: 'col' }, `Step ${step}`)), h('th', { scope: 'col' }, 'Check'))),
      h('tbody', {}, readers.map((reader) => readerRow(reader, steps, asked, check)),
        h('tr', { class: 'answers-share' }, h('th', { scope: 'row' }, 'Share right'), h('td', {}),
          h('td', {}, shareText(all)), counted.map((share) => h('td', {}, shareText(share))), h('td', {}))))),
  check.phase === 'done' && h('details', { class: 'answers-questions' }, h('summary', {}, 'Answers to each question'),
    sound.length < readers.length && h('p', { class: 'muted' }, 'Flagged files do not count.'),
    check.questions.map(questionPart)));
}

/** @param {Reader} reader @param {number[]} steps @param {number} asked @param {Check} check */
function readerRow({ who, marks, share }, steps, asked, check) {
  return h('tr', {}, h('th', { scope: 'row' }, h('bdi', {}, who)), h('td', {}, `${marks.size} of ${asked}`),
    h('td', {}, `${share.right} of ${share.of}`), steps.map((step) => h('td', {}, markOf(marks.get(step)))),
    h('td', { class: 'answers-verdict' }, verdictOf(who, check)));
}

/** @param {string} who @param {Check} check */
function verdictOf(who, check) {
  if (check.phase === 'waiting') return h('span', { class: 'muted' }, 'waits');
  if (check.phase === 'failed') return `not checked: ${check.why}`;
  const problems = check.problems.get(who) ?? [];
  if (!problems.length) return 'agrees';
  return h('span', { class: 'problem' }, h('b', {}, 'Flagged: '), `${problems.join('; ')}.`);
}

/** @param {Distribution} question */
function questionPart({ step, ask, choices, numbers, measured, within }) {
  const of = choices.reduce((sum, { count }) => sum + count, 0);
  return h('div', {}, h('h3', {}, `Step ${step}`), h('p', {}, plainText(ask)),
    choices.length > 0 && h('ul', { class: 'answers-choices' }, choices.map(({ text, count, isRight }) => h('li', {},
      h('span', { class: 'answers-count' }, `${count} of ${of}`),
      h('meter', { min: 0, max: Math.max(1, of), value: count, 'aria-hidden': 'true' }),
      h('span', {}, plainText(text), isRight && h('b', {}, ' ✓ right'))))),
    measured !== null && h('p', {}, `Measured: ${numberText(measured)}; right within ${numberText(within ?? 0)}. `
      + `Answers: ${numbers.map(numberText).join(', ') || 'none'}.`));
}

/** @param {number} value */
const numberText = (value) => (Number.isInteger(value) ? whole(value) : shortFigure(value));

/** @param {import('./answers.js').Mark | undefined} mark */
function markOf(mark) {
  if (mark === undefined) return '–';
  const [sign, words] = mark === null ? ['?', 'not decided'] : mark ? ['✓', 'right'] : ['✗', 'wrong'];
  return h('span', {}, h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'hidden' }, words));
}

/** @param {import('./answers.js').Share} share */
const shareText = ({ right, of }) => (of ? percent(right / of) : '–');
