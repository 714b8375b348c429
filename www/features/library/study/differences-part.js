// The differences from the baseline with their intervals: a picture of a table that stands below.

import { signed } from '../../../lib/format.js';
import { pText } from '../../../lib/p-value.js';
import { fill, h, s } from '../../../ui/dom.js';
import { LEVEL, differencesOf, rangeOf } from './differences.js';
import { markAt } from './series-marks.js';
import { againstOf, baselineOf } from './sheets.js';

/** @typedef {import('./study-state.js').StudyStore} Store */
/** @typedef {import('./differences.js').Difference} Difference */

const WIDTH = 112; // units of a row
const HEIGHT = 22;

/** @param {Store} store */
export function differencesPart(store) {
  const section = h('section', { class: 'study-differences', 'aria-label': 'Differences from the baseline',
    hidden: true });
  store.watch(({ study }) => [study.measured], ([measured]) => {
    const found = differencesOf(againstOf(measured));
    section.hidden = !found;
    if (!found) return;
    const range = rangeOf(found);
    const names = measured?.plots[0]?.plot.series.map(({ name }) => name) ?? [];
    const others = [...new Set(found.groups.flatMap(({ rows }) => rows.map(({ name }) => name)))];
    const seriesOf = (/** @type {string} */ name) =>
      (names.includes(name) ? names.indexOf(name) : others.indexOf(name) + 1);
    fill(section, h('h4', {}, `Difference from ${baselineOf(found)}`),
      h('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Differences' },
        found.groups.flatMap(({ name, rows }) => [name && h('h5', {}, name),
          ...rows.map((row) => rowOf(row, seriesOf(row.name), range))])),
      h('p', { class: 'note' }, `${found.measure}: left of the line the method is worse. Bars are 95 % intervals over `
        + `${found.units}. Strong: p below ${LEVEL}${found.isAdjusted ? ', adjusted by Holm’s method' : ''}.`));
  });
  return section;
}

/** @param {Difference} difference @param {number} series @param {[number, number]} range */
function rowOf({ name, value, low, high, p }, series, [from, to]) {
  const at = (/** @type {number} */ one) => ((one - from) / (to - from)) * WIDTH;
  const y = HEIGHT / 2;
  const picture = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    s('path', { class: 'zero', d: `M${at(0).toFixed(1)} 0V${HEIGHT}` }),
    s('path', { class: 'interval', 'data-series': series, d: `M${at(low).toFixed(1)} ${y}H${at(high).toFixed(1)}` }),
    markAt(series, at(value), y, 4.5));
  return h('div', { class: p < LEVEL ? 'study-difference strong' : 'study-difference' }, h('span', {}, name), picture,
    h('span', {}, `${signed(value)}, ${pText(p)}`));
}
