// The lesson that is open: one step at a time, with its question and what came of it.

import { h, fill, say } from '../dom.js';
import { handOn } from '../focus.js';
import { freshId } from '../fields.js';
import { isRevealed } from '../lesson-state.js';
import { inline, judged, numberText, paragraphs, unmet, valueOf } from '../lesson-words.js';
import { pointAt, showPointed } from '../pointing.js';

/** @typedef {import('../store.js').Store} Store */
/** @typedef {import('../lesson-state.js').Open} Open */
/** @typedef {import('../lesson-figures.js').Shots} Shots */
/** @typedef {import('../lesson-format.js').Question} Question */

/** @param {HTMLElement} root @param {Store} store */
export function mount(root, store) {
  const title = h('p', { class: 'lesson-title' });
  const progress = h('p', { class: 'lesson-progress' });
  const bar = h('progress', { class: 'lesson-bar', 'aria-label': 'Progress of the lesson' });
  const leave = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Leave lesson', onclick: () => store.dispatch({ type: 'leave lesson' }) }, 'Leave');
  const heading = h('h2', { tabIndex: -1 });
  const text = h('div', { class: 'lesson-text' });
  const question = h('div', {});
  const reveal = h('div', { class: 'lesson-reveal', 'aria-live': 'polite' });
  const note = h('div', { class: 'lesson-note' });
  const back = h('button', { type: 'button', onclick: () => go(-1) }, 'Back');
  const forth = h('button', { type: 'button', class: 'primary', onclick: () => go(1) }, 'Next');
  const show = h('button', { type: 'button', class: 'show-pointed', onclick: showPointed }, 'Show me');
  const share = h('button', { type: 'button', class: 'quiet', onclick: () => void copy() }, 'Copy link to this lesson');
  const shared = h('span', { class: 'muted', 'aria-live': 'polite' });
  const field = h('input', { type: 'text', readOnly: true, 'aria-label': 'Link to this lesson', hidden: true, onblur: () => { field.hidden = true; } });
  const body = h('div', { class: 'lesson-body' }, heading, text, question, reveal, note);
  const card = h('section', { class: 'card lesson', 'aria-label': 'Lesson', hidden: true },
    h('div', { class: 'lesson-head' }, title, progress, bar, leave), body,
    h('div', { class: 'lesson-foot' }, back, forth, show, share, field, shared));
  const put = h('button', { type: 'button', class: 'primary', onclick: () => settle(true) }, 'Put it back');
  const stay = h('button', { type: 'button', onclick: () => settle(false) }, 'Stay here');
  const asking = h('section', { class: 'card lesson lesson-left', 'aria-label': 'After the lesson', hidden: true }, h('p', {}, 'You have left the lesson. Put back what was here before it?'), put, stay);
  root.append(card, asking);

  /** @param {number} by */
  function go(by) {
    const { open } = store.get().lessons;
    if (!open) return;
    const last = open.step === open.lesson.steps.length - 1;
    if (by > 0 && last) {
      if (open.id) store.dispatch({ type: 'lesson done', id: open.id });
      store.dispatch({ type: 'leave lesson' });
    } else store.dispatch({ type: 'lesson step', step: open.step + by });
  }
  /** @param {boolean} restore */
  function settle(restore) {
    store.dispatch({ type: 'restore', restore });
    document.getElementById('main')?.focus();
  }
  async function copy() {
    const { open } = store.get().lessons;
    const named = open && (open.id ?? open.packed);
    say(shared, '');
    if (!named) return say(shared, 'This lesson is too long for a link: pass on its file.');
    const link = `${location.href.replace(/#.*$/s, '')}#v=1&lesson=${named}`;
    if (await navigator.clipboard?.writeText(link).then(() => true, () => false)) return say(shared, 'Link copied.');
    Object.assign(field, { value: link, hidden: false });
    field.focus();
    field.select();
    say(shared, 'Copy the selected link.');
  }

  let drawn = -1;
  /** @type {import('../lesson-format.js').Lesson | null} */
  let drawnOf = null;
  store.watch(({ lessons }) => [lessons.open, lessons.left], ([open, left]) => handOn(root, () => draw(open, left), heading));

  /** @param {Open | null} open @param {boolean} left */
  function draw(open, left) {
    card.hidden = !open;
    asking.hidden = !left;
    document.body.classList.toggle('in-lesson', Boolean(open));
    if (left && drawnOf) put.focus();
    if (!open) {
      drawnOf = null;
      return pointAt(null);
    }
    const { lesson, step, phase, shots } = open;
    const present = lesson.steps[step];
    const fresh = drawn !== step || drawnOf !== lesson;
    const count = lesson.steps.length;
    say(title, lesson.title);
    say(progress, `Step ${step + 1} of ${count}`);
    bar.max = count;
    bar.value = step + 1;
    say(heading, present.title);
    const now = { ...open.remembered, now: shots[step]?.now };
    const after = { ...open.remembered, now: shots[step]?.after, before: shots[step]?.now };
    const revealed = isRevealed(open);
    fill(text, paragraphs(present.text, present.figures, now));
    if (fresh) fill(question, present.question && questionForm(present.question, open, store));
    for (const control of question.querySelectorAll('input, button')) if (control instanceof HTMLInputElement || control instanceof HTMLButtonElement) control.disabled = phase !== 'there' || open.answers[step] !== undefined;
    if (present.question && revealed) mark(question, present.question, open, after);
    const told = present.question && revealed ? outcome(present.question, open, after) : [];
    const key = `${step}/${revealed}`;
    if (fresh || reveal.dataset.key !== key) {
      fill(reveal, told);
      for (const submit of question.querySelectorAll('[type=submit]')) if (submit instanceof HTMLElement) submit.hidden = revealed;
      if (revealed && !fresh) {
        forth.focus({ preventScroll: true });
        reveal.scrollIntoView({ block: 'nearest' });
        // The focus must not be hidden behind the run buttons of a narrow screen.
        forth.scrollIntoView({ block: 'nearest' });
      }
    }
    reveal.dataset.key = key;
    const wrong = [...(shots[step]?.now ? unmet(present.expect, now, `steps[${step}].expect`) : []), ...(revealed ? unmet(present.question?.expect, after, `steps[${step}].question.expect`) : [])];
    fill(note, phase === 'setting' && h('p', { class: 'muted' }, open.answers[step] === undefined ? 'Setting up this step …' : 'Training, to see …'),
      phase === 'failed' && h('p', { class: 'problem' }, `${open.problem} `, h('button', { type: 'button', class: 'quiet', onclick: () => store.dispatch({ type: 'lesson step', step }) }, 'Set up this step again')),
      wrong.map((one) => h('p', { class: 'problem lesson-unmet' }, `This run is not as the lesson says: ${one}.`)));
    card.dataset.phase = phase;
    back.disabled = step === 0;
    show.hidden = !present.highlight;
    say(forth, step === count - 1 ? 'Finish' : 'Next');
    forth.classList.toggle('primary', !present.question || revealed);
    if (fresh) {
      drawn = step;
      drawnOf = lesson;
      say(shared, '');
      pointAt(null);
      heading.focus({ preventScroll: true });
      body.scrollTop = 0;
      // On a wide screen the lesson stays in sight; on a narrow one the settings stand above it.
      card.scrollIntoView({ block: matchMedia('(max-width: 760px)').matches ? 'start' : 'nearest' });
    }
    // What is pointed at may be there only now.
    if (phase === 'there' && present.highlight && card.dataset.pointed !== key) pointAt(present.highlight);
    card.dataset.pointed = phase === 'there' ? key : '';
  }
  // What scrolls into view must not stop behind the lesson.
  new ResizeObserver(() => document.documentElement.style.setProperty('--lesson-height', `${card.hidden ? 0 : card.offsetHeight}px`)).observe(card);
}

