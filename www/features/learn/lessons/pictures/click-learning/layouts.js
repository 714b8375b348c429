// Where the parts of the picture of learning from clicks stand, on wide stages and on phones. Pure.

/** @typedef {import('../../../../../pictures/clicks/sessions-axis.js').Frame} Frame */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/**
 * `rows`: bars of weights, by their upper edges; `nameX`: where the names of models begin. `frame`: the curves, of
 * which `foot` is free for the track of the handle. `choices`: the first of three buttons, `pitch` apart.
 * @typedef {{ isPhone: boolean, rows: { nameX: number, left: number, right: number, ys: readonly number[],
 *   height: number }, frame: Frame, foot: number, title: { x: number, y: number }, choices: Box & { pitch: number }
 *   }} Layout
 */

/** @type {Layout} */
const WIDE = {
  isPhone: false,
  rows: { nameX: 36, left: 200, right: 812, ys: [136, 288, 440], height: 76 },
  frame: { left: 92, right: 672, top: 128, bottom: 500, isPhone: false }, foot: 56, title: { x: 36, y: 96 },
  choices: { x: 92, y: 574, width: 184, height: 50, pitch: 198 },
};

/** @type {Layout} */
const PHONE = {
  isPhone: true,
  rows: { nameX: 6, left: 82, right: 384, ys: [66, 164, 262], height: 46 },
  frame: { left: 44, right: 262, top: 62, bottom: 250, isPhone: true }, foot: 44, title: { x: 12, y: 48 },
  choices: { x: 6, y: 304, width: 122, height: 44, pitch: 128 },
};

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);
