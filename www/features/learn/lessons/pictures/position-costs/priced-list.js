// A list of the oracle with the cost of each result, and their sum. Results slide to their new ranks.

import { fill, h, say } from '../../../../../ui/dom.js';
import { isCalm } from '../../../../../ui/media.js';
import { shadeOf } from '../row-list.js';
import { costText, sumOf } from './cost-run.js';

/** @typedef {import('./cost-run.js').CostRun} CostRun */

const SLIDE = 200; // ms

/** @param {string} name @param {string} about @param {string} kind */
export function pricedList(name, about, kind) {
  const rows = h('ol', { class: 'cost-lines priced-rows' });
  const sum = h('b', {});
  const sign = h('span', { class: 'priced-sign', 'aria-hidden': 'true' }, '?');
  const element = h('section', { class: `priced ${kind}`, 'aria-label': `${name} list` },
    h('h3', { class: 'cost-heads' }, name, h('span', {}, about)),
    h('div', { class: 'priced-frame' }, rows, sign), h('p', { class: 'cost-sum' }, h('span', {}, 'Sum'), sum));
  /** @type {Map<number, HTMLElement>} */
  let items = new Map();

  /** @param {CostRun} run @param {readonly number[] | null} list null while it is hidden */
  function update(run, list) {
    element.classList.toggle('asked', !list);
    if (!list) {
      items = new Map();
      fill(rows, run.documents.map(() => h('li', { class: 'stage-row blank' })));
      return say(sum, '');
    }
    const tops = new Map([...items].map(([document, item]) => [document, item.getBoundingClientRect().top]));
    const table = run.table();
    const costs = list.map((document, rank) => table[rank][run.columns[document]]);
    items = new Map(list.map((document, rank) => {
      const { comment, grade } = run.documents[document];
      return [document, h('li', { class: 'stage-row', dataset: { shade: String(shadeOf(grade, 1)) } },
        h('span', { class: 'stage-name' }, comment), h('span', { class: 'priced-cost' }, costText(costs[rank])))];
    }));
    fill(rows, [...items.values()]);
    say(sum, costText(sumOf(costs)));
    if (isCalm()) return;
    for (const [document, item] of items) {
      const by = (tops.get(document) ?? NaN) - item.getBoundingClientRect().top;
      if (!by) continue;
      item.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }],
        { duration: SLIDE, easing: 'ease-out' });
    }
  }
  return { element, update };
}
