// Loss and slack over what moves w: a turn of w, or its length. The loss has steps, the slack above it has none. Data
// in, drawing out.

import './loss-chart.css';
import { s } from '../ui/dom.js';
import { freshId } from '../ui/fields.js';
import { across, pathOf, spotOf, up } from './plane-geometry.js';

/** @typedef {import('./plane-geometry.js').Frame} Frame */
/** @typedef {import('./plane-geometry.js').Point} Point */
/**
 * `values`: on the axis upwards. `places`: on the axis across, with what stands there.
 * @typedef {{ values: readonly number[], places: readonly [number, string, ('start' | 'middle' | 'end')?][],
 *   textOf?: (value: number) => string }} LossAxes
 */

export class LossChart {
  #frame;
  #clip;
  #slack;
  #cursor = s('path', { class: 'chart-cursor' });
  #dots = ['slack', 'loss'].map((name) => s('circle', { class: `dot-${name}`, r: 6 }));
  element;

  /**
   * @param {Frame} frame what moves w across, loss and slack upwards
   * @param {{ slack: Point[], loss: Point[] }} curves from left to right @param {LossAxes} axes
   */
  constructor(frame, { slack, loss }, { values, places, textOf = String }) {
    this.#frame = frame;
    const { left, top, width, height } = frame;
    const curve = (/** @type {Point[]} */ points) => pathOf(points.map((point) => spotOf(frame, point)));
    const area = (/** @type {Point[]} */ points) =>
      `${curve([...points, [points[points.length - 1][0], 0], [points[0][0], 0]])}Z`;
    const id = freshId('loss-chart');
    this.#clip = s('clipPath', { id });
    this.#slack = [s('path', { class: 'chart-cover', d: area(slack) }), s('path', { class: 'chart-slack',
      d: curve(slack) }), this.#dots[0]];
    const [cover, line] = this.#slack;
    this.element = s('g', {}, this.#clip,
      values.flatMap((value) => [
        s('path', { class: value ? 'chart-grid' : 'chart-axis', d: `M${left} ${this.y(value).toFixed(1)}h${width}` }),
        s('text', { class: 'axis', x: left - 10, y: (this.y(value) + 5).toFixed(1), 'text-anchor': 'end' },
          textOf(value))]),
      s('g', { 'clip-path': `url(#${id})` }, cover, s('path', { class: 'chart-under', d: area(loss) }), line,
        s('path', { class: 'chart-steps', d: curve(loss) })),
      this.#cursor, this.#dots,
      places.map(([at, words, anchor = 'middle']) => s('text', { class: 'axis', x: this.x(at).toFixed(1),
        y: top + height + 22, 'text-anchor': anchor }, words)));
  }

  /** @param {number} at */
  x(at) {
    return across(this.#frame, at);
  }

  /** @param {number} value */
  y(value) {
    return up(this.#frame, value);
  }

  /**
   * @param {readonly (readonly [number, number])[]} parts that are drawn
   * @param {{ at: number, slack: number, loss: number }} now @param {boolean} [hasSlack]
   */
  update(parts, { at, slack, loss }, hasSlack = true) {
    const { top, height } = this.#frame;
    this.#clip.replaceChildren(...parts.map(([from, to]) => s('rect', { x: this.x(from).toFixed(1), y: top - 8,
      width: (this.x(to) - this.x(from)).toFixed(1), height: height + 16 })));
    for (const one of this.#slack) one.toggleAttribute('hidden', !hasSlack);
    this.#cursor.setAttribute('d', `M${this.x(at).toFixed(1)} ${top - 4}v${height + 4}`);
    [slack, loss].forEach((value, which) => {
      this.#dots[which].setAttribute('cx', this.x(at).toFixed(1));
      this.#dots[which].setAttribute('cy', this.y(value).toFixed(1));
    });
  }
}
