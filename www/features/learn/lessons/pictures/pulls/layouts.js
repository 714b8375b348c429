// Where the parts of the picture of pulls lie. Pure.

/** @typedef {{ x: number, y: number, width: number, height: number, pitch: number }} RowsPlace */
/** @typedef {{ left: number, right: number, y: number }} Track */
/**
 * @typedef {{ isPhone: boolean, rows: RowsPlace, power: number, bars: { left: number, right: number, height: number },
 *   pull: { arrow: number, number: number, longest: number }, track: Track }} SharesLayout
 */
/**
 * The fan of links: from the chosen page to its pairs, their weights, and the arrow of the sum.
 * @typedef {{ from: number, to: number, number: number, arrow: number }} Fan
 */
/**
 * @typedef {{ isPhone: boolean, rows: RowsPlace, fan: Fan, unit: number, sums: { left: number, right: number,
 *   top: number, height: number, pitch: number }, track: Track }} PairsLayout
 */

/** @param {boolean} isPhone @param {number} pages @returns {SharesLayout} */
export function sharesLayout(isPhone, pages) {
  if (isPhone) {
    const pitch = 245 / pages;
    return { isPhone, rows: { x: 6, y: 34, width: 112, height: pitch - 4, pitch }, power: 162,
      bars: { left: 170, right: 262, height: 13 }, pull: { arrow: 328, number: 384, longest: 26 },
      track: { left: 84, right: 360, y: 306 } };
  }
  const pitch = Math.min(60, 420 / pages);
  return { isPhone, rows: { x: 36, y: 122, width: 262, height: pitch - 12, pitch }, power: 354,
    bars: { left: 378, right: 666, height: 20 }, pull: { arrow: 750, number: 816, longest: 48 },
    track: { left: 378, right: 806, y: 596 } };
}

/** @param {boolean} isPhone @param {number} pages @returns {PairsLayout} */
export function pairsLayout(isPhone, pages) {
  if (isPhone) {
    const pitch = 216 / pages;
    return { isPhone, rows: { x: 6, y: 28, width: 112, height: pitch - 3, pitch },
      fan: { from: 124, to: 236, number: 290, arrow: 344 }, unit: 3.5,
      sums: { left: 84, right: 320, top: 252, height: 15, pitch: 20 }, track: { left: 84, right: 360, y: 320 } };
  }
  const pitch = Math.min(58, 396 / pages);
  return { isPhone, rows: { x: 36, y: 112, width: 262, height: pitch - 8, pitch },
    fan: { from: 304, to: 512, number: 586, arrow: 776 }, unit: 7,
    sums: { left: 200, right: 700, top: 530, height: 22, pitch: 30 }, track: { left: 200, right: 700, y: 616 } };
}

/** The top of the row at a rank. @param {RowsPlace} rows @param {number} rank */
export const rowTop = ({ y, pitch }, rank) => y + rank * pitch;

/** The middle of the row at a rank. @param {RowsPlace} rows @param {number} rank */
export const rowMiddle = ({ y, pitch, height }, rank) => y + rank * pitch + height / 2;
