// Draws what an online learner pays: each search as a dot, averages as curves, the regret between them, and its bound.
// No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { across, drawAxes, drawHidden, up } from '../chart/frame.js';
import { symbol } from '../drawn-frame.js';
import { STEP, tickOf, trackOf } from './layout.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('./paid-run.js').Seen} Seen */
/**
 * `at`: searches seen. `highest`: the last stop that the handle reaches. `paid`, `best`, `bound`: how many searches
 * their curves have; 0 for none. `hidden`: the words of what is hidden, null for nothing.
 * @typedef {{ at: number, highest: number, paid: number, best: number, bound: number, hidden: [string, string] | null,
 *   wishes: { name: string, from: number }[] }} View
 */

// Where the names of the curves and of the regret stand, as shares of the searches.
const NAMED = 0.72;
const EARLY = 0.2;

/** @param {Chart} chart @param {readonly Seen[]} seen @param {View} view @param {boolean} isBound */
export function drawPaid(chart, seen, view, isBound) {
  const { isPhone, left, right, top, bottom, y: [, high] } = chart;
  const step = high > 2 ? 1 : high > 1.2 ? 0.5 : STEP;
  const heights = Array.from({ length: Math.floor(high / step + 1e-9) + 1 }, (_, tick) => tick * step);
  const tick = tickOf(seen.length);
  const searches = Array.from({ length: Math.floor(seen.length / tick) + 1 }, (_, at) => at * tick);
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 18 : 28) },
      isBound ? 'regret per search' : 'loss'),
    drawAxes(chart, searches.map((value) => ({ value, text: String(value) })),
      heights.map((value) => ({ value, text: value.toFixed(1) }))).flat(3),
    s('text', { class: 'axis', x: (left + right) / 2, y: bottom + (isPhone ? 38 : 52), 'text-anchor': 'middle' },
      'searches seen'),
    drawTrack(chart, view),
    drawWishes(chart, view.wishes),
    isBound ? drawBound(chart, seen, view) : drawLosses(chart, seen, view),
    view.hidden && hiddenPart(chart, view.hidden, view.wishes.length > 0),
  ].flat(2);
}

/** @param {Chart} chart @param {View} view */
function drawTrack(chart, { highest }) {
  const y = trackOf(chart);
  const end = across(chart, highest);
  return [s('line', { class: 'chart-track', x1: chart.left, x2: end, y1: y, y2: y }),
    end < chart.right && s('line', { class: 'chart-track closed', x1: end, x2: chart.right, y1: y, y2: y })];
}

/** Who searches when, and a line where that changes. @param {Chart} chart @param {View['wishes']} wishes */
function drawWishes(chart, wishes) {
  return wishes.flatMap(({ name, from }, place) => {
    const x = across(chart, from);
    const next = wishes[place + 1];
    const to = next ? across(chart, next.from) : chart.right;
    return [place > 0 && s('line', { class: 'wish-border', x1: x, x2: x, y1: chart.top - 18, y2: chart.bottom }),
      s('text', { class: 'axis halo', x: (x + to) / 2, y: chart.top - 8, 'text-anchor': 'middle' },
        chart.isPhone ? `want ${name}` : `readers want ${name} pages`)];
  });
}

/**
 * A curve from the first search on. @param {Chart} chart @param {string} kind @param {readonly number[]} values
 */
function curve(chart, kind, values) {
  const points = values.flatMap((value, at) => (value > chart.y[1] ? []
    : [`${across(chart, at + 1).toFixed(1)},${up(chart, value).toFixed(1)}`]));
  return s('polyline', { class: `chart-line paid-line ${kind}`, points: points.join(' ') });
}

/** @param {Chart} chart @param {readonly Seen[]} seen @param {View} view */
function drawLosses(chart, seen, view) {
  const { isPhone } = chart;
  const paid = seen.slice(0, view.paid);
  const best = seen.slice(0, view.best);
  const now = paid[view.at - 1];
  const between = [...best.map((one, at) => [at + 1, one.paid]),
    ...best.map((one, at) => [at + 1, one.best]).reverse()];
  return [
    paid.map(({ cost }, at) => s('circle', { class: `paid-dot${at === view.at - 1 ? ' now' : ''}`,
      cx: across(chart, at + 1), cy: up(chart, cost), r: (isPhone ? 2.2 : 3.5) + (at === view.at - 1 ? 1.5 : 0) })),
    best.length > 0 && s('polygon', { class: 'regret-room', points: between.map(([x, y]) =>
      `${across(chart, x).toFixed(1)},${up(chart, y).toFixed(1)}`).join(' ') }),
    best.length > 0 && curve(chart, 'best', best.map((one) => one.best)),
    curve(chart, 'paid', paid.map((one) => one.paid)),
    now && s('circle', { class: 'chart-dot learner', cx: across(chart, view.at), cy: up(chart, now.paid),
      r: isPhone ? 6 : 8 }),
    now && best.length >= view.at && s('circle', { class: 'chart-dot hindsight', cx: across(chart, view.at),
      cy: up(chart, now.best), r: isPhone ? 5 : 7 }),
    ...nameCurves(chart, seen, view),
  ];
}

