// Where the lanes of the searches, the counter and the chart stand, on a wide stage and on a phone. Pure.

import { STOPS } from './searches-run.js';

/**
 * `lanes`: two columns, each with its left end, and the height of their heads and of the first lane; `tick`, `bar`:
 * how far behind a lane its mark and its bar stand; `most`: lanes of each column.
 * `count`: the counter. `track`: the height of the handle.
 * @typedef {{ isPhone: boolean, lanes: { lefts: [number, number], head: number, side: number, top: number,
 *   pitch: number, width: number, dot: number, tick: number, bar: number, long: number,
 *   most: readonly [number, number] },
 *   count: { x: number, y: number, isBig: boolean }, track: number, chart: import('../chart/frame.js').Chart }} Layout
 */

const [least, most] = [STOPS[0], STOPS[STOPS.length - 1]];
const EDGES = { x: /** @type {const} */ ([least, most]), y: /** @type {const} */ ([0, 220]) };

/** Above a chart, a part of the lanes is drawn, with the same share of both kinds. */
const FEW = /** @type {const} */ ([8, 4]);
const ALL = /** @type {const} */ ([Infinity, Infinity]);

const WIDE = {
  isPhone: false, track: 598,
  chart: { width: 848, height: 664, left: 104, right: 792, top: 336, bottom: 556, isPhone: false, ...EDGES },
};
const PHONE = {
  isPhone: true, track: 306,
  chart: { width: 390, height: 352, left: 40, right: 374, top: 176, bottom: 282, isPhone: true, ...EDGES },
};

/** @param {boolean} isPhone @param {boolean} hasChart @returns {Layout} */
export function layoutOf(isPhone, hasChart) {
  if (isPhone) {
    return hasChart ? { ...PHONE, count: { x: 206, y: 130, isBig: false }, lanes: { lefts: [10, 206], head: 16,
      side: 32, top: 42, pitch: 14, width: 64, dot: 2.8, tick: 73, bar: 84, long: 96, most: FEW } }
      : { ...PHONE, count: { x: 206, y: 206, isBig: true }, lanes: { lefts: [10, 206], head: 18, side: 36, top: 50,
        pitch: 13.8, width: 156, dot: 3.6, tick: 168, bar: 0, long: 0,
        most: ALL } };
  }
  return hasChart ? { ...WIDE, count: { x: 456, y: 252, isBig: false }, lanes: { lefts: [40, 456], head: 72, side: 94,
    top: 110, pitch: 23, width: 150, dot: 5, tick: 166, bar: 186, long: 190, most: FEW } }
    : { ...WIDE, count: { x: 456, y: 410, isBig: true }, lanes: { lefts: [40, 456], head: 74, side: 98, top: 122,
      pitch: 26, width: 320, dot: 6, tick: 340, bar: 0, long: 0, most: ALL } };
}
