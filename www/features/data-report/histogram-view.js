// The histogram of the documents per training query, as a picture and as a table.

import { count, plural } from '../../lib/format.js';
import { h, s } from '../../ui/dom.js';
import { binsOf } from './histogram.js';

/** @typedef {import('./histogram.js').Bin} Bin */

const MOST_BINS = 20;
const [WIDTH, HEIGHT, LEFT, TOP, FOOT] = [420, 150, 44, 10, 36];

/** @param {number[]} lengths documents of each training query */
export function lengthsView(lengths) {
  const bins = binsOf(lengths, MOST_BINS);
  if (!bins.length) return null;
  const name = (/** @type {Bin} */ { low, high }) => (low === high ? count(low) : `${count(low)} to ${count(high)}`);
  return h('section', { class: 'data-lengths' }, h('h3', {}, 'Documents per training query'),
    picture(bins, lengths.length),
    h('details', {}, h('summary', {}, 'Values of this histogram'),
      h('table', { class: 'numbers' }, h('caption', { class: 'hidden' }, 'Documents per training query'),
        h('thead', {}, h('tr', {}, ['documents', 'queries'].map((head) => h('th', { scope: 'col' }, head)))),
        h('tbody', {}, bins.map((bin) => h('tr', {}, h('th', { scope: 'row' }, name(bin)),
          h('td', {}, count(bin.count))))))));
}

/** @param {Bin[]} bins @param {number} queries */
function picture(bins, queries) {
  const floor = HEIGHT - FOOT;
  const most = Math.max(...bins.map((bin) => bin.count));
  const step = (WIDTH - LEFT - 4) / bins.length;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ anchor,
    /** @type {string} */ words) => s('text', { x, y, 'text-anchor': anchor }, words);
  const [{ low }, { high }] = [bins[0], bins[bins.length - 1]];
  return s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
    'aria-label': `Histogram of ${plural(queries, 'training query', 'training queries')} by their documents, from `
      + `${count(low)} to ${count(high)}` },
  s('path', { class: 'level', d: `M${LEFT} ${TOP}H${WIDTH}` }), text(LEFT - 6, TOP + 5, 'end', count(most)),
  text(LEFT - 6, floor + 4, 'end', '0'),
  bins.map((bin, at) => s('rect', { x: (LEFT + at * step + 1).toFixed(1), width: Math.max(1, step - 2).toFixed(1),
    y: (floor - ((floor - TOP) * bin.count) / most).toFixed(1),
    height: (((floor - TOP) * bin.count) / most).toFixed(1) })),
  s('path', { class: 'floor', d: `M${LEFT} ${floor}H${WIDTH}` }), text(LEFT, floor + 17, 'start', count(low)),
  text(WIDTH - 4, floor + 17, 'end', count(high)), text(WIDTH - 4, floor + 33, 'end', 'documents'),
  text(0, floor + 33, 'start', 'queries'));
}
