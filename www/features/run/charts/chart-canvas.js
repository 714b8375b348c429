// Draws curves on a canvas through the core: at most once a frame, only the newest state,
// at the pixels the screen has. The cursor lies above the canvas, so that moving it draws no curve again.

import { draw_chart } from '../../../core/core.js';
import { lastOf, plotOf } from './curves.js';
import { coveredTicks, cursorMark, xOf } from './cursor-mark.js';
import { StyleCache } from './style-cache.js';
import { TickLabels } from './tick-labels.js';

/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../../core/protocol.js').ChartFrame} ChartFrame */
/** @typedef {{ chart: Chart, run: Run | null, cursor: number, logarithmic: boolean }} Shown */

const SLOW = 8; // ms of drawing that a frame has room for

/**
 * @param {HTMLCanvasElement} canvas
 * @param {() => Shown} read the newest state
 * @param {(frame: ChartFrame | null) => void} drawn called after each drawing and each move of the cursor; null where
 *   there is nothing to draw
 */
export function chartOn(canvas, read, drawn) {
  return new ChartCanvas(canvas, read, drawn);
}

class ChartCanvas {
  #canvas;
  #read;
  #drawn;
  #mark = cursorMark();
  /** @type {ChartFrame | null} */
  #frame = null;
  #end = 1; // the last iteration on the axis
  /** The curves as last drawn. @type {{ color: string, values: Float64Array }[]} */
  #lines = [];
  #style;
  #labels;
  #isStale = true; // whether more than the cursor has changed
  #scheduled = 0;
  #rested = 0; // when the next drawing may begin
  #size = [0, 0]; // as last observed: asking for it would lay the page out again

  /** @param {HTMLCanvasElement} canvas @param {() => Shown} read @param {(frame: ChartFrame | null) => void} drawn */
  constructor(canvas, read, drawn) {
    this.#canvas = canvas;
    this.#read = read;
    this.#drawn = drawn;
    this.#style = new StyleCache(canvas);
    this.#labels = new TickLabels(canvas);
    new ResizeObserver(([{ contentRect }]) => {
      this.#size = [Math.round(contentRect.width), Math.round(contentRect.height)];
      this.restyle();
    }).observe(canvas);
  }

  /** The cursor; it belongs above the canvas. */
  get cursor() {
    return this.#mark.element;
  }

  /** Draws in the next frame. @param {boolean} isMove whether nothing but the cursor has changed */
  schedule(isMove) {
    this.#isStale ||= !isMove;
    this.#scheduled ||= requestAnimationFrame(() => this.#draw());
  }

  /** Draws in the next frame, with the styles that hold then. */
  restyle() {
    this.#style.forget();
    this.schedule(false);
  }

  /**
   * The iteration under a point of the canvas.
   * @param {number} x CSS pixels from its left edge
   * @param {number} last the newest iteration
   */
  iterationAt(x, last) {
    if (!this.#frame) return null;
    const { left, right } = this.#frame;
    const share = (x - left) / Math.max(1, right - left);
    return Math.min(last, Math.round(Math.min(1, Math.max(0, share)) * this.#end));
  }

  #draw() {
    this.#scheduled = 0;
    const began = performance.now();
    // Drawing takes a third of the time at most: the rest is left for the page.
    if (began < this.#rested) return this.schedule(true);
    const [width, height] = this.#size;
    if (width < 120 || height < 60) return;
    if (this.#isStale) this.#drawCurves(width, height);
    this.#isStale = false;
    this.#wipeTicks(width, height);
    this.#moveCursor();
    this.#drawn(this.#frame);
    const spent = performance.now() - began;
    if (spent > SLOW) this.#rested = began + 3 * spent;
  }

  /** @param {number} width @param {number} height */
  #drawCurves(width, height) {
    const { chart, run, logarithmic } = this.#read();
    const ratio = window.devicePixelRatio || 1;
    this.#empty(Math.round(width * ratio), Math.round(height * ratio));
    if (lastOf(chart, run) === 0 || !run) {
      this.#frame = null;
      return;
    }
    const style = this.#style.now();
    const { lines, columns, styles, ...plot } = plotOf(chart, run, logarithmic, style.colour);
    this.#end = plot.x_maximum;
    const series = columns.map(({ values }, at) => ({ ...styles[at], values }));
    this.#lines = columns.map(({ values }, at) => ({ color: lines[at].color, values }));
    this.#frame = draw_chart(this.#canvas, {
      ...plot, series, width, height, pixel_ratio: ratio, cursor: undefined,
      foreground: style.foreground, grid: style.grid, font_size: style.letter,
    });
    this.#labels.begin(this.#frame, style.letter, ratio);
  }

  /** @param {number} wide @param {number} high device pixels */
  #empty(wide, high) {
    const canvas = this.#canvas;
    const context = canvas.getContext('2d');
    // A new size empties the canvas too, but it is then allocated again.
    if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
    else context?.clearRect(0, 0, wide, high);
    if (context) context.lineJoin = 'round';
  }

  /**
   * Wipes out the labels of iterations that have no room beside that of the cursor.
   * @param {number} width @param {number} height
   */
  #wipeTicks(width, height) {
    if (!this.#frame) return;
    const covered = coveredTicks(this.#frame, xOf(this.#frame, this.#end, this.#read().cursor));
    if (this.#labels.wipe(covered)) return;
    this.#drawCurves(width, height);
    this.#labels.keep();
    this.#labels.wipe(covered);
  }

  #moveCursor() {
    const { cursor } = this.#read();
    const dots = this.#lines.map(({ color, values }) => ({ color, value: values[cursor] }));
    this.#mark.place(this.#frame, this.#end, cursor, dots, this.#style.now().letter);
  }
}
