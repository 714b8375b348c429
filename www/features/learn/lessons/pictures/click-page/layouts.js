// Where the parts of the picture of a result page stand, on wide stages and on phones. Pure.

/** @typedef {import('../../../../../pictures/clicks/result-page.js').ResultLayout} ResultLayout */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/**
 * `play`, `many`: the two buttons; `count`: where the number of sessions stands. `dots`: the first row of dots,
 * `across` of them in a line. `fields`: the first dots of the two fields; `gap`, `high`: from dot to dot; `key`: what
 * their colours mean. `bars`: two columns; `length` of the longest bar, `end`: where its number ends on a phone.
 * @typedef {{ page: ResultLayout, panel: { x: number, width: number }, play: Box, many: Box,
 *   count: { x: number, y: number },
 *   dots: { x: number, y: number, across: number, gap: number, radius: number, pitch: number },
 *   fields: { ys: [number, number], across: number, gap: number, high: number, radius: number,
 *     key: { x: number, xs: [number, number] } },
 *   bars: { x: number, length: number, end: number }[], key: { x: number, y: number } }} Layout
 */

/** @type {Layout} */
const WIDE = {
  page: { x: 80, y: 112, width: 250, height: 38, pitch: 44, seenX: 386, isPhone: false },
  panel: { x: 452, width: 360 },
  play: { x: 80, y: 580, width: 160, height: 48 }, many: { x: 252, y: 580, width: 118, height: 48 },
  count: { x: 390, y: 610 },
  dots: { x: 482, y: 276, across: 20, gap: 16.5, radius: 6.2, pitch: 44 },
  fields: { ys: [232, 432], across: 40, gap: 9, high: 10, radius: 3.6, key: { x: 612, xs: [0, 88] } },
  bars: [{ x: 432, length: 146, end: 0 }, { x: 638, length: 150, end: 0 }], key: { x: 664, y: 604 },
};

/** @type {Layout} */
const PHONE = {
  page: { x: 28, y: 30, width: 158, height: 22, pitch: 26, seenX: 234, isPhone: true },
  panel: { x: 246, width: 138 },
  play: { x: 4, y: 302, width: 118, height: 44 }, many: { x: 128, y: 302, width: 84, height: 44 },
  count: { x: 222, y: 320 },
  dots: { x: 265, y: 72, across: 10, gap: 12.6, radius: 4.8, pitch: 45 },
  fields: { ys: [50, 192], across: 25, gap: 5.5, high: 5.5, radius: 2.3, key: { x: 0, xs: [0, 0] } },
  bars: [{ x: 246, length: 32, end: 308 }, { x: 316, length: 34, end: 384 }], key: { x: 304, y: 320 },
};

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);
