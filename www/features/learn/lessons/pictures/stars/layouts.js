// Where the parts of the picture of stars lie. Pure.

/**
 * `pitch`: from cell to cell, across and down. `draws`: the middle of their axis, and half its length.
 * @typedef {{ isPhone: boolean, matrix: { x: number, y: number, pitch: readonly [number, number] },
 *   list: { x: number, y: number, width: number, pitch: number },
 *   models: { x: number, bar: number, width: number, height: number, y: number, pitch: number },
 *   draws: { x: number, y: number, half: number } }} Layout
 */

/** @param {boolean} isPhone @param {boolean} withDraws @returns {Layout} */
export function layoutOf(isPhone, withDraws) {
  if (isPhone) {
    return { isPhone, models: { x: 12, bar: 124, width: 200, height: 26, y: 46, pitch: withDraws ? 58 : 72 },
      draws: { x: 224, y: 272, half: 104 }, matrix: { x: 30, y: 56, pitch: [23.5, 40] },
      list: { x: 284, y: 56, width: 98, pitch: 24 } };
  }
  return { isPhone, models: { x: 36, bar: 250, width: 452, height: 44, y: 112, pitch: withDraws ? 92 : 112 },
    draws: { x: 476, y: 484, half: 226 }, matrix: { x: 66, y: 116, pitch: [52, 72] },
    list: { x: 626, y: 116, width: 186, pitch: 43 } };
}
