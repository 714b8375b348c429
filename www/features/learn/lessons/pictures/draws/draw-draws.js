// Draws sixty draws as dots in four rows, by what one model for two losses gives up, and the chosen draw as two bars.
// No state.

import { s } from '../../../../../ui/dom.js';
import { fixed } from '../../../../../lib/format.js';
import { DRAWS, cornerOf } from './draws.js';

/** @typedef {import('./draws.js').Corner} Corner */
/**
 * `line`: the most dots in a line, and `step` from one to the next. `bars`: the place of the value 0, and the length of
 * the value 0.1.
 * @typedef {{ isPhone: boolean, rows: { label: number, left: number, tops: Record<Corner, number>, line: number,
 *   step: number, dot: number },
 *   bars: { head: number, label: number, zero: number, tenth: number, tops: [number, number], height: number },
 *   track: { left: number, right: number, y: number } }} Layout
 */
/** @typedef {{ at: number, isCounted: boolean, corners: Record<Corner, string> }} View */

/** The rows from the top. @type {readonly Corner[]} */
const ROWS = ['auc', 'ndcg', 'neither', 'both'];

/** @param {boolean} isPhone @returns {Layout} */
export function layoutOf(isPhone) {
  return isPhone
    ? { isPhone, rows: { label: 12, left: 166, tops: { auc: 48, ndcg: 82, neither: 105, both: 128 }, line: 18, step: 12,
      dot: 4.5 },
    bars: { head: 172, label: 12, zero: 282, tenth: 64, tops: [194, 230], height: 20 },
    track: { left: 60, right: 366, y: 314 } }
    : { isPhone, rows: { label: 36, left: 290, tops: { auc: 92, ndcg: 162, neither: 208, both: 254 }, line: 18,
      step: 29, dot: 9 },
    bars: { head: 340, label: 36, zero: 640, tenth: 112, tops: [374, 434], height: 36 },
    track: { left: 180, right: 790, y: 580 } };
}

/** @param {readonly [number, number, number]} draw */
const rowOf = ([, auc, ndcg]) => ROWS.indexOf(cornerOf(auc, ndcg));

/** The draws in the order of the handle: from row to row, and from the largest loss to the smallest. */
const SORTED = DRAWS.toSorted((one, other) => rowOf(one) - rowOf(other)
  || Math.min(one[1], one[2]) - Math.min(other[1], other[2]) || one[1] - other[1] || one[2] - other[2]);

/** How far a model is ahead. @param {number} value */
export const leadText = (value) => (value === 0 ? '±0' : `${value > 0 ? '+' : ''}${fixed(value, 2)}`);

/** What several draws do. @param {string} words */
export const plural = (words) => words.replace('gives', 'give');

/** @param {number} at */
export const drawnAt = (at) => SORTED[at];

/** @param {Layout} layout @param {number} at */
export const stopX = ({ track: { left, right } }, at) => left + (at * (right - left)) / (DRAWS.length - 1);

/** Where the dot of a draw stands. @param {Layout} layout @param {number} at @returns {[number, number]} */
function placeOf({ rows: { left, tops, line, step } }, at) {
  const corner = cornerOf(SORTED[at][1], SORTED[at][2]);
  const place = at - SORTED.findIndex((one) => rowOf(one) === ROWS.indexOf(corner));
  return [left + (place % line) * step, tops[corner] + Math.floor(place / line) * step];
}

/** The draw whose dot or stop of the handle is nearest. @param {Layout} layout @param {[number, number]} place */
export function drawNear(layout, [x, y]) {
  const { track: { left, right }, bars: { head } } = layout;
  if (y > head) return ((DRAWS.length - 1) * (x - left)) / (right - left);
  const far = (/** @type {number} */ at) => Math.hypot(placeOf(layout, at)[0] - x, placeOf(layout, at)[1] - y);
  return SORTED.reduce((nearest, _draw, at) => (far(at) < far(nearest) ? at : nearest), 0);
}

/** @param {Layout} layout @param {View} view */
export function drawDraws(layout, { at, isCounted, corners }) {
  const { rows, track, isPhone } = layout;
  const [cx, cy] = placeOf(layout, at);
  return [
    ROWS.map((corner) => {
      const count = SORTED.filter(([, auc, ndcg]) => cornerOf(auc, ndcg) === corner).length;
      return s('text', { class: `${isPhone ? 'axis ink' : 'strong'}${corner === 'both' ? ' of third' : ''}`,
        x: rows.label, y: rows.tops[corner] + (isPhone ? 5 : 6) },
      isCounted ? `${count} ${plural(corners[corner])}` : corners[corner]);
    }),
    SORTED.map(([, auc, ndcg], one) => {
      const [x, y] = placeOf(layout, one);
      return s('circle', { cx: x, cy: y, r: rows.dot,
        class: cornerOf(auc, ndcg) === 'both' ? 'chart-dot third' : 'draws-dot' });
    }),
    s('circle', { class: 'draws-ring', cx, cy, r: rows.dot + (isPhone ? 2.5 : 4.5) }),
    drawBars(layout, SORTED[at]),
    s('text', { class: isPhone ? 'axis' : '', x: isPhone ? 8 : 36, y: track.y + 5 }, isPhone ? 'draw' : 'Draw'),
    s('line', { class: 'chart-track', x1: track.left, x2: track.right, y1: track.y, y2: track.y }),
  ].flat();
}

/** How far the model of both is ahead of each model in its measure. @param {Layout} layout
 * @param {readonly [number, number, number]} draw
 */
function drawBars({ bars: { head, label, zero, tenth, tops, height }, isPhone }, [, auc, ndcg]) {
  const bottom = tops[1] + height + 8;
  return [
    s('text', { class: isPhone ? 'axis' : 'strong', x: label, y: head }, isPhone ? 'the ringed draw'
      : 'The ringed draw: SVM-COMBO against each model'),
    s('line', { class: 'draws-zero', x1: zero, x2: zero, y1: tops[0] - 8, y2: bottom }),
    s('text', { class: 'axis', x: zero, y: bottom + (isPhone ? 15 : 20), 'text-anchor': 'middle' }, 'equal'),
    [{ name: isPhone ? 'AUC' : 'AUC, less the AUC model’s', value: auc },
      { name: isPhone ? 'NDCG' : 'NDCG, less the NDCG model’s', value: ndcg }].map(({ name, value }, row) => {
      const width = Math.abs(10 * value * tenth);
      const [y, middle] = [tops[row], tops[row] + height / 2 + 6];
      return [
        s('text', { class: isPhone ? 'axis ink' : '', x: label, y: middle }, name),
        s('rect', { class: value < 0 ? 'draws-loss' : 'draws-lead', x: value < 0 ? zero - width : zero, y, width,
          height }),
        s('text', { class: 'strong halo', x: zero + (value < 0 ? -width - 8 : width + 8), y: middle,
          'text-anchor': value < 0 ? 'end' : 'start' }, leadText(value))];
    }),
  ].flat(2);
}
