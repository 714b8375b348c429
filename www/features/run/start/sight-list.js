// The list of first sight: the recipes in the order of the arrow. Rows slide to their new ranks.

import { h, say } from '../../../ui/dom.js';
import { isCalm } from '../../../ui/media.js';
import { orderOf, rankText } from './sight-state.js';

const SLIDE = 200; // ms

/** @param {import('./kitchen.js').Recipe[]} recipes */
export function sightList(recipes) {
  const rows = recipes.map(({ title, grade }) => {
    const rank = h('span', { class: 'sight-rank' });
    return { rank, row: h('li', { dataset: { grade: String(grade) } }, rank, h('span', { class: 'sight-title' }, title),
      h('b', {}, h('span', { class: 'hidden' }, 'grade '), grade)) };
  });
  const element = h('ol', { class: 'sight-list', 'aria-label': 'Recipes by their place' }, rows.map(({ row }) => row));
  let before = '';

  /** @param {import('./kitchen.js').Pair[]} ranks */
  function show(ranks) {
    const order = orderOf(ranks);
    rows.forEach(({ rank }, recipe) => say(rank, rankText(ranks[recipe])));
    if (String(order) === before) return;
    const slides = before !== '' && !isCalm();
    const tops = slides ? rows.map(({ row }) => row.getBoundingClientRect().top) : [];
    before = String(order);
    element.append(...order.map((recipe) => rows[recipe].row));
    if (!slides) return;
    for (const { row } of rows) for (const one of row.getAnimations()) one.cancel();
    rows.forEach(({ row }, recipe) => {
      const way = tops[recipe] - row.getBoundingClientRect().top;
      if (Math.abs(way) > 1) {
        row.animate([{ transform: `translateY(${way}px)` }, { transform: 'none' }],
          { duration: SLIDE, easing: 'ease-out' });
      }
    });
  }
  return { element, show };
}
