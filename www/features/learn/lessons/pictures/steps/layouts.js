// Where the parts of the picture of one feature lie. Pure.

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {{ x: number, y: number, width: number, height: number, step: number, isRow: boolean }} ListPlace */

/**
 * @param {boolean} isPhone @param {readonly [number, number]} x the values of the feature at the edges
 * @param {readonly [number, number]} y the scores at the edges
 * @returns {Chart}
 */
export const chartOf = (isPhone, x, y) => (isPhone
  ? { width: 390, height: 352, left: 44, right: 372, top: 60, bottom: 196, isPhone, x, y }
  : { width: 848, height: 664, left: 96, right: 584, top: 120, bottom: 486, isPhone, x, y });

/** The height of the track of the handle. @param {Chart} chart */
export const trackOf = ({ bottom, isPhone }) => bottom + (isPhone ? 60 : 104);

/** The list of the documents: a column, on phones a row. @param {boolean} isPhone @param {number} length */
export const listOf = (isPhone, length) => (isPhone
  ? { x: 14, y: 306, width: 362 / length - 3, height: 32, step: 362 / length, isRow: true }
  : { x: 650, y: 120, width: 150, height: Math.min(34, 432 / length - 4), step: Math.min(38, 432 / length),
    isRow: false });
