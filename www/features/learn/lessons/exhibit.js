// The view that a step shows in the place of others: the reader's own order, or two searches side by side.

import './exhibit.css';
import { greedyExhibit } from './greedy-exhibit.js';
import { orderExhibit } from './order-exhibit.js';

/** @typedef {import('./lesson-state.js').LessonsStore} Store */

/** @param {Store} store @param {import('./greedy-exhibit.js').DrawColumns} drawColumns */
export function mountExhibits(store, drawColumns) {
  const views = { order: orderExhibit(store), greedy: greedyExhibit(drawColumns) };
  // The own order takes the place of the whole page; the searches take that of the rankings.
  document.getElementById('main')?.prepend(views.order.element);
  document.getElementById('views')?.prepend(views.greedy.element);
  store.watch((state) => [
    state.lessons.open, state.snapshot, state.lessons.open?.order,
  ], ([open]) => {
    const exhibit = open?.lesson.steps[open.step].exhibit ?? null;
    for (const [name, view] of Object.entries(views)) {
      view.element.hidden = exhibit !== name;
      document.body.classList.toggle(`exhibit-${name}`, exhibit === name);
      if (exhibit === name) view.update(store.get());
    }
  });
}
