// The dialog in which a lecturer picks the lessons of a plan and orders them.

import '../../../styles/dialogs.css';
import { h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { plainText } from '../lessons/plain-text.js';
import { LESSONS } from '../lessons/lesson-list.js';
import { lessonMap } from './lesson-map.js';
import { planName, planOrder } from './plan-order.js';
import { LEAST_MINUTES, MOST_MINUTES, planLength, planned, withLesson } from './plan.js';

/** @typedef {import('./lesson-map.js').OnShelf} OnShelf */
/** @typedef {import('./lesson-map.js').Place} Place */

/**
 * @param {{ shelf: OnShelf[], plan: string[], minutes: number, ready: import('./plan.js').ReadyPlan,
 *   take: (plan: string[], minutes: number) => void }} given
 */
export function openPlanDialog({ shelf, plan: before, minutes, ready, take }) {
  const id = freshId('plan');
  let plan = before;
  const length = h('p', { role: 'status' });
  const field = h('input', { id: `${id}-minutes`, type: 'number', min: LEAST_MINUTES, max: MOST_MINUTES, value: minutes,
    oninput: () => {
      const typed = field.valueAsNumber;
      if (typed >= LEAST_MINUTES && typed <= MOST_MINUTES) minutes = Math.round(typed);
      draw();
    } });
  /** @param {string[]} next */
  const change = (next) => {
    plan = next;
    draw();
  };
  const order = planOrder({ shelf, known: ready.after, change, rest: field });
  const all = allLessons(shelf, (name) =>
    change(plan.includes(name) ? plan.filter((one) => one !== name) : withLesson(plan, name)));
  const use = h('button', { type: 'button', class: 'primary', onclick: () => {
    take(plan, minutes);
    dialog.close();
  } }, 'Use this plan');
  const again = h('button', { type: 'button', onclick: () => change(ready.plan) }, 'Back to the ready plan');
  const dialog = h('dialog', { class: 'plan-dialog', 'aria-labelledby': `${id}-title`,
    onclose: () => dialog.remove() },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, 'Lessons of the lecture'),
      h('button', { type: 'button', class: 'square', 'aria-label': 'Close the plan', onclick: () => dialog.close() },
        '×')),
    h('p', { class: 'plan-minutes' }, h('label', { htmlFor: field.id }, 'Minutes of the lecture'), field),
    h('div', { class: 'plan-parts' }, order.element, all.element),
    h('div', { class: 'plan-foot' }, length, again, use));
  function draw() {
    order.update(plan);
    all.update(plan);
    say(length, planLength(planned(shelf, plan), minutes));
    use.disabled = !plan.length;
    again.hidden = plan.join() === ready.plan.join();
  }
  draw();
  document.body.append(dialog);
  dialog.showModal();
}

/** The lessons of the page in the rows of the map. @param {OnShelf[]} shelf @param {(name: string) => void} toggle */
function allLessons(shelf, toggle) {
  const { first, paths } = lessonMap(shelf, LESSONS, []);
  /** @type {HTMLInputElement[]} */
  const boxes = [];
  /** @param {Place} place */
  const entry = ({ id, number, named, lesson: { title, topic, after, minutes, steps } }) => {
    const box = h('input', { type: 'checkbox', value: id, onchange: () => toggle(id) });
    boxes.push(box);
    return h('li', {},
      h('label', {}, box, h('span', { class: 'plan-number' }, String(number)), planName(title, topic),
        h('span', { class: 'muted' }, `${minutes} min`)),
      after && h('p', { class: 'plan-after' }, `After it they can ${after}.`),
      h('details', {}, h('summary', {}, 'What it teaches', named.length > 0 && `; needs ${named.join(', ')}`),
        h('ul', {}, steps.map(({ claim }) => claim && h('li', {}, plainText(claim))))));
  };
  return {
    element: h('section', {}, h('h3', {}, 'All lessons'),
      [...(first ? [{ name: 'Start', places: [first] }] : []), ...paths].flatMap(({ name, places }) =>
        [h('h4', {}, name), h('ol', { class: 'plan-list' }, places.map(entry))])),
    /** @param {string[]} plan */
    update(plan) {
      for (const box of boxes) box.checked = plan.includes(box.value);
    },
  };
}