/** @param {Question} question @param {Open} open @param {Store} store */
function questionForm(question, open, store) {
  const { step } = open;
  const name = freshId('answer');
  const given = open.answers[step];
  const check = h('button', { type: 'submit', class: 'primary' }, 'Reveal');
  if (question.number) {
    const { unit } = question.number;
    const input = h('input', { id: name, type: 'number', step: 'any', required: true, value: given && 'number' in given ? String(given.number) : '' });
    return h('form', { class: 'lesson-question', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (Number.isFinite(input.valueAsNumber)) store.dispatch({ type: 'lesson answer', answer: { number: input.valueAsNumber } });
    } }, h('label', { htmlFor: name }, h('b', {}, 'Your guess. '), inline(question.ask, {}, {})), h('div', { class: 'lesson-guess' }, input, unit && h('span', { class: 'muted' }, unit), check));
  }
  const radios = (question.choices ?? []).map(({ text }, at) => {
    const input = h('input', { type: 'radio', name, required: true, value: String(at), checked: Boolean(given && 'choice' in given && given.choice === at) });
    return { input, element: h('label', { class: 'lesson-choice' }, input, h('span', {}, inline(text, {}, {})), h('span', { class: 'lesson-mark' })) };
  });
  return h('form', { class: 'lesson-question', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const choice = radios.findIndex(({ input }) => input.checked);
    if (choice >= 0) store.dispatch({ type: 'lesson answer', answer: { choice } });
  } }, h('fieldset', {}, h('legend', {}, h('b', {}, 'Your guess. '), inline(question.ask, {}, {})), radios.map(({ element }) => element)), check);
}

/** Says beside each choice whether the run bears it out. @param {HTMLElement} place @param {Question} question @param {Open} open @param {Shots} shots */
function mark(place, question, open, shots) {
  const given = open.answers[open.step];
  [...place.querySelectorAll('.lesson-choice')].forEach((choice, at) => {
    const right = judged(question.choices?.[at].right ?? { all: [] }, shots) === true;
    const mine = given && 'choice' in given && given.choice === at;
    choice.classList.toggle('is-right', right);
    const told = choice.querySelector('.lesson-mark');
    if (told) say(told, right ? '✓ this is so' : mine ? '✗ not so' : '');
  });
}

/** @param {Question} question @param {Open} open @param {Shots} shots */
function outcome(question, open, shots) {
  const given = open.answers[open.step];
  const { choices, number, figures } = question;
  /** @type {{ right: boolean | null, feedback: string, more: string }} */
  let verdict = { right: null, feedback: '', more: '' };
  if (choices && 'choice' in given) verdict = { right: judged(choices[given.choice].right, shots), feedback: choices[given.choice].feedback, more: '' };
  if (number && 'number' in given) {
    const value = valueOf(number.is, shots);
    const right = value === null ? null : Math.abs(value - given.number) <= number.within;
    verdict = { right, feedback: right ? number.right : number.wrong, more: value === null ? '' : ` It is ${numberText(value, number.digits)}${number.unit ? ` ${number.unit}` : ''}.` };
  }
  return [
    h('p', {}, h('strong', { class: verdict.right ? 'verdict-right' : 'verdict-wrong' }, verdict.right === null ? 'This run cannot tell.' : verdict.right ? 'Yes.' : 'No.'), `${verdict.more} `, inline(verdict.feedback, figures ?? {}, shots)),
    ...paragraphs(question.reveal, figures, shots),
  ];
}
