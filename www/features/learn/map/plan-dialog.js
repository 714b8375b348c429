// The dialog in which a lecturer picks the lessons of a plan by hand.

import '../../../styles/dialogs.css';
import { h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { plainText } from '../lessons/plain-text.js';
import { LESSONS } from '../lessons/lesson-list.js';
import { planLength, planned } from './plan.js';

/** @typedef {import('./lesson-map.js').OnShelf} OnShelf */

/** @param {{ shelf: OnShelf[], plan: string[], minutes: number, take: (plan: string[]) => void }} given */
export function openPlanDialog({ shelf, plan, minutes, take }) {
  const id = freshId('plan');
  const length = h('p', { role: 'status' });
  const boxes = shelf.map(({ id: lesson }) => h('input', { type: 'checkbox', value: lesson,
    checked: plan.includes(lesson), onchange: () => draw() }));
  const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const number = (/** @type {string} */ name) => String(LESSONS.indexOf(name) + 1);
  const entries = shelf.map(({ id: name, lesson: { title, minutes, needs = [], steps } }, at) => h('li', {},
    h('label', {}, boxes[at], h('span', { class: 'plan-number' }, number(name)), h('span', {}, title),
      h('span', { class: 'muted' }, `${minutes} min`)),
    h('details', {}, h('summary', {}, 'What it teaches', needs.length > 0 && `; needs ${needs.map(number).join(', ')}`),
      h('ul', {}, steps.map(({ claim }) => claim && h('li', {}, plainText(claim)))))));
  const use = h('button', { type: 'button', class: 'primary', onclick: () => {
    take(chosen());
    dialog.close();
  } }, 'Use this plan');
  const dialog = h('dialog', { class: 'plan-dialog', 'aria-labelledby': `${id}-title`,
    onclose: () => dialog.remove() },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, 'Lessons of the lecture'),
      h('button', { type: 'button', class: 'square', 'aria-label': 'Close the plan', onclick: () => dialog.close() },
        '×')),
    h('ol', { class: 'plan-list' }, entries), h('div', { class: 'plan-foot' }, length, use));
  function draw() {
    say(length, planLength(planned(shelf, chosen()), minutes));
    use.disabled = !chosen().length;
  }
  draw();
  document.body.append(dialog);
  dialog.showModal();
}
