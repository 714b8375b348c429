// The view of the open lesson: one step at a time, with its question and the feedback to the answer.

import './lesson.css';
import { h, fill, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { isNarrow } from '../../../ui/media.js';
import { markScrollEnds } from '../../../ui/scroll-fade.js';
import { highlight, showHighlighted } from './highlight.js';
import { mountExhibits } from './exhibit.js';
import { lessonEnd } from './lesson-end.js';
import { copyAnswers } from './copy-answers.js';
import { lessonLink } from './lesson-link.js';
import { LESSONS } from './lesson-list.js';
import { settingsButton, settingsGist, showSettings } from './lesson-settings.js';
import { isRevealed, lessonAfter } from './lesson-state.js';
import { markAnswers, outcome, questionForm } from './question-form.js';
import { inline, paragraphs, unmet, wrongLiterals } from './text.js';
import { mountLessonStrip } from './lesson-strip.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */
/** @typedef {import('./lesson-state.js').Open} Open */
/** @typedef {import('./expressions.js').LessonSnapshots} LessonSnapshots */
/** @typedef {import('./schema.js').Step} Step */
/** @typedef {ReturnType<typeof makeParts>} Parts */

/**
 * The data for drawing a step.
 * @typedef {{ open: Open, present: Step, now: LessonSnapshots, after: LessonSnapshots, revealed: boolean,
 *   fresh: boolean }} Drawing
 */

/**
 * @param {HTMLElement} root @param {Store} store
 * @param {import('./greedy-exhibit.js').DrawColumns} drawColumns of the inspector
 */
export function mount(root, store, drawColumns) {
  const parts = makeParts(store);
  const { card, asking, put, heading } = parts;
  root.append(card, asking);
  const strip = document.getElementById('strip');
  if (strip) mountLessonStrip(strip, store);
  mountExhibits(store, drawColumns);

  let drawn = -1;
  /** @type {import('./schema.js').Lesson | null} */
  let drawnOf = null;
  store.watch(({ lessons }) => [
    lessons.open, lessons.left,
  ], ([open, left]) => handOn(root, () => draw(open, left), heading));

  /** @param {Open | null} open @param {boolean} left */
  function draw(open, left) {
    card.hidden = !open;
    asking.hidden = !left;
    document.body.classList.toggle('in-lesson', Boolean(open));
    if (left && drawnOf) put.focus();
    if (!open) {
      drawnOf = null;
      showSettings(false);
      return highlight(null);
    }
    const fresh = drawn !== open.step || drawnOf !== open.lesson;
    drawStep(parts, drawingOf(open, fresh), store);
    if (fresh) {
      drawn = open.step;
      drawnOf = open.lesson;
      beginStep(parts);
    }
    pointOut(parts, open);
  }
  // Parts that scroll into view must not end up behind the lesson.
  const height = () =>
    document.documentElement.style.setProperty('--lesson-height', `${card.hidden ? 0 : card.offsetHeight}px`);
  new ResizeObserver(height).observe(card);
}

/** @param {Store} store */
function makeParts(store) {
  const { share, shared, field } = lessonLink(store);
  const leave = h('button', {
    type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'lessons/leave' }),
  }, 'Leave lesson');
  const number = h('span', { class: 'lesson-number' });
  const title = h('p', { class: 'lesson-title' });
  const progress = h('p', { class: 'lesson-progress' });
  const bar = h('div', { class: 'lesson-bar', 'aria-hidden': 'true' });
  const heading = h('h2', { tabIndex: -1 });
  const text = h('div', { class: 'lesson-text' });
  const question = h('div', {});
  const reveal = h('div', { class: 'lesson-reveal', 'aria-live': 'polite' });
  const note = h('div', { class: 'lesson-note' });
  const teaser = h('div', { class: 'lesson-teaser', hidden: true });
  const last = lessonEnd(store);
  const back = h('button', { type: 'button', onclick: () => turn(store, -1) }, 'Back');
  const finish = h('button', { type: 'button', hidden: true, onclick: () => end(store) }, 'Finish');
  const forth = h('button', { type: 'button', class: 'primary', onclick: () => turn(store, 1) }, 'Next');
  const show = h('button', { type: 'button', class: 'show-highlighted', onclick: showHighlighted }, 'Show me');
  const body = h('div', { class: 'lesson-body' }, heading, text, question, reveal, note, teaser,
    last.element);
  markScrollEnds(body);
  const card = h('section', { class: 'lesson', 'aria-label': 'Lesson', hidden: true },
    h('div', { class: 'lesson-head' }, number, leave, title, bar, progress), body,
    h('div', { class: 'lesson-foot' }, h('div', { class: 'lesson-turn' }, back, finish, forth, show),
      settingsGist(store),
      h('div', { class: 'lesson-links lesson-share' }, settingsButton, share, field, shared, copyAnswers(store))));
  const put = h('button', { type: 'button', class: 'primary', onclick: () => settle(store, true) }, 'Put it back');
  const stay = h('button', { type: 'button', onclick: () => settle(store, false) }, 'Stay here');
  const asking = h('section', { class: 'lesson lesson-left', 'aria-label': 'After the lesson', hidden: true },
    h('p', {}, 'The lesson has ended. Put back the data and settings from before it?'), put, stay);
  return { card, asking, put, number, title, progress, bar, heading, text, question, reveal, note, teaser, last, back,
    finish, forth, show, shared, body };
}

