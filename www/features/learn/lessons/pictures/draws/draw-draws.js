// Draws sixty draws as dots in four corners: AUC across, NDCG upwards, both against the model of that measure. No
// state.

import { s } from '../../../../../ui/dom.js';
import { fixed } from '../../../../../lib/format.js';
import { across, drawAxes, up } from '../chart/frame.js';
import { DRAWS, cornerOf } from './draws.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/**
 * `band`: where the draws of equal AUC stand side by side, in units of AUC; values above 0 stand behind it.
 * @typedef {{ chart: Chart, track: { left: number, right: number, y: number }, dot: number, band: number }} Layout
 */
/** @typedef {{ at: number, isCounted: boolean, corners: Record<import('./draws.js').Corner, string> }} View */

/** The values of AUC without the band. */
const X = /** @type {const} */ ([-0.15, 0.085]);
const Y = /** @type {const} */ ([-0.29, 0.1]);

/** @param {boolean} isPhone @returns {Layout} */
export function layoutOf(isPhone) {
  const band = isPhone ? 0.125 : 0.068;
  const x = /** @type {const} */ ([X[0], X[1] + band]);
  return isPhone
    ? { chart: { width: 390, height: 352, left: 52, right: 384, top: 54, bottom: 264, x, y: Y, isPhone },
      track: { left: 60, right: 366, y: 322 }, dot: 4, band }
    : { chart: { width: 848, height: 664, left: 110, right: 800, top: 108, bottom: 520, x, y: Y, isPhone },
      track: { left: 180, right: 790, y: 614 }, dot: 6.5, band };
}

/** The draws in the order of the handle: from left to right, then from top to bottom. */
const SORTED = DRAWS.toSorted((one, other) => one[1] - other[1] || other[2] - one[2]);

/** How far a model is ahead. @param {number} value */
export const leadText = (value) => (value === 0 ? '±0' : `${value > 0 ? '+' : ''}${fixed(value, 2)}`);

/** What several draws do. @param {string} words */
export const plural = (words) => words.replace('gives', 'give');

/** @param {number} at */
export const drawnAt = (at) => SORTED[at];

/** @param {Layout} layout @param {number} at */
export const stopX = ({ track: { left, right } }, at) => left + (at * (right - left)) / (DRAWS.length - 1);

/**
 * Where the dots stand: those of equal AUC in the band, those of equal NDCG just above the line, and those at one place
 * side by side.
 * @param {Layout} layout
 */
function places({ chart, dot, band }) {
  /** @type {[number, number][]} */
  const taken = [];
  for (const [, auc, ndcg] of SORTED) {
    const y = up(chart, ndcg) - (ndcg === 0 ? 1.6 * dot : 0);
    const x = across(chart, auc > 0 ? auc + band : auc) + (auc === 0 ? 1.6 * dot : 0);
    // In the band dots stand to one side alone; elsewhere to both.
    const offsets = DRAWS.map((_, at) => (auc === 0 ? at : (at % 2 ? 1 : -1) * Math.ceil(at / 2)));
    const isFree = (/** @type {number} */ offset) =>
      taken.every(([a, b]) => Math.hypot(a - x - 2.1 * dot * offset, b - y) >= 2 * dot);
    taken.push([x + 2.1 * dot * (offsets.find(isFree) ?? 0), y]);
  }
  return taken;
}

/** @param {Layout} layout @param {View} view */
export function drawDraws(layout, { at, isCounted, corners }) {
  const { chart, track, dot, band } = layout;
  const { isPhone, left, right, top, bottom } = chart;
  const [zeroX, zeroY, bandEnd] = [across(chart, 0), up(chart, 0), across(chart, band)];
  const dots = places(layout);
  const ticks = (/** @type {number[]} */ values) => values.map((value) =>
    ({ value, text: value ? leadText(value) : '0' }));
  const label = (/** @type {import('./draws.js').Corner} */ corner, /** @type {number} */ x, /** @type {number} */ y,
    /** @type {'start' | 'end'} */ anchor) => {
    const count = SORTED.filter(([, auc, ndcg]) => cornerOf(auc, ndcg) === corner).length;
    return s('text', { class: `halo ${isPhone ? 'axis ink' : 'strong'}${corner === 'both' ? ' of third' : ''}`, x, y,
      'text-anchor': anchor }, isCounted ? `${count} ${plural(corners[corner])}` : corners[corner]);
  };
  const edge = isPhone ? 4 : 10;
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 14 : 26) },
      isPhone ? 'NDCG ↑' : 'NDCG, against the NDCG model ↑'),
    s('rect', { class: 'draws-band', x: zeroX, y: top, width: bandEnd - zeroX, height: bottom - top }),
    drawAxes(chart, [...ticks([-0.12, -0.06]), { value: band / 2, text: 'equal' },
      { value: 0.06 + band, text: leadText(0.06) }], ticks([-0.2, -0.1, 0])).flat(3),
    s('text', { class: 'strong', x: right, y: bottom + (isPhone ? 38 : 50), 'text-anchor': 'end' },
      isPhone ? 'AUC, against its model →' : 'AUC, against the AUC model →'),
    [zeroX, bandEnd].map((x) => s('line', { class: 'draws-zero', x1: x, x2: x, y1: top, y2: bottom })),
    s('line', { class: 'draws-zero', x1: left, x2: right, y1: zeroY, y2: zeroY }),
    label('both', right - edge, top + (isPhone ? 14 : 20), 'end'),
    label('ndcg', left + edge, top + (isPhone ? 14 : 20), 'start'),
    label('auc', right - edge, bottom - edge, 'end'),
    label('neither', left + edge, bottom - edge, 'start'),
    dots.map(([cx, cy], one) => s('circle', { cx, cy, r: dot,
      class: isCounted && cornerOf(SORTED[one][1], SORTED[one][2]) === 'both' ? 'chart-dot third' : 'draws-dot' })),
    s('circle', { class: 'draws-ring', cx: dots[at][0], cy: dots[at][1], r: dot + (isPhone ? 3.5 : 5) }),
    s('text', { class: isPhone ? 'axis' : '', x: isPhone ? 8 : 36, y: track.y + 5 }, isPhone ? 'draw' : 'Draw'),
    s('line', { class: 'chart-track', x1: track.left, x2: track.right, y1: track.y, y2: track.y }),
  ].flat();
}
