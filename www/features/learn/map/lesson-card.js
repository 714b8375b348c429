// The card of the lesson that the reader looks at on the map: what it is about, and what stands before and behind it.

import { fill, h } from '../../../ui/dom.js';
import { plural } from '../../../lib/format.js';

/** @typedef {import('./lesson-map.js').Place} Place */

/** Returns the card, and what shows a lesson on it. */
export function lessonCard() {
  const element = h('div', { class: 'map-card' });
  return {
    element,
    /** @param {Place | null} place */
    show: (place) => fill(element, ...(place ? cardOf(place) : [])),
  };
}

/** @param {Place} place */
function cardOf({ number, lesson, needs, leads, isDone }) {
  const steps = plural(lesson.steps.length, 'step');
  const minutes = needs.reduce((sum, need) => sum + need.minutes, 0);
  return [
    h('div', { class: 'map-card-head' }, h('h3', {}, lesson.title), h('p', { class: 'map-card-facts' },
      [`Lesson ${number}`, `${lesson.minutes} min`, steps, ...(isDone ? ['done'] : [])].join(' · '))),
    lesson.topic && h('p', { class: 'map-topic' }, lesson.topic),
    h('p', { class: 'map-card-about' }, lesson.summary),
    lesson.after && h('p', { class: 'map-card-after' }, `After it they can ${lesson.after}.`),
    h('p', { class: 'map-card-ways' },
      needs.length > 0 && h('span', {}, `Needs ${needs.length > 1 ? 'lessons' : 'lesson'} `,
        needs.flatMap((one, at) => [at > 0 && (at < needs.length - 1 ? ', ' : ' and '), String(one.number),
          one.isDone && h('span', { class: 'map-met' }, h('span', { 'aria-hidden': 'true' }, ' ✓'),
            h('span', { class: 'hidden' }, ', done'))]), `: ${minutes} min`),
      leads.length > 0 && h('span', { class: 'muted' }, 'Leads to ',
        leads.flatMap((one, at) => [at > 0 && ' · ', h('b', {}, String(one.number)), ` ${one.title}`]))),
  ];
}
