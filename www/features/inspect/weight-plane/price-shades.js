// The objective as shades: a low price has the strongest colour, a high one fades into the ground. Contours part them.

import { SIZE } from './grid.js';

const POINTS = 8; // of the picture between two of the grid, in each direction
const STRONGEST = 0.86; // opacity

/** The band of a value: how many levels lie below it. @param {number} value @param {number[]} levels */
export function bandOf(value, levels) {
  let band = 0;
  while (band < levels.length && value > levels[band]) band += 1;
  return band;
}

/** The opacity of a band; the last one is the ground. @param {number} band @param {number} levels how many there are */
export const strengthOf = (band, levels) => STRONGEST * (1 - band / Math.max(1, levels)) ** 0.85;

/**
 * A value between the points of the grid.
 * @param {Float64Array} values row by row from the smallest y @param {number} x @param {number} y in steps of the grid
 */
export function valueBetween(values, x, y) {
  const [column, row] = [Math.min(SIZE - 2, Math.floor(x)), Math.min(SIZE - 2, Math.floor(y))];
  const [across, up] = [x - column, y - row];
  const at = row * SIZE + column;
  return (values[at] * (1 - across) + values[at + 1] * across) * (1 - up)
    + (values[at + SIZE] * (1 - across) + values[at + SIZE + 1] * across) * up;
}

/**
 * Draws the shades in the colour of the place.
 * @param {HTMLElement} place @param {Float64Array} values @param {number[]} levels
 */
export function drawShades(place, values, levels) {
  const side = POINTS * (SIZE - 1) + 1;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  place.replaceChildren(canvas);
  const context = canvas.getContext('2d');
  if (!context) return;
  const [red, green, blue] = (getComputedStyle(place).color.match(/[\d.]+/g) ?? ['0', '114', '178']).map(Number);
  const image = context.createImageData(side, side);
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      // The first row of the picture is the largest y.
      const band = bandOf(valueBetween(values, column / POINTS, (side - 1 - row) / POINTS), levels);
      image.data.set([red, green, blue, 255 * strengthOf(band, levels.length)], 4 * (row * side + column));
    }
  }
  context.putImageData(image, 0, 0);
}
