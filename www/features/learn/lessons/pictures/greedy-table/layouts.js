// Where the parts of the table stand, on a wide stage and on a phone. Pure.

/**
 * `cell`: the first cell of a row, and the way to the next column. `rowStep`: the way to the next row; 0 where one row
 * is shown at a time. `base`: the line of a cell from which bars go up and down, with the room on both sides.
 * `lists`: for each of the two lists, the place of its name, of its strip, and of what it is worth.
 * @typedef {{ isPhone: boolean, cell: { x: number, y: number, width: number, height: number, step: number },
 *   rowStep: number, base: { y: number, up: number, down: number, bar: number },
 *   lists: { name: [number, number], strip: { x: number, y: number, width: number, height: number, step: number },
 *     worth: { x: number, y: number, width: number, height: number } }[],
 *   rounds: { x: number, y: number, width: number, height: number, step: number } }} Layout
 */

/** @type {Layout} */
const WIDE = {
  isPhone: false,
  cell: { x: 200, y: 136, width: 146, height: 130, step: 154 }, rowStep: 138,
  base: { y: 91, up: 76, down: 34, bar: 62 },
  lists: [474, 530].map((y) => ({ name: /** @type {[number, number]} */ ([36, y + 23]),
    strip: { x: 196, y, width: 48, height: 34, step: 54 }, worth: { x: 552, y: y + 2, width: 260, height: 30 } })),
  rounds: { x: 196, y: 452, width: 118, height: 150, step: 123 },
};

/** @type {Layout} */
const SPLIT = { ...WIDE, lists: [424, 528].map((y) => ({ name: [36, y + 23],
  strip: { x: 196, y, width: 48, height: 34, step: 54 }, worth: { x: 500, y: y - 2, width: 312, height: 84 } })) };

/** @type {Layout} */
const PHONE = {
  isPhone: true,
  cell: { x: 20, y: 98, width: 82, height: 98, step: 89 }, rowStep: 0,
  base: { y: 66, up: 58, down: 26, bar: 34 },
  lists: [18, 205].map((x) => ({ name: /** @type {[number, number]} */ ([x, 218]),
    strip: { x, y: 226, width: 30, height: 26, step: 34 }, worth: { x, y: 262, width: 168, height: 34 } })),
  rounds: { x: 20, y: 210, width: 62, height: 104, step: 72 },
};

/** @type {Layout} */
const PHONE_SPLIT = { ...PHONE, lists: PHONE.lists.map((list) =>
  ({ ...list, worth: { ...list.worth, y: 258, height: 66 } })) };

/** @param {readonly string[]} show @param {boolean} isPhone @returns {Layout} */
export function layoutOf(show, isPhone) {
  if (show.includes('split')) return isPhone ? PHONE_SPLIT : SPLIT;
  return isPhone ? PHONE : WIDE;
}

/**
 * The box of a cell. @param {Layout} layout @param {number} row in the order of the rows that are drawn
 * @param {number} column
 */
export function cellBox({ cell, rowStep }, row, column) {
  return { x: cell.x + column * cell.step, y: cell.y + row * rowStep, width: cell.width, height: cell.height };
}
