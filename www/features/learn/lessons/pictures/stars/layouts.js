// Where the parts of the picture of stars lie. `small`: the models stand below the matrix. Pure.

/**
 * `pitch`: from cell to cell, across and down.
 * @typedef {{ isPhone: boolean, matrix: { x: number, y: number, pitch: readonly [number, number] },
 *   list: { x: number, y: number, width: number, pitch: number, rows: number },
 *   models: { x: number, bar: number, width: number, y: number, pitch: number } }} Layout
 */

/** @param {boolean} isPhone @param {boolean} small @returns {Layout} */
export function layoutOf(isPhone, small) {
  const models = isPhone ? { x: 12, bar: 124, width: 200, y: 206, pitch: 42 }
    : { x: 36, bar: 236, width: 466, y: 428, pitch: 50 };
  if (isPhone) {
    return { isPhone, models, matrix: { x: 32, y: 50, pitch: [10.5, small ? 10 : 22] },
      list: { x: 252, y: 50, width: 128, pitch: 24, rows: small ? 5 : 11 } };
  }
  return { isPhone, models, matrix: { x: 92, y: 116, pitch: [24.5, small ? 21 : 38] },
    list: { x: 620, y: 116, width: 196, pitch: small ? 25 : 22.8, rows: small ? 10 : 20 } };
}
