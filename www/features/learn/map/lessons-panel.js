// The mode Lessons: the map of all lessons, the lesson that comes next, and what a lecture needs.

import './map.css';
import { fill, h, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { plural } from '../../../lib/format.js';
import { LESSONS } from '../lessons/lesson-list.js';
import { answerLog } from '../lessons/answer-log.js';
import { lecture } from './lecture.js';
import { lessonCard } from './lesson-card.js';
import { lessonMap } from './lesson-map.js';
import { mapView } from './map-view.js';

/** @typedef {import('../lessons/lesson-state.js').LessonsStore} Store */
/** @typedef {import('../lessons/lesson-state.js').Lessons} Lessons */

/** @param {Store} store */
export function body(store) {
  // The printed summary of a plan has the answers from here on.
  answerLog(store);
  const sum = h('p', { class: 'map-sum' });
  const progress = h('span', { class: 'muted' });
  const go = h('button', { type: 'button', class: 'primary' });
  let begin = () => {};
  go.addEventListener('click', () => begin());
  const head = h('div', { class: 'map-go' }, progress, go);
  const problems = h('div', { class: 'map-problems', role: 'alert' });
  const place = h('div', { class: 'map-place' });
  /** @type {string[]} */
  let planned = [];
  const markPlan = () => {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('[data-lesson]'))) {
      const at = planned.indexOf(node.dataset.lesson ?? '');
      node.classList.toggle('is-planned', at >= 0);
      node.querySelector('.map-number')?.setAttribute('data-place', String(at + 1));
    }
  };
  const teaching = lecture(store, (plan) => {
    planned = plan;
    markPlan();
  });

  store.watch(({ lessons }) => [lessons.shelf, lessons.done, lessons.open === null, lessons.open?.id,
    lessons.plan], () => {
    handOn(place, () => draw(store.get().lessons), go);
  });
  store.watch(({ lessons }) => [lessons.problems], ([wrong]) => {
    fill(problems, wrong && [
      h('p', {}, h('bdi', {}, h('b', {}, wrong.name)),
        wrong.isFaulty ? ' cannot be used as a lesson. Correct these places:' : ' could not be opened:'),
      h('ul', {}, wrong.problems.map((one) => h('li', {}, one))),
    ]);
    if (wrong) problems.scrollIntoView({ block: 'nearest' });
  });

  /** @param {Lessons} lessons */
  function draw({ shelf, done, open, plan }) {
    const isThere = Boolean(shelf?.length);
    head.hidden = !isThere;
    teaching.hidden = !isThere;
    if (!shelf || !isThere) {
      say(sum, '');
      const again = () => store.dispatch({ type: 'panel', panel: 'lessons', open: true });
      return fill(place, shelf ? h('p', {}, 'The lessons could not be fetched. ',
        h('button', { type: 'button', onclick: again }, 'Fetch them again'))
        : h('p', { class: 'muted' }, 'Loading the lessons …'));
    }
    const map = lessonMap(shelf, LESSONS, done, plan);
    fill(sum, `${plural(shelf.length, 'lesson')}, ${plural(map.minutes, 'minute')}.`,
      h('span', { class: 'map-hint' }, ' Point at one: lines lead to it from what it needs.'));
    say(progress, `${map.done} of ${shelf.length} done`);
    const card = lessonCard();
    fill(place, mapView(map, {
      show: card.show, begin: (id) => store.dispatch({ type: 'lessons/begin', id }), card: card.element,
    }));
    markPlan();
    const number = open?.id ? LESSONS.indexOf(open.id) + 1 : null;
    const wanted = map.next ?? map.first;
    say(go, open ? `Go on with ${number ? `lesson ${number}` : 'this lesson'}`
      : wanted && wanted.number > 1 ? `Go on with lesson ${wanted.number}` : 'Start with lesson 1');
    begin = () => {
      const now = store.get().lessons.open;
      // The page has left the step for the map, so the step is set up again.
      if (now) {
        store.dispatch({ type: 'lessons/step', step: now.step });
        /** @type {HTMLElement | null} */
        const heading = document.querySelector('#lesson h2');
        heading?.focus();
      } else if (wanted) store.dispatch({ type: 'lessons/begin', id: wanted.id });
    };
  }
  return [sum, head, problems, place, teaching];
}
