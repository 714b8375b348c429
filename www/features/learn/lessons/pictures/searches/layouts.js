// Where the lanes of the searches, the counter and the chart stand, on a wide stage and on a phone. Pure.

import { STOPS } from './searches-run.js';

/**
 * `lanes`: two columns, each with its left end, and the height of their heads and of the first lane; `tick`: how far
 * behind a lane its mark stands. `count`: the counter. `bars`: one for each kind, above the chart; `width`: of the
 * longest. `cut`: the parts of one slack, with their names. `track`: the height of the handle.
 * @typedef {{ isPhone: boolean, lanes: { lefts: [number, number], head: number, side: number, top: number,
 *   pitch: number, width: number, dot: number, tick: number }, count: { x: number, y: number },
 *   bars: { x: number, y: number, step: number, width: number, height: number },
 *   cut: { name: number, x: number, head: number, y: number, step: number, width: number, height: number },
 *   track: number,
 *   chart: import('../chart/frame.js').Chart }} Layout
 */

const [least, most] = [STOPS[0], STOPS[STOPS.length - 1]];
const EDGES = { x: /** @type {const} */ ([least, most]), y: /** @type {const} */ ([0, 220]) };

/** @type {Layout} */
const WIDE = {
  isPhone: false, track: 598, count: { x: 456, y: 410 },
  lanes: { lefts: [40, 456], head: 74, side: 98, top: 122, pitch: 26, width: 320, dot: 6, tick: 340 },
  bars: { x: 40, y: 98, step: 92, width: 680, height: 44 },
  cut: { name: 40, x: 220, head: 78, y: 96, step: 52, width: 490, height: 38 },
  chart: { width: 848, height: 664, left: 104, right: 792, top: 336, bottom: 556, isPhone: false, ...EDGES },
};

/** @type {Layout} */
const PHONE = {
  isPhone: true, track: 306, count: { x: 206, y: 206 },
  lanes: { lefts: [10, 206], head: 18, side: 36, top: 50, pitch: 13.8, width: 156, dot: 3.6, tick: 168 },
  bars: { x: 10, y: 28, step: 52, width: 316, height: 22 },
  cut: { name: 10, x: 92, head: 20, y: 30, step: 30, width: 236, height: 22 },
  chart: { width: 390, height: 352, left: 40, right: 374, top: 176, bottom: 282, isPhone: true, ...EDGES },
};

/** @param {boolean} isPhone @returns {Layout} */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);
