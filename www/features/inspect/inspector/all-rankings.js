// All permutations of a short query: the best value, how many attain it, and how the values spread. Part of the
// inspector.

import { h } from '../../../ui/dom.js';
import { count, fixed, plural } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').Enumeration} Enumeration */
/** @typedef {import('../../../wasm/rankscope.js').Valuation} Valuation */

/**
 * @param {Enumeration} enumeration
 * @param {Valuation | null} own
 */
export function drawAllRankings({ permutations, best, oracle, attained, bins }, own) {
  const most = Math.max(...bins.map((bin) => bin.count), 1);
  const mine = own ? bins.findLastIndex(({ from }) => own.hinge >= from) : -1;
  return h('div', { class: 'all-rankings-outcome' },
    h('p', {}, `All ${plural(permutations, 'permutation')} tried: the greatest H is `, h('b', {}, fixed(best, 3)),
      ', the oracle’s is ', h('b', {}, fixed(oracle, 3)),
      `. ${plural(attained, 'permutation attains', 'permutations attain')} it; none is above.`),
    h('div', { class: 'spread', 'aria-hidden': 'true' }, bins.map((bin, at) => {
      const bar = h('span',
        { class: at === mine ? 'spread-bar mine' : 'spread-bar',
          title: `${count(bin.count)} with H from ${fixed(bin.from, 3)} to ${fixed(bin.to, 3)}` });
      bar.style.setProperty('--share', `${(100 * bin.count) / most}%`);
      return bar;
    })),
    h('div', { class: 'spread-axis muted', 'aria-hidden': 'true' }, h('span', {}, fixed(bins[0].from, 3)),
      h('span', {}, mine >= 0 ? 'H of all permutations; yours is in the orange bar' : 'H of all permutations'),
      h('span', {}, fixed(bins[bins.length - 1].to, 3))),
    h('details', { class: 'more' }, h('summary', {}, 'Show the spread as a table'), h('table', { class: 'numbers' },
      h('caption', { class: 'hidden' }, 'Spread of H over all permutations'),
      h('thead', {}, h('tr', {}, ['H from', 'to', 'permutations'].map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', {},
        bins.map((bin) =>
            h('tr',
            {}, h('td', {}, fixed(bin.from, 3)), h('td', {}, fixed(bin.to, 3)), h('td', {}, count(bin.count))))))));
}
