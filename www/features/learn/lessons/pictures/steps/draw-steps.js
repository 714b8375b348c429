// Draws documents over their one feature, at the height of their scores, with the score as a line or a staircase, and
// the list that the scores make. No state.

import { s } from '../../../../../ui/dom.js';
import { across, drawAxes, drawHidden, up } from '../chart/frame.js';
import { sliding } from '../drawn-frame.js';
import { shadeOf } from '../row-list.js';
import { listOf, trackOf } from './layouts.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('./model-score.js').Point} Point */
/**
 * `places`: of the line of scores. `order`: the documents from the first rank to the last. `asks`: the words for a
 * model that waits for the answer, empty without one. `whose`: whose scores the line shows. `ends`: the words at both
 * ends of the handle's track; null without a handle.
 * @typedef {{ points: Point[], places: (readonly [number, number])[], order: number[], most: number, unit: string,
 *   names: string[], asks: string, whose: string, ends: readonly string[] | null }} View
 */

const GUESSED = 3; // the shade of grade 1 lies in the middle of the ramp

/** @param {Chart} chart @param {View} view */
export function drawSteps(chart, view) {
  const { isPhone, left, right, top, x: [low, high] } = chart;
  const middle = (low + high) / 2;
  const ticks = [low, middle, high].map((value) =>
    ({ value, text: `${value}${value === middle ? ` ${view.unit}` : ''}` }));
  return [
    s('text', { class: isPhone ? 'axis' : 'strong', x: isPhone ? 14 : 36, y: top - (isPhone ? 10 : 22) }, 'score ↑'),
    drawAxes(chart, ticks, []).flat(3),
    s('text', { class: isPhone ? 'axis' : 'strong', x: right, y: top - (isPhone ? 10 : 22), 'text-anchor': 'end' },
      view.whose),
    s('polyline', { class: 'score-line', points: view.places.map(([at, score]) =>
      `${across(chart, at).toFixed(1)},${up(chart, score).toFixed(1)}`).join(' ') }),
    view.points.map(({ value, grade, score }) => s('g', { class: 'graded dot', 'data-shade': shade(grade, view.most),
      transform: `translate(${across(chart, value).toFixed(1)} ${up(chart, score).toFixed(1)})` },
    s('circle', { r: isPhone ? 9 : 14 }),
    s('text', { y: isPhone ? 4 : 6, 'text-anchor': 'middle' }, String(grade)))),
    view.asks && drawHidden(isPhone ? { x: left + 48, y: top - 30, width: 150, height: 26 }
      : { x: left + 70, y: top - 48, width: 230, height: 38 }, '', view.asks),
    drawTrack(chart, view),
    drawList(isPhone, view),
  ].flat();
}

/** @param {number} grade @param {number} most */
const shade = (grade, most) => (grade > 0 && grade < most ? GUESSED : shadeOf(grade, most));

/** @param {Chart} chart @param {View} view */
function drawTrack(chart, { ends }) {
  if (!ends) return null;
  const y = trackOf(chart);
  return [s('line', { class: 'chart-track', x1: chart.left, x2: chart.right, y1: y, y2: y }),
    chart.isPhone ? null : ends.map((words, end) => s('text', { class: 'axis', x: end ? chart.right : chart.left,
      y: y + 44, 'text-anchor': end ? 'end' : 'start' }, words))].flat();
}

/** @param {boolean} isPhone @param {View} view */
function drawList(isPhone, { points, order, most, names, asks }) {
  const { x, y, width, height, step, isRow } = listOf(isPhone, points.length);
  const heading = s('text', { class: isPhone ? 'axis' : 'strong', x, y: y - (isPhone ? 8 : 22) },
    asks ? 'Your list' : 'The list');
  const ties = tiesOf(order.map((document) => points[document].score));
  const mark = ties.length > 0 && s('text', { class: 'axis', x: isRow ? 376 : x + width,
    y: y - (isPhone ? 8 : 22), 'text-anchor': 'end' }, isRow ? '▁ equal scores' : '┃ tied');
  return [heading, mark, ...ties.map(([from, to]) => s('line', { class: 'steps-tie', ...isRow
    ? { x1: x + from * step, x2: x + to * step + width, y1: y + height + 5, y2: y + height + 5 }
    : { x1: x - 8, x2: x - 8, y1: y + from * step, y2: y + to * step + height } })), ...order.map((document, rank) => {
    const { grade } = points[document];
    const [left, top] = isRow ? [x + rank * step, y] : [x, y + rank * step];
    return sliding(`row-${document}`, left, top, 'graded', s('g', { class: 'graded', 'data-shade': shade(grade, most) },
      s('rect', { width, height, rx: isRow ? 4 : 6 }),
      isRow ? null : s('text', { x: 12, y: height / 2 + 6 }, names[document]),
      s('text', { class: 'strong', x: isRow ? width / 2 : width - 12, y: height / 2 + (isRow ? 5 : 6),
        'text-anchor': isRow ? 'middle' : 'end' }, String(grade))));
  })];
}

/**
 * The first and the last ranks of the documents that share a score. @param {readonly number[]} scores by rank
 * @returns {[number, number][]}
 */
function tiesOf(scores) {
  const isNew = (/** @type {number} */ rank) => rank === 0 || Math.abs(scores[rank] - scores[rank - 1]) > 1e-9;
  const starts = scores.flatMap((_, rank) => (isNew(rank) ? [rank] : []));
  return starts.flatMap((from, at) => {
    const to = (starts[at + 1] ?? scores.length) - 1;
    return to > from ? [/** @type {[number, number]} */ ([from, to])] : [];
  });
}