/** Goes on or back; behind the last step comes the next lesson. @param {Store} store @param {number} by */
function turn(store, by) {
  const { open } = store.get().lessons;
  if (!open) return;
  if (by < 0 || open.step < open.lesson.steps.length - 1) {
    return store.dispatch({ type: 'lessons/step', step: open.step + by });
  }
  const next = lessonAfter(store.get().lessons);
  if (!next) return end(store);
  markDone(store);
  store.dispatch({ type: 'lessons/begin', id: next });
}

/** @param {Store} store */
function end(store) {
  markDone(store);
  store.dispatch({ type: 'lessons/leave' });
}

/** @param {Store} store */
function markDone(store) {
  const id = store.get().lessons.open?.id;
  if (id) store.dispatch({ type: 'lessons/done', id });
}

/** @param {Store} store @param {boolean} restore */
function settle(store, restore) {
  store.dispatch({ type: 'lessons/restore', restore });
  document.getElementById('main')?.focus();
}

/** @param {Open} open @param {boolean} fresh whether the step is drawn for the first time @returns {Drawing} */
function drawingOf(open, fresh) {
  const { lesson, step, snapshots, remembered } = open;
  const seen = snapshots[step];
  return {
    open, present: lesson.steps[step], revealed: isRevealed(open), fresh,
    now: { ...remembered, now: seen?.now }, after: { ...remembered, now: seen?.after, before: seen?.now },
  };
}

/** @param {Parts} parts @param {Drawing} drawing @param {Store} store */
function drawStep(parts, drawing, store) {
  const { open: { id, lesson, step }, present, now, revealed } = drawing;
  const count = lesson.steps.length;
  say(parts.number, id === null ? 'Lesson' : `Lesson ${LESSONS.indexOf(id) + 1}`);
  say(parts.title, lesson.title);
  say(parts.progress, `Step ${step + 1} of ${count}`);
  fill(parts.bar, lesson.steps.map((_one, at) => h('span', { class: at <= step ? 'reached' : '' })));
  say(parts.heading, present.title);
  fill(parts.text, paragraphs(present.text, present.figures, now, present.marks?.length));
  drawQuestion(parts, drawing, store);
  drawNote(parts.note, drawing, store);
  const next = lesson.steps[step + 1]?.question;
  parts.teaser.hidden = !next || Boolean(present.question);
  if (next) {
    fill(parts.teaser, h('p', { class: 'muted' }, 'Next, your guess'), h('p', {}, inline(next.ask, {}, {}, -1)));
  }
  const isLast = step === count - 1;
  const follows = isLast && lessonAfter(store.get().lessons) !== undefined;
  parts.last.update(lesson, isLast && (!present.question || revealed));
  parts.back.disabled = step === 0;
  parts.show.hidden = !present.highlight;
  parts.finish.hidden = !follows;
  say(parts.forth, follows ? 'Next lesson' : isLast ? 'Finish' : 'Next');
  parts.forth.classList.toggle('primary', !present.question || revealed);
}

