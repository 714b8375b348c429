// Draws curves on a canvas through the core: at most once a frame, only the newest state,
// at the pixels the screen has.

import { draw_chart } from '../../core/core.js';
import { lastOf, plotOf } from './curves.js';
import { keptIterations } from './thin-series.js';

/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../core/protocol.js').ChartFrame} ChartFrame */

const SLOW = 8; // ms of drawing that a frame has room for

/**
 * @param {HTMLCanvasElement} canvas
 * @param {() => { chart: Chart, run: Run | null, cursor: number, logarithmic: boolean }} read the newest state
 * @param {(frame: ChartFrame | null) => void} drawn called after each drawing; null where there is nothing to draw
 */
export function chartOn(canvas, read, drawn) {
  /** @type {ChartFrame | null} */
  let frame = null;
  let end = 1; // the last iteration on the axis
  let scheduled = 0;
  let rested = 0; // when the next drawing may begin
  let [width, height] = [0, 0]; // as last observed: asking for them would lay the page out again

  const draw = () => {
    scheduled = 0;
    const began = performance.now();
    // Drawing takes a third of the time at most: the rest is left for the page.
    if (began < rested) return schedule();
    drawNow();
    const spent = performance.now() - began;
    if (spent > SLOW) rested = began + 3 * spent;
  };
  const drawNow = () => {
    const { chart, run, cursor, logarithmic } = read();
    if (width < 120 || height < 60) return;
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    // Setting the size also wipes what was drawn.
    [canvas.width, canvas.height] = [wide, high];
    const context = canvas.getContext('2d');
    if (context) context.lineJoin = 'round';
    const last = lastOf(chart, run);
    if (last === 0 || !run) {
      frame = null;
      drawn(null);
      return;
    }
    const style = getComputedStyle(canvas);
    const colour = (/** @type {string} */ variable) => hex(style.getPropertyValue(variable).trim());
    const { lines: _lines, columns, styles, ...plot } = plotOf(chart, run, logarithmic, colour);
    end = plot.x_maximum;
    // The plot rarely moves, so the last frame has the pixel columns.
    const { left, right } = frame ?? { left: 0, right: width };
    const kept = keptIterations(columns, plot.ring === undefined ? [cursor] : [cursor, plot.ring],
      (iteration) => Math.round(ratio * (left + ((right - left) * iteration) / end)));
    const series = columns.map((column, at) =>
      ({ ...styles[at], values: kept.length ? kept.map((iteration) => column.at(iteration)) : column.toArray() }));
    frame = draw_chart(canvas, {
      ...plot, series, iterations: kept, width, height, pixel_ratio: ratio, cursor,
      foreground: hex(style.color), grid: hex(style.borderTopColor), font_size: parseFloat(style.fontSize),
    });
    drawn(frame);
  };
  const schedule = () => { scheduled ||= requestAnimationFrame(draw); };
  new ResizeObserver(([{ contentRect }]) => {
    [width, height] = [Math.round(contentRect.width), Math.round(contentRect.height)];
    schedule();
  }).observe(canvas);

  return {
    schedule,
    /**
     * The iteration under a point of the canvas.
     * @param {number} x CSS pixels from its left edge
     * @param {number} last the newest iteration
     */
    iterationAt(x, last) {
      if (!frame) return null;
      const share = (x - frame.left) / Math.max(1, frame.right - frame.left);
      return Math.min(last, Math.round(Math.min(1, Math.max(0, share)) * end));
    },
  };
}

/** `rgb(1, 2, 3)` or `#abc` as `#rrggbb`. @param {string} color */
function hex(color) {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  const parts = color.match(/[\d.]+/g)?.slice(0, 3).map(Number);
  if (!parts || parts.length < 3) return '#808080';
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
