// A cell for every list of a search. The lists that became lines are marked once the question is answered.

import { h, fill, say } from '../../../../ui/dom.js';

/** @typedef {import('../figures/small-run.js').SmallRun} SmallRun */

/** @param {number} count @returns {number[][]} all orders of the numbers below it, in lexicographic order */
export function ordersOf(count) {
  /** @type {number[][]} */
  let orders = [[]];
  for (let length = 0; length < count; length += 1) {
    orders = orders.flatMap((order) => Array.from({ length: count }, (_, one) => one)
      .filter((one) => !order.includes(one)).map((one) => [...order, one]));
  }
  return orders;
}

/** The lists that the oracle returned before the end, each once. @param {SmallRun} run @param {number} query */
export function linesOf({ training, iterations }, query) {
  return [...new Set(Array.from({ length: iterations }, (_, at) => training.inspect(at, query).violator.join()))];
}

export function allLists() {
  const title = h('h3', {});
  const grid = h('div', { class: 'lists-grid', role: 'img' });
  const element = h('section', { class: 'lists', 'aria-label': 'All lists' },
    h('div', { class: 'oracle-head' }, title),
    h('div', { class: 'lists-place' }, grid, h('span', { class: 'oracle-sign', 'aria-hidden': 'true' }, '?')));

  /**
   * @param {SmallRun | null} run null while the lines are hidden @param {number} query
   * @param {readonly unknown[]} documents
   */
  function update(run, query, { length }) {
    const orders = ordersOf(length);
    if (grid.children.length !== orders.length) fill(grid, orders.map(() => h('span', {})));
    const lines = run ? linesOf(run, query) : [];
    orders.forEach((order, at) => grid.children[at].classList.toggle('line', lines.includes(order.join())));
    element.classList.toggle('asked', !run);
    say(title, run ? `${orders.length} lists, ${lines.length} lines` : `${orders.length} lists`);
    grid.setAttribute('aria-label', run ? `${lines.length} of ${orders.length} lists became lines`
      : `${orders.length} lists; those that become lines are hidden`);
  }
  return { element, update };
}
