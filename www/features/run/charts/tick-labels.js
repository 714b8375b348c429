// The labels of iterations below a plot. Those beside the label of the cursor are wiped out. A copy of all of them
// brings them back, so that moving the cursor draws no curve again.

/** @typedef {import('../../../core/protocol.js').ChartFrame} ChartFrame */

const ABOVE = 0.3; // letters between the plot and the labels

export class TickLabels {
  #canvas;
  /** All labels of the drawing, once the cursor moves over it. @type {HTMLCanvasElement | null} */
  #copy = null;
  /** @type {ChartFrame | null} */
  #frame = null;
  #top = 0; // of the labels, in CSS pixels
  #ratio = 1; // device pixels in a CSS pixel
  #wiped = ''; // the places of the labels that are not seen

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
  }

  /**
   * A new drawing, with all its labels.
   * @param {ChartFrame} frame @param {number} letter CSS pixels @param {number} ratio device pixels in a CSS pixel
   */
  begin(frame, letter, ratio) {
    this.#frame = frame;
    this.#top = frame.bottom + ABOVE * letter;
    this.#ratio = ratio;
    this.#wiped = '';
    this.#copy = null;
  }

  /** Copies the labels, none of which is wiped out. A copy has the canvas painted at once, which takes time. */
  keep() {
    this.#copy = document.createElement('canvas');
    [this.#copy.width, this.#copy.height] = [this.#canvas.width, Math.max(1, this.#canvas.height - this.#first)];
    this.#copy.getContext('2d')?.drawImage(this.#canvas, 0, -this.#first);
  }

  /** The first row of pixels with labels. */
  get #first() {
    return Math.floor(this.#ratio * this.#top);
  }

  /**
   * Wipes out labels, and brings the others back. Returns false if that needs a copy and there is none.
   * @param {number[]} places x in CSS pixels
   */
  wipe(places) {
    const context = this.#canvas.getContext('2d');
    const wiped = places.join();
    if (!this.#frame || !context || wiped === this.#wiped) return true;
    const { width, height } = this.#canvas;
    if (this.#wiped) {
      if (!this.#copy) return false;
      context.clearRect(0, this.#first, width, height - this.#first);
      context.drawImage(this.#copy, 0, this.#first);
    }
    this.#wiped = wiped;
    const [ratio, { apart }] = [this.#ratio, this.#frame];
    for (const x of places) {
      context.clearRect(ratio * (x - apart / 2), ratio * this.#top, ratio * apart, height - ratio * this.#top);
    }
    return true;
  }
}
