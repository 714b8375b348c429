// The frame of a picture with two axes: its places, grid, ticks, marks and hidden parts. No state.

import { s } from '../../../../../ui/dom.js';

/**
 * Where the chart lies in a picture, and what values its edges have. `isPhone`: the layout of a phone.
 * @typedef {{ width: number, height: number, left: number, top: number, right: number, bottom: number,
 *   x: readonly [number, number], y: readonly [number, number], isPhone: boolean }} Chart
 */
/** @typedef {{ value: number, text: string }} Tick */

/** @param {Chart} chart @param {number} value */
export const across = ({ left, right, x: [low, high] }, value) =>
  left + ((value - low) / (high - low)) * (right - left);

/** @param {Chart} chart @param {number} value */
export const up = ({ top, bottom, y: [low, high] }, value) =>
  bottom - ((value - low) / (high - low)) * (bottom - top);

/**
 * Lines at the ticks, with their texts, and the axis below.
 * @param {Chart} chart @param {Tick[]} xs @param {Tick[]} ys
 */
export function drawAxes(chart, xs, ys) {
  const { left, right, bottom, isPhone } = chart;
  return [
    ys.map(({ value, text }) => [
      s('line', { class: 'chart-grid', x1: left - (isPhone ? 0 : 20), x2: right + (isPhone ? 0 : 20),
        y1: up(chart, value), y2: up(chart, value) }),
      s('text', { class: 'axis', x: left - (isPhone ? 6 : 32), y: up(chart, value) + 5, 'text-anchor': 'end' }, text)]),
    s('line', { class: 'chart-base', x1: left - (isPhone ? 0 : 20), x2: right + (isPhone ? 0 : 20), y1: bottom,
      y2: bottom }),
    xs.map(({ value, text }) => [
      s('line', { class: 'chart-base', x1: across(chart, value), x2: across(chart, value), y1: bottom,
        y2: bottom + 6 }),
      text && s('text', { class: 'axis', x: across(chart, value), y: bottom + (isPhone ? 20 : 26),
        'text-anchor': 'middle' }, text)]),
  ];
}

/**
 * A line through points, with a dot at each. @param {Chart} chart @param {string} kind
 * @param {readonly (readonly [number, number])[]} points
 */
export function drawSeries(chart, kind, points) {
  const places = points.map(([x, y]) => [across(chart, x), up(chart, y)]);
  const radius = chart.isPhone ? 4.5 : 6;
  return s('g', { class: `chart-series ${kind}` },
    s('polyline', { points: places.map((place) => place.map((one) => one.toFixed(1)).join(',')).join(' ') }),
    places.map(([cx, cy]) => s('circle', { cx, cy, r: radius })));
}

/**
 * A part that is hidden until the answer. @param {{ x: number, y: number, width: number, height: number }} box
 * @param {string} kind @param {string} head @param {string} [about]
 */
export function drawHidden({ x, y, width, height }, kind, head, about = '') {
  const middle = x + width / 2;
  const centre = y + height / 2;
  return s('g', { class: `chart-hidden ${kind}` },
    s('rect', { x, y, width, height, rx: 12 }),
    s('text', { class: 'strong', x: middle, y: centre + (about ? -6 : 6), 'text-anchor': 'middle' }, head),
    about && s('text', { class: 'axis', x: middle, y: centre + 20, 'text-anchor': 'middle' }, about));
}
