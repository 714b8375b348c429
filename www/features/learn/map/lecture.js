// The row for a lecture: choose a plan and begin it, share it, print it, and read the answers of a class.

import { messageOf } from '../../../core/errors.js';
import { pageAddress } from '../../../lib/page-address.js';
import { copyOrSelect } from '../../../ui/copy-text.js';
import { h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { keptChoice } from '../../../ui/kept-choice.js';
import { printPlan } from '../lessons/print/print.js';
import { LESSONS } from '../lessons/lesson-list.js';
import { openAnswers } from './answers-dialog.js';
import {
  LEAST_MINUTES, LECTURES, MOST_MINUTES, gapText, numberOf, planFrame, planGaps, planLength, planLink, planned,
  shortLength,
} from './plan.js';
import { openPlanDialog } from './plan-dialog.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsStore} Store */

/** @param {Store} store @param {(plan: string[]) => void} mark marks the lessons of the plan on the map */
export function lecture(store, mark) {
  let ready = keptReady();
  let plan = keptPlan(ready);
  let minutes = keptMinutes(ready);
  const lessons = () => planned(store.get().lessons.shelf ?? [], plan);
  const ids = () => lessons().map(({ id }) => id);

  const name = h('h4', {});
  const about = h('p', {});
  const brief = h('p', { class: 'lecture-brief' });
  const choice = h('select', { 'aria-label': 'Ready plan', onchange: () => {
    ready = LECTURES[choice.selectedIndex];
    READY.write(ready.key);
    plan = keptPlan(ready);
    minutes = keptMinutes(ready);
    draw();
  } }, LECTURES.map((one) => h('option', { selected: one === ready }, one.name)));
  const start = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'lessons/plan', plan: ids() }) },
    'Start', h('span', { class: 'lecture-rest' }, ' on the stage'));
  const change = h('button', { type: 'button', 'aria-haspopup': 'dialog', onclick: () =>
    openPlanDialog({ shelf: store.get().lessons.shelf ?? [], plan: ids(), minutes, ready, take: (chosen, length) => {
      plan = chosen;
      minutes = length;
      choiceOf(ready).write(plan.join(','));
      lengthOf(ready).write(String(minutes));
      draw();
    } }) }, 'Change');

  function draw() {
    const now = lessons();
    mark(ids());
    const gaps = planGaps(now, ready.after);
    say(name, now.length ? `Plan: ${now.map(({ id }) => numberOf(id)).join(', ')}` : 'Plan: no lesson yet');
    say(about, [planLength(now, minutes), ...gaps.map((gap) => `${gapText(gap)}.`)].join(' '));
    // On a low window it stands for both.
    say(brief, shortLength(now, minutes) + (gaps.length ? ', gaps' : ''));
    brief.title = `${name.textContent}. ${about.textContent}`;
    for (const button of element.querySelectorAll('button.of-plan')) {
      if (button instanceof HTMLButtonElement) button.disabled = !now.length;
    }
  }

  const element = h('section', { class: 'lecture', 'aria-label': 'For a lecture' },
    h('div', {}, h('h3', {}, 'For a lecture'), h('p', {}, 'Plan, share, collect.'),
      h('div', { class: 'select' }, choice)),
    h('div', {}, h('div', { class: 'lecture-plan-text', 'aria-live': 'polite' }, name, about, brief),
      buttons(start, change)),
    sharePart(ids),
    h('div', {}, h('h4', {}, 'Print this plan, and after'),
      h('p', {}, 'A worksheet without answers, its key, a summary; the answers of a class as one table.'),
      buttons(button('Worksheet', () => void printPlan(store, 'worksheet', lessons())),
        button('Key', () => void printPlan(store, 'key', lessons())),
        button('Summary', () => void printPlan(store, 'summary', lessons())),
        collectButton())),
    h('div', {}, h('h4', {}, 'Lessons of your own'),
      h('p', {}, 'Write one on this page, or open the file of one.'),
      buttons(h('button', { type: 'button', onclick: () => {
        store.dispatch({ type: 'lessons/leave' });
        // The editor stands beside the data and the run, which are in Explore.
        store.dispatch({ type: 'panel', panel: 'inspector', open: true });
        store.dispatch({ type: 'panel', panel: 'lesson-editor', open: true });
      } }, 'New lesson'), fileButton('Lesson file', false, ([file]) => store.dispatch({ type: 'lessons/file', file }))))
  );
  for (const one of [start, ...element.querySelectorAll('.lecture-plan')]) one.classList.add('of-plan');
  store.watch(({ lessons: { plan: begun, shelf } }) => [begun, shelf], ([begun]) => {
    if (begun) plan = begun;
    draw();
  });
  return element;
}

