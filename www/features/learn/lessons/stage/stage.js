// The stage: the text column of the open lesson with its question, and beside it the picture. One step at a time.

import './stage.css';
import './instrument.css';
import { h, fill, say } from '../../../../ui/dom.js';
import { focusHere, handOn } from '../../../../ui/focus.js';
import { isNarrow } from '../../../../ui/media.js';
import { highlight } from './highlight.js';
import { mountPictures } from './pictures.js';
import { lessonEnd } from './lesson-end.js';
import { showSettings } from './lesson-settings.js';
import { isOpen } from '../../../../store/panels.js';
import { isRevealed, lessonAfter } from '../lesson-state.js';
import { markAnswers, outcome, questionForm } from './question-form.js';
import { paragraphs, unmet, wrongLiterals } from '../text.js';
import { stageBar } from './stage-bar.js';
import { listenToKeys } from './stage-keys.js';
import { endLesson, turn } from './turning.js';

/** @typedef {import('../lesson-state.js').LessonsStore} Store */
/** @typedef {import('../lesson-state.js').Open} Open */
/** @typedef {import('../expressions.js').LessonSnapshots} LessonSnapshots */
/** @typedef {import('../schema.js').Step} Step */
/** @typedef {ReturnType<typeof makeParts>} Parts */

/**
 * The data for drawing a step.
 * @typedef {{ open: Open, present: Step, now: LessonSnapshots, after: LessonSnapshots, revealed: boolean,
 *   fresh: boolean }} Drawing
 */

/** @param {HTMLElement} root @param {Store} store @param {HTMLElement[]} sharing the ways to share what is shown */
export function mount(root, store, sharing) {
  const parts = makeParts(store, sharing);
  const { bar, card, heading } = parts;
  const region = h('section', { class: 'lesson', 'aria-label': 'Lesson', hidden: true }, bar.element, card);
  root.append(region);
  mountPictures(store);
  listenToKeys(region, parts);

  let drawn = -1;
  /** @type {import('../schema.js').Lesson | null} */
  let drawnOf = null;
  // The map of lessons takes the place of the stage.
  store.watch((state) => [state.lessons.open, isOpen(state, 'lessons')],
    ([open, isMap]) => handOn(root, () => draw(isMap ? null : open), heading));

  /** @param {Open | null} open */
  function draw(open) {
    region.hidden = !open;
    document.body.classList.toggle('in-lesson', Boolean(open));
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
      beginStep(parts, Boolean(open.lesson.steps[open.step].question) && open.answers[open.step] === undefined);
    }
    region.dataset.phase = open.phase;
    pointOut(parts, open);
  }
}

/** @param {Store} store @param {HTMLElement[]} sharing */
function makeParts(store, sharing) {
  const bar = stageBar(store, sharing);
  const heading = h('h2', { tabIndex: -1 });
  const text = h('div', { class: 'lesson-text' });
  const gist = h('div', { class: 'lesson-gist' });
  const again = h('button', { type: 'button', class: 'quiet read-again', onclick: () => readAgain(card, true) },
    'Read again');
  const more = h('details', { class: 'lesson-more' }, h('summary', {}, 'more'));
  const question = h('div', { class: 'lesson-asked' });
  const answer = h('div', { class: 'lesson-reveal', 'aria-live': 'polite' });
  const note = h('div', { class: 'lesson-note' });
  const last = lessonEnd(store);
  const back = h('button', { type: 'button', onclick: () => (card.classList.contains('at-end') ? showEnd(false)
    : turn(store, -1)) }, 'Back');
  const reveal = h('button', { type: 'button', class: 'lesson-submit' }, 'Reveal');
  const forth = h('button', { type: 'button', onclick: () => {
    if (card.classList.contains('reading') && isNarrow()) return readAgain(card, false);
    if (card.classList.contains('at-end')) return endLesson(store);
    const { open } = store.get().lessons;
    if (!open || open.step < open.lesson.steps.length - 1) return turn(store, 1);
    showEnd(true);
  } }, 'Next');
  /** Shows what the lesson has said, in the place of its last step. @param {boolean} on */
  function showEnd(on) {
    const { open } = store.get().lessons;
    card.classList.toggle('at-end', on);
    if (open) last.update(open.lesson, on);
    say(forth, on ? 'Finish' : 'Next');
    forth.classList.toggle('primary', !on || !open || lessonAfter(store.get().lessons) === undefined);
    reveal.classList.toggle('unused', on || !open?.lesson.steps[open.step].question);
    say(heading, on ? 'What this lesson has said' : open?.lesson.steps[open.step].title ?? '');
    if (on) heading.focus({ preventScroll: true });
  }
  const body = h('div', { class: 'lesson-body' }, heading, text, gist, again, answer, more, note, last.element);
  const card = h('div', { class: 'lesson-card' }, body, question,
    h('div', { class: 'lesson-turn' }, back, reveal, forth));
  return { bar, card, heading, text, gist, more, question, answer, note, last, back, reveal, forth, body };
}

