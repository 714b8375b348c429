// The mean slack and the mean loss over the length of w, for the lengths that have been tried.

import { s } from '../../../../ui/dom.js';
import { freshId } from '../../../../ui/fields.js';
import { label, px, wLetter } from './frame.js';
import { LONGEST } from '../figures/stretch.js';

/** @typedef {import('../figures/stretch.js').Stretch} Stretch */

const POINTS = 80;

export class StretchChart {
  #place;
  #most;
  #id = freshId('tried');
  #clip = s('rect', {});
  #cursor = s('path', { class: 'chart-cursor' });
  #dots = [s('circle', { class: 'dot-slack', r: 6 }), s('circle', { class: 'dot-loss', r: 6 })];
  #hint;
  #trained;
  element;

  /**
   * @param {{ x: number, y: number, width: number, height: number }} place @param {Stretch} stretch
   * @param {boolean} isNarrow
   */
  constructor(place, stretch, isNarrow) {
    this.#place = place;
    const { x, y, width, height } = place;
    const views = Array.from({ length: POINTS }, (_, at) => (LONGEST * (at + 1)) / POINTS)
      .map((length) => ({ length, ...stretch.at(length).mean }));
    this.#most = Math.max(0.75, ...views.map(({ slack }) => slack));
    const path = (/** @type {'slack' | 'loss'} */ key) => views.map((view, at) =>
      `${at ? 'L' : 'M'}${px(this.x(view.length))} ${px(this.y(view[key]))}`).join('');
    const close = `L${px(this.x(LONGEST))} ${px(this.y(0))}L${px(this.x(views[0].length))} ${px(this.y(0))}Z`;
    this.#hint = label(x + width - 6, y + height * 0.3, isNarrow ? 'pull w'
      : ['pull ', wLetter(), ': it draws the mean here'], 'axis', 'end');
    const at = this.x(stretch.trained);
    this.#trained = s('g', { class: 'trained' }, s('path', { d: `M${px(at)} ${y + height}l-7 12h14Z` }),
      label(at + 12, y + height + 13, 'trained', 'axis'));
    const ticks = [0, 0.5, 1, 1.5].filter((value) => value <= this.#most);
    this.element = s('g', {}, s('clipPath', { id: this.#id }, this.#clip),
      ticks.flatMap((value) => [s('path', { class: value ? 'chart-grid' : 'chart-axis',
        d: `M${x} ${px(this.y(value))}H${x + width}` }), label(x - 8, this.y(value) + 5, String(value), 'axis',
        'end')]),
      s('g', { 'clip-path': `url(#${this.#id})` }, s('path', { class: 'chart-cover', d: path('slack') + close }),
        s('path', { class: 'chart-under', d: path('loss') + close }),
        s('path', { class: 'chart-slack', d: path('slack') }), s('path', { class: 'chart-steps', d: path('loss') })),
      this.#hint, this.#cursor, this.#dots, this.#trained,
      [0, 1, 2, 3, 4].map((value) => label(this.x(value), y + height + 22, String(value), 'axis', 'middle')),
      label(x + width, y + height + (isNarrow ? 36 : 42), ['length of ', wLetter(), ' →'], 'axis', 'end'));
  }

  /** @param {number} length */
  x(length) {
    return this.#place.x + (length / LONGEST) * this.#place.width;
  }

  /** @param {number} value */
  y(value) {
    return this.#place.y + this.#place.height * (1 - value / this.#most);
  }

  /**
   * @param {{ length: number, low: number, high: number }} tried @param {import('../figures/stretch.js').Pair} mean
   * @param {boolean} isTrained
   */
  update({ length, low, high }, { slack, loss }, isTrained) {
    const { y, height } = this.#place;
    const [from, to] = [this.x(low), this.x(high)];
    const set = { x: px(from), y: y - 8, width: px(to - from), height: height + 10 };
    for (const [key, value] of Object.entries(set)) this.#clip.setAttribute(key, String(value));
    this.#cursor.setAttribute('d', `M${px(this.x(length))} ${y - 8}V${y + height}`);
    [slack, loss].forEach((value, at) => {
      this.#dots[at].setAttribute('cx', px(this.x(length)));
      this.#dots[at].setAttribute('cy', px(this.y(value)));
    });
    this.#hint.toggleAttribute('hidden', high - low > 0.3);
    this.#trained.toggleAttribute('hidden', !isTrained);
  }
}
