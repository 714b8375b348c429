// Where the parts of the picture of stars lie. `small`: the models stand below the matrix. Pure.

/**
 * `pitch`: from cell to cell, across and down. `draws`: the middle of their axis, and half its length.
 * @typedef {{ isPhone: boolean, matrix: { x: number, y: number, pitch: readonly [number, number] },
 *   list: { x: number, y: number, width: number, pitch: number, rows: number },
 *   models: { x: number, bar: number, width: number, y: number, pitch: number },
 *   draws: { x: number, y: number, half: number } }} Layout
 */

/** @param {boolean} isPhone @param {boolean} small @param {boolean} withDraws @returns {Layout} */
export function layoutOf(isPhone, small, withDraws) {
  const models = isPhone ? { x: 12, bar: 124, width: 200, y: 206, pitch: withDraws ? 26 : 42 }
    : { x: 36, bar: 236, width: 466, y: 428, pitch: withDraws ? 42 : 50 };
  const draws = isPhone ? { x: 224, y: 316, half: 100 } : { x: 469, y: 612, half: 233 };
  if (isPhone) {
    return { isPhone, models, draws, matrix: { x: 32, y: 50, pitch: [10.5, small ? 10 : 22] },
      list: { x: 252, y: 50, width: 128, pitch: 24, rows: small ? 5 : 11 } };
  }
  return { isPhone, models, draws, matrix: { x: 92, y: 116, pitch: [24.5, small ? 21 : 38] },
    list: { x: 620, y: 116, width: 196, pitch: small ? 25 : 22.8, rows: small ? 10 : 20 } };
}
