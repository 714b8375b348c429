// The circle of all directions of w: the documents with their shadows on the arrow, and the arrow with its handle.

import { s } from '../../../../ui/dom.js';
import { turnOfKey } from '../../../../pictures/turning.js';
import { documentShade } from '../../../inspect/inspector/document-shade.js';
import { followPointer, label, px } from './frame.js';

/** @typedef {import('../figures/turn.js').Turn} Turn */
/** @typedef {{ x: number, y: number, radius: number, dot: number, handle: number }} DialPlace */

const SHARE = 0.86; // of the radius that the documents take
const SMALL = 80; // a radius that leaves no room among the documents

/** A point of a circle; angle 0 points up, and angles grow clockwise. @param {DialPlace} place @param {number} angle
 * @param {number} radius @returns {[number, number]} */
export const onCircle = ({ x, y }, angle, radius) => [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];

export class Dial {
  #place;
  #points;
  #middle;
  #scale;
  #arrow = s('path', { class: 'dial-arrow' });
  #drops = s('path', { class: 'dial-drops' });
  #feet;
  #handle;
  element;

  /**
   * @param {SVGSVGElement} svg @param {DialPlace} place @param {Turn} turn
   * @param {[string, string]} features their names
   * @param {{ turnTo: (angle: number) => void, turnBy: (angle: number) => void, rest: () => void }} on
   */
  constructor(svg, place, { points }, [up, right], on) {
    this.#place = place;
    this.#points = points;
    const mean = (/** @type {number[]} */ values) => values.reduce((sum, one) => sum + one, 0) / values.length;
    this.#middle = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
    const farthest = Math.max(...points.map((one) => Math.hypot(...this.#from(one)))) || 1;
    this.#scale = (SHARE * place.radius - place.dot / 2) / farthest;
    const most = Math.max(...points.map(({ grade }) => grade));
    this.#feet = points.map(() => s('circle', { class: 'dial-foot', r: place.dot / 3.4 }));
    this.#handle = s('g', { role: 'slider', tabindex: 0, 'aria-label': 'Direction of w', class: 'dial-handle',
      'aria-valuemin': -180, 'aria-valuemax': 180, 'data-handle': '' },
      s('circle', { class: 'handle-halo', r: place.handle * 1.7 }), s('circle', { class: 'handle', r: place.handle }),
      s('text', { class: 'w-letter', 'text-anchor': 'middle', y: place.handle * 0.36 }, 'w'));
    const zone = s('circle', { class: 'dial-zone', cx: place.x, cy: place.y, r: place.radius + 2.2 * place.handle });
    const { x, y, radius } = place;
    this.element = s('g', {}, s('circle', { class: 'dial', cx: x, cy: y, r: radius }),
      this.#axis(`${up} ↑`, radius < SMALL ? [[x, y + radius - place.dot]]
        : [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([across, down]) =>
          [x + across * 2.4 * place.dot, y + down * (radius - 2.2 * place.handle)])),
      this.#axis(`${right} →`, [[1, 1], [1, -1], [-1, 1], [1, 0]].map(([across, down]) =>
        [x + across * (radius - 2.4 * place.dot - 6), y + down * 2 * place.dot])),
      this.#arrow, this.#drops, this.#feet, points.map((point) => this.#document(point, most)), zone, this.#handle);
    for (const target of [zone, this.#handle]) {
      followPointer(target, svg, ([px, py]) => on.turnTo(Math.atan2(px - x, y - py)), on.rest);
    }
    this.#handle.addEventListener('keydown', (event) => {
      const by = turnOfKey(event);
      if (by === null) return;
      event.preventDefault();
      on.turnBy(by);
    });
  }

  /** @param {{ x: number, y: number }} point @returns {[number, number]} */
  #from({ x, y }) {
    return [x - this.#middle[0], y - this.#middle[1]];
  }

  /** The first feature upwards, the second one to the right. @param {{ x: number, y: number }} point @returns {[number,
   * number]} */
  #at(point) {
    const [up, right] = this.#from(point);
    return [this.#place.x + right * this.#scale, this.#place.y - up * this.#scale];
  }

  /** The name of a feature, where it is farthest from the documents. @param {string} name @param {number[][]} places */
  #axis(name, places) {
    const room = (/** @type {number[]} */ [x, y]) => Math.min(...this.#points.map((point) => {
      const [px0, py0] = this.#at(point);
      return Math.hypot((px0 - x) / 2, py0 - y); // a name is wider than high
    }));
    const [x, y] = places.reduce((best, one) => (room(one) > room(best) ? one : best));
    return label(x, y + 5, name, 'axis', 'middle');
  }

  /** @param {{ x: number, y: number, grade: number }} point @param {number} most */
  #document(point, most) {
    const [x, y] = this.#at(point);
    return s('g', { 'data-shade': documentShade(point.grade, most), class: 'dial-document' },
      s('circle', { cx: px(x), cy: px(y), r: this.#place.dot }),
      label(x, y + 5.5, String(point.grade), 'grade', 'middle'));
  }

  /** @param {number} angle @param {string} words what the direction shows */
  update(angle, words) {
    const { x, y, radius, handle } = this.#place;
    const [ux, uy] = [Math.sin(angle), -Math.cos(angle)];
    const tip = onCircle(this.#place, angle, radius);
    const tail = onCircle(this.#place, angle + Math.PI, radius - handle / 3);
    this.#arrow.setAttribute('d', `M${tail.map(px)}L${tip.map(px)}`);
    this.#drops.setAttribute('d', this.#points.map((point, at) => {
      const [px0, py0] = this.#at(point);
      const along = (px0 - x) * ux + (py0 - y) * uy;
      const foot = [x + along * ux, y + along * uy];
      this.#feet[at].setAttribute('cx', px(foot[0]));
      this.#feet[at].setAttribute('cy', px(foot[1]));
      return `M${px(px0)} ${px(py0)}L${foot.map(px)}`;
    }).join(''));
    this.#handle.setAttribute('transform', `translate(${px(tip[0])} ${px(tip[1])})`);
    this.#handle.setAttribute('aria-valuenow', String(Math.round((angle * 180) / Math.PI)));
    this.#handle.setAttribute('aria-valuetext', words);
  }
}
