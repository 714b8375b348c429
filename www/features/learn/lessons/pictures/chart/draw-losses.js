// Draws methods as dots: one measure across, the other upwards, and the reader's own list. No state.

import { s } from '../../../../../ui/dom.js';
import { across, drawAxes, drawHidden, up } from './frame.js';

/** @typedef {import('./frame.js').Chart} Chart */
/** @typedef {readonly [number, number]} Place */
/** A method with its name and colour. @typedef {{ name: string, kind: string, place: Place }} Dot */

/** Where the names of dots stand. @type {Record<string, { x: number, isBeside: boolean, anchor: string }>} */
const NAMES = { first: { x: 1, isBeside: true, anchor: 'start' }, second: { x: -0.4, isBeside: false, anchor: 'end' },
  third: { x: 1, isBeside: true, anchor: 'start' } };

/** @param {boolean} isPhone @returns {Chart} */
export function layoutOf(isPhone) {
  const edges = { x: /** @type {const} */ ([0, 1]), y: /** @type {const} */ ([0, 1]) };
  return isPhone ? { width: 390, height: 352, left: 40, right: 228, top: 66, bottom: 286, isPhone, ...edges }
    : { width: 848, height: 664, left: 92, right: 456, top: 108, bottom: 504, isPhone, ...edges };
}

/**
 * @param {Chart} chart
 * @param {{ measures: readonly string[], lists: readonly Place[], dots: Dot[],
 *   waits: { name: string, kind: string } | null, own: Place, truth: Dot | null }} view `lists`: where a list can be.
 *   `waits`: the method whose dot is hidden. `truth`: the dot that the own list is compared with
 */
export function drawLosses(chart, { measures, lists, dots, waits, own, truth }) {
  const { isPhone, left, right, top, bottom } = chart;
  const ticks = [0, 0.5, 1].map((value) => ({ value, text: String(value) }));
  const [gx, gy] = [across(chart, own[0]), up(chart, own[1])];
  const hidden = isPhone ? { x: right - 120, y: top - 32, width: 126, height: 26 }
    : { x: right - 190, y: top - 46, width: 210, height: 36 };
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: top - (isPhone ? 14 : 23) }, `${measures[1]} ↑`),
    drawAxes(chart, ticks, ticks).flat(3),
    s('text', { class: 'strong', x: right + (isPhone ? 8 : -40), y: bottom + (isPhone ? 40 : 52),
      'text-anchor': 'end' },
      `${measures[0]} →`),
    lists.map((place) => s('circle', { class: 'chart-possible', cx: across(chart, place[0]), cy: up(chart, place[1]),
      r: isPhone ? 2.5 : 4 })),
    waits && drawHidden(hidden, waits.kind, `${waits.name}: ?`),
    truth && s('line', { class: 'chart-drop third', x1: gx, y1: gy, x2: across(chart, truth.place[0]),
      y2: up(chart, truth.place[1]) }),
    // The lines of the newest dot lie below the names of the others.
    dots.toReversed().map((dot) => drawDot(chart, dot, left)),
    // On the side that the line to the dot leaves free.
    s('text', { class: 'axis halo', x: gx, y: truth && truth.place[1] < own[1] ? gy - (isPhone ? 28 : 32)
      : gy + (isPhone ? 38 : 44), 'text-anchor': 'middle' }, 'your list'),
  ].flat();
}

/** @param {Chart} chart @param {Dot} dot @param {number} left */
function drawDot(chart, { name, kind, place }, left) {
  const { isPhone } = chart;
  const [cx, cy] = [across(chart, place[0]), up(chart, place[1])];
  return s('g', { class: kind },
    s('line', { class: 'chart-drop', x1: cx, x2: cx, y1: cy, y2: chart.bottom }),
    s('line', { class: 'chart-drop', x1: left, x2: cx, y1: cy, y2: cy }),
    s('circle', { class: 'chart-dot', cx, cy, r: isPhone ? 9 : 12 }),
    // Away from its own lines, which go to the left and down.
    s('text', { class: 'of strong halo', x: cx + NAMES[kind].x * (isPhone ? 12 : 18),
      y: cy + (NAMES[kind].isBeside ? 6 : isPhone ? -16 : -34), 'text-anchor': NAMES[kind].anchor },
    isPhone ? name.replace('for ', '') : name));
}