/** The key of the ready plan that was chosen last. */
const READY = keptChoice('plan');

/** Returns the ready plan that was chosen last, or one that was changed here. */
const keptReady = () => LECTURES.find(({ key }) => key === READY.read())
  ?? LECTURES.find((one) => choiceOf(one).read() !== null) ?? LECTURES[0];

/** The length of the lecture of a ready plan. @param {import('./plan.js').ReadyPlan} ready */
const lengthOf = ({ key }) => keptChoice(`plan-minutes-${key}`);

/** @param {import('./plan.js').ReadyPlan} ready */
function keptMinutes(ready) {
  const kept = Number(lengthOf(ready).read());
  return kept >= LEAST_MINUTES && kept <= MOST_MINUTES ? kept : ready.minutes;
}

/** The plan that was made here from a ready one. @param {import('./plan.js').ReadyPlan} ready */
const choiceOf = ({ key }) => keptChoice(`plan-${key}`);

/** @param {import('./plan.js').ReadyPlan} ready @returns {string[]} */
function keptPlan(ready) {
  const kept = (choiceOf(ready).read() ?? '').split(',').filter((id) => LESSONS.includes(id));
  return kept.length ? kept : ready.plan;
}

/** @param {...HTMLElement} all */
const buttons = (...all) => h('div', { class: 'lecture-buttons' }, all);

/** A button that needs a plan. @param {string} name @param {() => void} onclick @param {string} [of] */
const button = (name, onclick, of = '') =>
  h('button', { type: 'button', class: 'lecture-plan', onclick }, name, of && h('span', { class: 'hidden' }, of));

/** @param {() => string[]} plan */
function sharePart(plan) {
  const note = h('span', { class: 'muted', role: 'status' });
  const field = h('input', { type: 'text', readOnly: true, 'aria-label': 'To copy', hidden: true, onblur: () => {
    field.hidden = true;
  } });
  const copy = async (/** @type {string} */ text, /** @type {string} */ what) => {
    say(note, '');
    say(note, await copyOrSelect(text, field) ? `${what} copied.` : 'Copy the selected text.');
  };
  const showCode = async () => {
    say(note, '');
    try {
      const { openCode } = await import('../../../ui/qr-dialog.js');
      openCode(planLink(pageAddress(), plan()));
    } catch (error) {
      say(note, `The QR code could not be shown: ${messageOf(error)}.`);
    }
  };
  // A copy without an address, as in a notebook, has nothing that another device or page could open.
  const outside = pageAddress() ? [button('QR code', () => void showCode(), ' of this plan'),
    button('Embed', () => void copy(planFrame(pageAddress(), plan()), 'Frame'), ' this plan')] : [];
  return h('div', {}, h('div', { class: 'lecture-title' }, h('h4', {}, 'Share this plan'), note),
    h('p', {}, 'One link opens it at its first lesson, also offline.'),
    buttons(button('Copy link', () => void copy(planLink(pageAddress(), plan()), 'Link'), ' to this plan'),
      ...outside), field);
}

/** The button that opens the answers of a class. */
function collectButton() {
  return fileButton('Read answers', true, (files) => void openAnswers(files));
}

/**
 * A field for files that looks like a button.
 * @param {string} name @param {boolean} multiple @param {(files: File[]) => void} take
 */
function fileButton(name, multiple, take) {
  const id = freshId('lecture-file');
  const input = h('input', { id, type: 'file', multiple, class: 'hidden',
    accept: '.json,.txt,application/json,text/plain', onchange: () => {
      const files = [...input.files ?? []];
      input.value = '';
      if (files.length) take(files);
    } });
  return h('span', { class: 'lecture-file' }, input, h('label', { htmlFor: id }, name));
}
