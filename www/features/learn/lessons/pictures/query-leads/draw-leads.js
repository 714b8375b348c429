// Draws the lead of trees on each query as a dot, and the mean of the first queries with its interval. No state.

import { s } from '../../../../../ui/dom.js';
import { fixed } from '../../../../../lib/format.js';
import { across, drawAxes, up } from '../chart/frame.js';
import { FEWEST, LEADS, meanOf } from './leads.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */

const Y = /** @type {const} */ ([-0.4, 0.4]);
const X = /** @type {const} */ ([0, LEADS.length + 1]);

/** @param {boolean} isPhone @returns {{ chart: Chart, track: number }} */
export function layoutOf(isPhone) {
  return isPhone
    ? { chart: { width: 390, height: 352, left: 46, right: 378, top: 54, bottom: 268, x: X, y: Y, isPhone },
      track: 322 }
    : { chart: { width: 848, height: 664, left: 110, right: 800, top: 118, bottom: 520, x: X, y: Y, isPhone },
      track: 614 };
}

/** A lead with its sign. @param {number} value */
export const leadText = (value) => `${value > 0 ? '+' : ''}${fixed(value, 3)}`;

/**
 * @param {ReturnType<typeof layoutOf>} layout @param {number} count of queries that are used @param {number} most that
 * the handle reaches
 */
export function drawLeads({ chart, track }, count, most) {
  const { isPhone, left, right, top, bottom } = chart;
  const counts = Array.from({ length: count - FEWEST + 1 }, (_, at) => FEWEST + at);
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    `${across(chart, x).toFixed(1)},${up(chart, y).toFixed(1)}`;
  const ticks = (/** @type {number[]} */ values) => values.map((value) =>
    ({ value, text: value ? `${value > 0 ? '+' : ''}${fixed(value, 1)}` : '0' }));
  const { mean, low, high } = meanOf(count);
  const x = across(chart, count);
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 12 : 30) },
      isPhone ? 'NDCG@10, trees minus line' : 'NDCG@10 of trees minus that of the line'),
    drawAxes(chart, [10, 20, 30, 40, 50].map((value) => ({ value, text: String(value) })),
      ticks([-0.4, -0.2, 0, 0.2, 0.4])).flat(3),
    s('text', { class: 'axis', x: right, y: bottom + (isPhone ? 38 : 52), 'text-anchor': 'end' }, 'test query →'),
    s('text', { class: 'axis halo', x: left + 8, y: top + (isPhone ? 14 : 20) }, '↑ trees ahead'),
    s('text', { class: 'axis halo', x: left + 8, y: bottom - 8 }, '↓ line ahead'),
    s('polygon', { class: 'leads-band', points: [...counts.map((one) => at(one, meanOf(one).high)),
      ...counts.toReversed().map((one) => at(one, meanOf(one).low))].join(' ') }),
    s('line', { class: 'leads-zero', x1: left, x2: right, y1: up(chart, 0), y2: up(chart, 0) }),
    LEADS.map((lead, query) => s('circle', { class: query < count ? 'leads-dot' : 'leads-dot ahead',
      cx: across(chart, query + 1), cy: up(chart, lead), r: isPhone ? 3.5 : 6 },
    s('title', {}, `query ${query + 1}: ${leadText(lead)}`))),
    s('polyline', { class: 'chart-line first', points: counts.map((one) => at(one, meanOf(one).mean)).join(' ') }),
    s('line', { class: 'leads-interval', x1: x, x2: x, y1: up(chart, low), y2: up(chart, high) }),
    s('circle', { class: 'chart-dot first', cx: x, cy: up(chart, mean), r: isPhone ? 5.5 : 8 }),
    s('line', { class: 'chart-track', x1: across(chart, FEWEST), x2: across(chart, most), y1: track, y2: track }),
    most < LEADS.length ? s('line', { class: 'chart-track closed', x1: across(chart, most) + 4,
      x2: across(chart, LEADS.length), y1: track, y2: track }) : null,
    isPhone ? null : s('text', { x: 36, y: track + 5 }, 'Queries'),
  ].flat();
}
