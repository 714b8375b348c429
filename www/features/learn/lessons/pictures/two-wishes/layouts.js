// Where people, pages and lists stand in the picture of two wishes, on a wide stage and on a phone. Pure.

/**
 * `people`: the first boundary, the way from person to person, the size of a person and the height of the track.
 * `pages`, `lists`: the rows by their middle. `chart`: the regret.
 * @typedef {{ isPhone: boolean,
 *   people: { left: number, step: number, y: number, size: number, track: number, names: [number, number] },
 *   pages: { head: number, y: number, step: number, name: number, grades: [number, number], tile: [number, number],
 *     sums: { x: number, width: number, bar: number } },
 *   lists: { head: number, y: number, step: number, tile: { x: number, step: number, width: number, height: number },
 *     bar: { x: number, width: number, height: number }, value: number, marks: number, end: number },
 *   chart: { top: number, bottom: number } }} Layout
 */

/** @type {Layout} */
const WIDE = {
  isPhone: false,
  people: { left: 112, step: 58, y: 88, size: 1, track: 132, names: [36, 764] },
  pages: { head: 184, y: 212, step: 38, name: 36, grades: [128, 264], tile: [34, 28],
    sums: { x: 450, width: 300, bar: 22 } },
  lists: { head: 344, y: 376, step: 47, tile: { x: 36, step: 66, width: 62, height: 34 },
    bar: { x: 250, width: 240, height: 24 }, value: 502, marks: 562, end: 812 },
  chart: { top: 216, bottom: 560 },
};

/** @type {Layout} */
const PHONE = {
  isPhone: true,
  people: { left: 46, step: 24.5, y: 22, size: 0.6, track: 48, names: [10, 325] },
  pages: { head: 82, y: 100, step: 24, name: 10, grades: [56, 142], tile: [24, 20],
    sums: { x: 230, width: 116, bar: 14 } },
  lists: { head: 0, y: 178, step: 31, tile: { x: 10, step: 43, width: 41, height: 24 },
    bar: { x: 144, width: 90, height: 16 }, value: 240, marks: 292, end: 380 },
  chart: { top: 96, bottom: 300 },
};

/** @param {boolean} isPhone */
export const layoutOf = (isPhone) => (isPhone ? PHONE : WIDE);