/** On a phone the text is read first, and the question follows. @param {HTMLElement} card @param {boolean} on */
function readAgain(card, on) {
  card.classList.toggle('reading', on);
  card.querySelector('.lesson-body')?.scrollTo(0, 0);
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
  const { open, present, now, revealed } = drawing;
  const { lesson, step } = open;
  parts.bar.update(open);
  if (drawing.fresh) {
    parts.card.classList.remove('at-end');
    parts.more.open = false;
    parts.last.update(lesson, false);
    say(parts.forth, 'Next');
  }
  // The end of the lesson stands in the place of its last step.
  if (parts.card.classList.contains('at-end')) return;
  say(parts.heading, present.title);
  fill(parts.text, paragraphs(present.text, present.figures, now, present.marks?.length));
  fill(parts.gist, paragraphs(present.gist ?? present.text.split(/\n\s*\n/)[0], present.figures, now));
  // The explanation takes the place of the text.
  parts.card.classList.toggle('revealed', Boolean(present.question) && revealed);
  const caveat = revealed ? present.question?.more ?? present.more : present.more;
  parts.more.hidden = !caveat;
  parts.more.replaceChildren(h('summary', {}, 'more'), ...paragraphs(caveat ?? '',
    { ...present.figures, ...(revealed ? present.question?.figures : {}) }, revealed ? drawing.after : now));
  drawQuestion(parts, drawing, store);
  drawNote(parts.note, drawing, store);
  parts.back.disabled = step === 0;
  parts.forth.classList.toggle('primary', !present.question || revealed);
}

/**
 * The question with its answer and the feedback.
 * @param {Parts} parts
 * @param {Drawing} drawing
 * @param {Store} store
 */
function drawQuestion({ question, answer, forth, reveal, card }, { open, present, after, revealed, fresh }, store) {
  const { step, phase, answers } = open;
  if (fresh) {
    const form = present.question ? questionForm(present.question, open, store) : null;
    fill(question, form?.element);
    reveal.onclick = form?.reveal ?? null;
    const ready = () => reveal.classList.toggle('primary', Boolean(form?.isReady()) && !reveal.disabled);
    question.oninput = ready;
    ready();
  }
  const isOpen = phase === 'there' && answers[step] === undefined;
  for (const control of question.querySelectorAll('input')) control.disabled = !isOpen;
  reveal.classList.toggle('unused', !present.question);
  reveal.disabled = !isOpen;
  if (!isOpen) reveal.classList.remove('primary');
  if (present.question && revealed) markAnswers(question, present.question, open, after);
  const key = `${step}/${revealed}`;
  if (!fresh && answer.dataset.key === key) return;
  answer.dataset.key = key;
  fill(answer, present.question && revealed ? outcome(present.question, open, after) : []);
  if (!revealed || fresh) return;
  card.classList.remove('reading');
  focusHere(forth);
  card.querySelector('.lesson-body')?.scrollTo(0, 0);
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

/** A new step begins at its top. @param {Parts} parts @param {boolean} asks */
function beginStep({ bar, heading, body, card }, asks) {
  say(bar.shared, '');
  showSettings(false);
  highlight(null);
  focusHere(heading);
  body.scrollTop = 0;
  card.classList.toggle('reading', asks);
}

/** What a step points at may be on the page only once its state is. @param {Parts} parts @param {Open} open */
function pointOut({ card, answer }, { lesson, step, phase }) {
  const { highlight: wanted, marks } = lesson.steps[step];
  const key = `${step}/${answer.dataset.key ?? ''}`;
  if (phase === 'there' && card.dataset.pointed !== key) highlight(wanted ?? null, marks);
  card.dataset.pointed = phase === 'there' ? key : '';
}
