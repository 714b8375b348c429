// A small line chart, drawn in the pixels of its place. Knows no state.

import { s } from '../ui/dom.js';
import { significant } from '../lib/format.js';

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [56, 12, 10, 34, 168];

/**
 * Returns a chart of a line.
 * @param {number} width in px
 * @param {{ xs: number[], ys: number[], label: string, axis: string, rug?: boolean, marked?: number | null,
 *   format?: (x: number) => string }} line
 * `axis`: what x is. `rug`: whether every x has a tick. `marked`: the place of a point
 */
export function smallChart(width, { xs, ys, label, axis, rug = false, marked = null, format = significant }) {
  const [low, high] = [Math.min(0, ...ys), Math.max(0, ...ys)];
  const [from, to] = [xs[0], xs[xs.length - 1]];
  const across = width - LEFT - RIGHT;
  const x = (/** @type {number} */ value) => LEFT + (to > from ? (across * (value - from)) / (to - from) : across / 2);
  const y = (/** @type {number} */ value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low || 1));
  const floor = HEIGHT - BOTTOM;
  const points = xs.map((one, at) => `${x(one).toFixed(1)},${y(ys[at]).toFixed(1)}`);
  const levels = [...new Set([low, 0, high])];
  const words = (/** @type {number} */ at, /** @type {number} */ down, /** @type {string} */ anchor,
    /** @type {string} */ text) => s('text', { x: at, y: down, 'text-anchor': anchor }, text);
  return s('svg', { class: 'small-chart', role: 'img', 'aria-label': label, width, height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}` },
  levels.map((level) =>
    s('path', { class: level === 0 ? 'zero' : 'level', d: `M${LEFT} ${y(level)}H${width - RIGHT}` })),
  levels.filter((level) => level === 0 || Math.abs(y(level) - y(0)) > 14)
    .map((level) => words(LEFT - 6, y(level) + 4, 'end', significant(level))),
  rug && s('path', { class: 'rug', d: xs.map((one) => `M${x(one).toFixed(1)} ${floor}v5`).join('') }),
  s('polyline', { class: 'line', points: points.join(' ') }),
  points.length === 1 && s('circle', { class: 'point', cx: x(xs[0]), cy: y(ys[0]), r: 3.5 }),
  marked !== null && s('circle', { class: 'point', cx: x(xs[marked]), cy: y(ys[marked]), r: 4 }),
  words(LEFT, floor + 18, 'start', format(from)),
  to > from && words(width - RIGHT, floor + 18, 'end', format(to)),
  words(LEFT + across / 2, floor + 30, 'middle', axis));
}
