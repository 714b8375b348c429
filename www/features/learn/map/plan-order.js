// The lessons of a plan in their order, with buttons and keys that move them, and what the plan lacks.

import { fill, h, say } from '../../../ui/dom.js';
import { freshId } from '../../../ui/fields.js';
import { gapText, movedIn, numberOf, planGaps, planned, withLesson } from './plan.js';

/** @typedef {import('./lesson-map.js').OnShelf} OnShelf */
/** @typedef {import('./plan.js').PlanGap} PlanGap */

/**
 * @param {{ shelf: OnShelf[], known?: string[], change: (plan: string[]) => void, rest: HTMLElement }} given
 *   `known`: lessons that the class has had. `rest`: takes the focus if nothing here can.
 */
export function planOrder({ shelf, known, change, rest }) {
  /** @type {string[]} */
  let plan = [];
  const id = freshId('plan-order');
  const moved = h('p', { class: 'hidden', role: 'status' });
  const list = h('ol', { class: 'plan-order', 'aria-labelledby': id, onkeydown: withKeys });
  const gaps = h('ul', { class: 'plan-gaps', 'aria-label': 'What the plan lacks', 'aria-live': 'polite' });

  /** @param {string} name @param {number} by @param {string} act of the button that keeps the focus */
  function move(name, by, act) {
    change(movedIn(plan, name, by));
    const row = list.children[plan.indexOf(name)];
    focus(row.querySelector(`[data-act=${act}]:enabled`) ?? row.querySelector('button:enabled'));
    say(moved, `Lesson ${numberOf(name)} is ${plan.indexOf(name) + 1} of ${plan.length}.`);
  }

  /** @param {KeyboardEvent} event */
  function withKeys(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const button = event.target instanceof HTMLElement && event.target.closest('button');
    if (!by || !event.altKey || !button) return;
    event.preventDefault();
    move(button.closest('li')?.dataset.lesson ?? '', by, button.dataset.act ?? 'up');
  }

  /** @param {string} name */
  function takeOut(name) {
    const at = plan.indexOf(name);
    change(plan.filter((one) => one !== name));
    focus(list.children[Math.min(at, plan.length - 1)]?.querySelector('[data-act=out]'));
  }

  /** The button that closes a gap. @param {PlanGap} gap */
  function remedy({ need, by, isLate }) {
    const minutes = shelf.find((one) => one.id === need)?.lesson.minutes;
    return h('button', { type: 'button', onclick: () => {
      change(withLesson(plan, need, by[0]));
      focus(gaps.querySelector('button'));
    } }, isLate ? `Move ${numberOf(need)} up` : `Add ${numberOf(need)} (${minutes} min)`);
  }

  /** @param {Element | null | undefined} button */
  function focus(button) {
    (button instanceof HTMLElement ? button : rest).focus();
  }

  /** @param {OnShelf} one @param {number} at @param {OnShelf[]} all */
  function rowOf({ id: name, lesson: { title, topic, minutes } }, at, all) {
    const button = (/** @type {string} */ act, /** @type {string} */ sign, /** @type {string} */ label,
      /** @type {boolean} */ disabled, /** @type {() => void} */ onclick) => h('button', { type: 'button',
      class: 'square', 'aria-label': label, title: label, disabled, onclick, dataset: { act } }, sign);
    return h('li', { dataset: { lesson: name } }, h('span', { class: 'plan-number' }, String(numberOf(name))),
      planName(title, topic), h('span', { class: 'muted' }, `${minutes} min`),
      button('up', '↑', `Move ${title} up`, at === 0, () => move(name, -1, 'up')),
      button('down', '↓', `Move ${title} down`, at === all.length - 1, () => move(name, 1, 'down')),
      button('out', '×', `Take ${title} out`, false, () => takeOut(name)));
  }

  return {
    element: h('section', {}, h('h3', { id }, 'In this order'),
      h('p', { class: 'muted' }, 'Alt with ↑ or ↓ moves a lesson, too.'), list, moved, gaps),
    /** @param {string[]} next */
    update(next) {
      plan = next;
      const lessons = planned(shelf, plan);
      fill(list, lessons.map(rowOf));
      fill(gaps, planGaps(lessons, known).map((gap) => h('li', {}, `${gapText(gap)}. `, remedy(gap))));
    },
  };
}

/** @param {string} title @param {string} [topic] */
export const planName = (title, topic) =>
  h('span', {}, title, ' ', topic && h('span', { class: 'map-topic' }, topic));
