// The drawing under the documents of the pad: the other queries, the arrow of w, and the ranking as projections onto
// its line.

import { fill, s } from '../../ui/dom.js';
import { SIDE, drawn, footOf, tipOf } from './pad-geometry.js';
import { rankLabels } from './rank-labels.js';
import { shownWeights } from './sketch-text.js';

/** @typedef {import('./pad-geometry.js').Pair} Pair */
/** @typedef {import('./sketch-state.js').SketchView} SketchView */
/** @typedef {import('./sketch-state.js').Point} Point */

const MIDDLE = SIDE / 2;
const SHORT = 16; // units of an arrow without a head

export class PadDrawing {
  #others = s('g', { class: 'pad-others' });
  #trained = s('path', { class: 'pad-trained' });
  #line = s('path', { class: 'pad-line' });
  #feet = s('path', { class: 'pad-feet' });
  #ticks = s('path', { class: 'pad-ticks' });
  #numbers = s('g', { class: 'pad-numbers' });
  #arrow = s('path', { class: 'pad-arrow' });
  element;

  constructor() {
    const [low, high] = [drawn([-2, -2]), drawn([2, 2])];
    this.element = s('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, role: 'img' },
      s('path', { class: 'pad-range', d: `M${low[0]} ${high[1]}H${high[0]}V${low[1]}H${low[0]}Z` }),
      s('path', { class: 'pad-axes', d: `M0 ${MIDDLE}H${SIDE}M${MIDDLE} 0V${SIDE}` }),
      this.#others, this.#line, this.#feet, this.#ticks, this.#trained, this.#arrow, this.#numbers);
  }

  /**
   * Draws the state. `documents`: of the shown query; `ranks`: theirs, empty while unknown.
   * @param {SketchView} sketch @param {Point[]} documents @param {string[]} ranks
   */
  draw(sketch, documents, ranks) {
    const { pad, query, arrow, reply } = sketch;
    fill(this.#others, (pad ?? []).flatMap((one, at) => (at === query ? [] : one.documents.map(dot))));
    const w = shownWeights(sketch);
    const length = w ? Math.hypot(...w) : 0;
    /** @type {Pair} */
    const direction = w && length > 0 ? [w[0] / length, -w[1] / length] : [0, 0];
    const [dx, dy] = direction;
    const trained = reply?.training.w;
    const isDrawn = w !== null && length > 0;
    this.#line.setAttribute('d', isDrawn
      ? segment([MIDDLE - SIDE * dx, MIDDLE - SIDE * dy], [MIDDLE + SIDE * dx, MIDDLE + SIDE * dy]) : '');
    this.#arrow.setAttribute('d', isDrawn ? arrowTo(drawn(tipOf(w)), direction) : '');
    this.#trained.setAttribute('d', arrow && trained
      ? segment([MIDDLE, MIDDLE], drawn(tipOf([trained[0], trained[1]]))) : '');
    this.#project(documents, ranks, isDrawn ? w : null, direction);
  }

  /**
   * The ranking as projections onto the line of w.
   * @param {Point[]} documents @param {string[]} ranks @param {Pair | null} w @param {Pair} direction in the drawing
   */
  #project(documents, ranks, w, [dx, dy]) {
    const marks = w ? documents.map(({ x, y }) =>
      ({ place: drawn([x, y]), foot: drawn(footOf([x, y], w) ?? [0, 0]) })) : [];
    this.#feet.setAttribute('d', marks.map(({ place, foot }) => segment(place, foot)).join(''));
    this.#ticks.setAttribute('d', marks.map(({ foot: [x, y] }) =>
      segment([x + 4 * dy, y - 4 * dx], [x - 4 * dy, y + 4 * dx])).join(''));
    const labels = w ? rankLabels(marks, [dx, dy], [drawn(tipOf(w))]) : [];
    fill(this.#numbers, labels.map((label, at) => label && ranks[at] !== undefined && s('text',
      { x: label[0].toFixed(1), y: (label[1] + 4).toFixed(1), 'text-anchor': 'middle' }, ranks[at])));
  }
}

/** A document of another query. @param {Point} point */
function dot({ x, y, grade }) {
  const [cx, cy] = drawn([x, y]);
  return s('circle', { cx: cx.toFixed(1), cy: cy.toFixed(1), r: '3.5', 'data-grade': String(grade) });
}

/** @param {Pair} from @param {Pair} to */
function segment(from, to) {
  const [start, end] = [from, to].map((point) => point.map((value) => value.toFixed(1)).join(' '));
  return `M${start}L${end}`;
}

/** The shaft and the head of the arrow. @param {Pair} tip @param {Pair} direction */
function arrowTo([x, y], [dx, dy]) {
  const point = (/** @type {number} */ back, /** @type {number} */ side) =>
    `${(x - back * dx - side * dy).toFixed(1)} ${(y - back * dy + side * dx).toFixed(1)}`;
  const tip = `${x.toFixed(1)} ${y.toFixed(1)}`;
  const head = Math.hypot(x - MIDDLE, y - MIDDLE) < SHORT ? '' : `M${point(12, 6)}L${tip}L${point(12, -6)}`;
  return `M${MIDDLE} ${MIDDLE}L${tip}${head}`;
}