/**
 * The question with its answer and the feedback.
 * @param {Parts} parts
 * @param {Drawing} drawing
 * @param {Store} store
 */
function drawQuestion({ question, reveal, forth }, { open, present, after, revealed, fresh }, store) {
  const { step, phase, answers } = open;
  if (fresh) fill(question, present.question && questionForm(present.question, open, store));
  /** @type {NodeListOf<HTMLInputElement | HTMLButtonElement>} */
  const controls = question.querySelectorAll('input, button');
  for (const control of controls) control.disabled = phase !== 'there' || answers[step] !== undefined;
  if (present.question && revealed) markAnswers(question, present.question, open, after);
  const key = `${step}/${revealed}`;
  if (!fresh && reveal.dataset.key === key) return;
  reveal.dataset.key = key;
  fill(reveal, present.question && revealed ? outcome(present.question, open, after) : []);
  for (const submit of question.querySelectorAll('[type=submit]')) {
    if (submit instanceof HTMLElement) submit.hidden = revealed;
  }
  if (!revealed || fresh) return;
  forth.focus({ preventScroll: true });
  reveal.scrollIntoView({ block: 'nearest' });
  // On a narrow screen the run buttons must not cover the focused button.
  forth.scrollIntoView({ block: 'nearest' });
}

/**
 * Progress of the setup, its failure, and figures of the run that do not match the lesson.
 * @param {HTMLElement} note
 * @param {Drawing} drawing
 * @param {Store} store
 */
function drawNote(note, { open, present, now, after, revealed }, store) {
  const { step, phase, answers, snapshots, problem } = open;
  const wrong = [
    ...(snapshots[step]?.now ? unmet(present.expect, now, `steps[${step}].expect`) : []),
    ...(snapshots[step]?.now && (!present.question || revealed)
      ? wrongLiterals(present.literals, revealed ? after : now, `steps[${step}].literals`) : []),
    ...(revealed ? unmet(present.question?.expect, after, `steps[${step}].question.expect`) : []),
  ];
  const again = () => store.dispatch({ type: 'lessons/step', step });
  fill(note,
    phase === 'setting'
      && h('p', { class: 'muted' }, answers[step] === undefined ? 'Setting up this step …' : 'Training, to see …'),
    phase === 'failed'
      && h('p', { class: 'problem' }, `${problem} `,
      h('button', { type: 'button', class: 'quiet', onclick: again }, 'Set up this step again')),
    wrong.map((one) => h('p', { class: 'problem lesson-unmet' }, `This run does not match the lesson: ${one}.`)));
}

/** A new step begins at its top. @param {Parts} parts */
function beginStep({ card, shared, heading, body }) {
  say(shared, '');
  showSettings(false);
  highlight(null);
  heading.focus({ preventScroll: true });
  body.scrollTop = 0;
  // On a narrow screen the settings stand above the lesson.
  card.scrollIntoView({ block: isNarrow() ? 'start' : 'nearest' });
}

/** What a step points at may be on the page only once its state is. @param {Parts} parts @param {Open} open */
function pointOut({ card, reveal }, { lesson, step, phase }) {
  const { highlight: wanted, marks } = lesson.steps[step];
  const key = `${step}/${reveal.dataset.key ?? ''}`;
  card.dataset.phase = phase;
  if (phase === 'there' && card.dataset.pointed !== key) highlight(wanted ?? null, marks);
  card.dataset.pointed = phase === 'there' ? key : '';
}
