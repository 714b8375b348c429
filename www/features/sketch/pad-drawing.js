// The drawing under the documents of the pad: its grid, the arrow of w, and the ranking as projections onto its line.

import { fill, h, s } from '../../ui/dom.js';
import { HEIGHT, WIDTH, drawn, footOf, tipOf } from './pad-geometry.js';
import { rankLabels } from './rank-labels.js';
import { frameOf } from './sketch-edits.js';
import { shownWeights } from './sketch-text.js';

/** @typedef {import('./pad-geometry.js').Pair} Pair */
/** @typedef {import('./pad-geometry.js').Frame} Frame */
/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('./sketch-state.js').Point} Point */

/** @type {Pair} */
const MIDDLE = [WIDTH / 2, HEIGHT / 2];
const SHORT = 16; // units of an arrow without a head

/** Puts an element at a place of the drawing. @param {HTMLElement} element @param {Pair} place */
export function placeAt(element, [x, y]) {
  element.style.setProperty('left', `${(100 * x) / WIDTH}%`);
  element.style.setProperty('top', `${(100 * y) / HEIGHT}%`);
}

export class PadDrawing {
  #grid = s('path', { class: 'pad-grid' });
  #trained = s('path', { class: 'pad-trained' });
  #line = s('path', { class: 'pad-line' });
  #shaft = s('path', { class: 'pad-arrow' });
  #feet = s('path', { class: 'pad-feet' });
  #head = s('path', { class: 'pad-head' });
  element;
  /** The numbers of the ranks, and the letter w, which are text. */
  numbers = h('div', { class: 'pad-numbers', 'aria-hidden': 'true' });

  constructor() {
    this.element = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', preserveAspectRatio: 'none' },
      this.#grid, this.#line, this.#feet, this.#trained, this.#shaft, this.#head);
  }

  /**
   * Draws the state. `documents`: of the shown query; `ranks`: theirs, empty while unknown.
   * @param {SketchView} sketch @param {Point[]} documents @param {string[]} ranks @param {number} unit px of a unit
   */
  draw(sketch, documents, ranks, unit) {
    const { arrow, reply } = sketch;
    const frame = frameOf(sketch);
    const at = (/** @type {number} */ value) => drawn([value, value], frame);
    this.#grid.setAttribute('d', frame.ticks.map((tick) => {
      const [x, y] = at(tick);
      return `M${x.toFixed(1)} 0V${HEIGHT}M0 ${y.toFixed(1)}H${WIDTH}`;
    }).join(''));
    const w = shownWeights(sketch);
    const length = w ? Math.hypot(...w) : 0;
    /** @type {Pair} */
    const direction = w && length > 0 ? [w[0] / length, -w[1] / length] : [0, 0];
    const trained = reply?.training.w;
    this.#trained.setAttribute('d', arrow && trained
      ? segment(MIDDLE, drawn(tipOf([trained[0], trained[1]], frame), frame)) : '');
    this.#project(documents, ranks, w && length > 0 ? w : null, direction, frame, unit);
  }

  /**
   * The arrow, and the ranking as projections onto its line.
   * @param {Point[]} documents @param {string[]} ranks @param {Pair | null} w @param {Pair} direction in the drawing
   * @param {Frame} frame @param {number} unit
   */
  #project(documents, ranks, w, direction, frame, unit) {
    if (!w) {
      for (const path of [this.#line, this.#shaft, this.#head, this.#feet]) path.setAttribute('d', '');
      return fill(this.numbers);
    }
    const tip = drawn(tipOf(w, frame), frame);
    const marks = documents.map(({ x, y }) => ({ place: drawn([x, y], frame),
      foot: drawn(footOf([x, y], w, frame) ?? [0, 0], frame) }));
    const along = (/** @type {Pair} */ [x, y]) => (x - MIDDLE[0]) * direction[0] + (y - MIDDLE[1]) * direction[1];
    const on = (/** @type {number} */ far) =>
      /** @type {Pair} */ ([MIDDLE[0] + far * direction[0], MIDDLE[1] + far * direction[1]]);
    const reach = along(tip);
    this.#line.setAttribute('d', segment(on(-WIDTH), on(WIDTH)));
    this.#feet.setAttribute('d', marks.map(({ place, foot }) => segment(place, foot)).join(''));
    this.#shaft.setAttribute('d', segment(on(-reach), on(Math.max(0, reach - 8 / unit))));
    this.#head.setAttribute('d', reach < SHORT ? '' : headAt(tip, direction, 1 / unit));
    const labels = rankLabels(marks, direction, [tip], unit);
    const numbers = labels.map((label, at) => {
      if (!label || ranks[at] === undefined) return null;
      const number = h('span', { class: 'pad-rank' }, ranks[at]);
      placeAt(number, label);
      return number;
    });
    const letter = h('span', { class: 'pad-w' }, 'w');
    placeAt(letter, [tip[0] + (26 * direction[0]) / unit, tip[1] + (26 * direction[1]) / unit]);
    fill(this.numbers, numbers, letter);
  }
}

/** @param {Pair} from @param {Pair} to */
function segment(from, to) {
  const [start, end] = [from, to].map((point) => point.map((value) => value.toFixed(1)).join(' '));
  return `M${start}L${end}`;
}

/** The head of the arrow. @param {Pair} tip @param {Pair} direction @param {number} pixel units of a px */
function headAt([x, y], [dx, dy], pixel) {
  const point = (/** @type {number} */ back, /** @type {number} */ side) =>
    `${(x - (back * dx + side * dy) * pixel).toFixed(1)} ${(y - (back * dy - side * dx) * pixel).toFixed(1)}`;
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${point(22, 9)}L${point(22, -9)}Z`;
}