/**
 * The names of the curves, where they are apart: each on its outer side. @param {Chart} chart
 * @param {readonly Seen[]} seen @param {View} view
 */
function nameCurves(chart, seen, { paid, best }) {
  const { isPhone } = chart;
  const at = Math.round(NAMED * seen.length);
  if (paid < seen.length) return [];
  const { paid: ours, best: theirs } = seen[at - 1];
  // Before the answer, the side does not tell where the hidden curve is.
  const isAbove = best < seen.length || ours > theirs;
  const name = (/** @type {string} */ kind, /** @type {import('../../../../../ui/dom.js').Child[]} */ words,
    /** @type {number} */ value, /** @type {boolean} */ above) => s('text', { class: `strong of halo ${kind}`,
    x: across(chart, at), y: up(chart, value) + (above ? -14 : isPhone ? 20 : 28), 'text-anchor': 'middle' }, ...words);
  const early = Math.max(1, Math.round(EARLY * seen.length));
  const [low, high] = [up(chart, seen[early - 1].best), up(chart, seen[early - 1].paid)].sort((a, b) => b - a);
  const { best: theBest, paid: own } = seen[early - 1];
  return [best === seen.length && low - high > (isPhone ? 18 : 40) && s('text', { class: 'strong of halo learner',
    x: across(chart, early), y: (low + high) / 2 + 6, 'text-anchor': 'middle' },
    theBest > own ? 'regret below 0' : 'regret'),
  name('learner', [isPhone ? 'mean paid' : 'mean paid so far'], ours, isAbove),
    best === seen.length && name('hindsight', ['best fixed ', symbol('w')], theirs, !isAbove)];
}

/** @param {Chart} chart @param {readonly Seen[]} seen @param {View} view */
function drawBound(chart, seen, view) {
  const { isPhone } = chart;
  const now = seen[view.at - 1];
  const middle = Math.round(0.5 * seen.length);
  const isWhole = view.bound === seen.length;
  const dot = (/** @type {string} */ kind, /** @type {number} */ value) => value <= chart.y[1]
    && s('circle', { class: `chart-dot ${kind}`, cx: across(chart, view.at), cy: up(chart, value),
      r: isPhone ? 6 : 8 });
  return [
    view.bound > 0 && curve(chart, 'bound', seen.slice(0, view.bound).map(({ bound }) => bound)),
    curve(chart, 'paid', seen.map(({ regret }) => regret)),
    s('text', { class: 'strong of halo learner', x: across(chart, middle),
      y: up(chart, seen[middle - 1].regret) - 14, 'text-anchor': 'middle' }, 'regret of the learner'),
    isWhole && s('text', { class: 'strong of halo bound', x: across(chart, middle),
      y: up(chart, seen[middle - 1].bound) - 16 }, 'proved bound'),
    ...(isWhole ? [1, 4].map((times) => times * tickOf(seen.length)) : []).flatMap((stop) =>
      (stop <= seen.length ? drawStop(chart, stop, seen[stop - 1].bound) : [])),
    now && dot('learner', now.regret),
    now && isWhole && dot('bound', now.bound),
  ];
}

/** What the bound is after a number of searches. @param {Chart} chart @param {number} stop @param {number} bound */
function drawStop(chart, stop, bound) {
  const [x, y] = [across(chart, stop), up(chart, bound)];
  return [s('line', { class: 'chart-drop bound', x1: x, x2: x, y1: y, y2: chart.bottom }),
    s('text', { class: 'strong of halo bound', x: x + 8, y: y - 10 }, fixed(bound, 3))];
}

/** @param {Chart} chart @param {[string, string]} words @param {boolean} isLeft of the middle */
function hiddenPart({ left, right, top, bottom, isPhone }, [head, about], isLeft) {
  const [width, height] = isPhone ? [isLeft ? 138 : 230, 48] : [isLeft ? 300 : 440, 80];
  const x = isLeft ? left + (isPhone ? 6 : 30) : isPhone ? right - width - 6 : (left + right - width) / 2 + 60;
  return drawHidden({ x, y: top + (bottom - top) * 0.08, width, height }, '', head, isPhone ? '' : about);
}
