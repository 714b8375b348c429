// Contours as long lines, so that their dashes are even and few lines are drawn. Pure.

import { contour } from '../../../lib/contours.js';
import { SIZE } from './grid.js';

/**
 * Returns the path of a level in a drawing of `side` units.
 * @param {ArrayLike<number>} values on the finest grid @param {number} level @param {number} side
 */
export function contourPath(values, level, side) {
  const step = side / (SIZE - 1);
  const point = (/** @type {number} */ column, /** @type {number} */ row) =>
    `${(column * step).toFixed(1)} ${(side - row * step).toFixed(1)}`;
  const segments = contour(values, SIZE, level).map(([a, b, c, d]) => [point(a, b), point(c, d)]);
  /** The segments that end at a point. @type {Map<string, number[]>} */
  const at = new Map();
  for (const [number, ends] of segments.entries()) {
    for (const end of ends) {
      const list = at.get(end);
      if (list) list.push(number);
      else at.set(end, [number]);
    }
  }
  const used = new Uint8Array(segments.length);
  /** The points that follow one, as far as segments go on. @param {string} from */
  const onward = (from) => {
    const points = [];
    for (let end = from;;) {
      const next = at.get(end)?.find((number) => !used[number]);
      if (next === undefined) return points;
      used[next] = 1;
      end = segments[next][0] === end ? segments[next][1] : segments[next][0];
      points.push(end);
    }
  };
  return segments.map(([first, second], number) => {
    if (used[number]) return '';
    used[number] = 1;
    const after = onward(second);
    return `M${[...onward(first).reverse(), first, second, ...after].join('L')}`;
  }).join('');
}
