// A measure from 0 to 1 as a bar, with the best that the reader has met, and later the best of a whole turn.

import { s, say } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { label, px } from './frame.js';

/**
 * `kind`: the class of the arcs of the rim where the measure is at its best.
 * @typedef {{ x: number, y: number, width: number, height: number, isNarrow: boolean, kind: string }} MeterPlace
 */

export class Meter {
  #place;
  #name;
  #bar;
  #value;
  #met;
  #most;
  #key;
  element;

  /** @param {MeterPlace} place @param {string} name */
  constructor(place, name) {
    const { x, y, width, height, isNarrow, kind } = place;
    this.#place = place;
    this.#name = name;
    this.#bar = s('rect', { class: 'meter-bar', x, y, height, rx: 5 });
    this.#value = label(x + width, y - 10, '', 'meter-value', 'end');
    this.#met = s('path', { class: 'meter-met' });
    this.#most = s('g', { class: 'meter-most' }, s('path', {}), label(0, y + height + (isNarrow ? 16 : 24), '', 'axis',
      'middle'));
    const below = y + height + (isNarrow ? 11 : 19);
    this.#key = s('g', { class: 'best-marks' }, s('path', { class: kind, d: `M${x} ${below}h22` }),
      label(x + 30, below + 5, isNarrow ? '' : 'where it is best', 'axis'));
    this.element = s('g', { role: 'img', 'aria-label': name }, label(x, y - 10, name, 'big'),
      s('rect', { class: 'meter-track', x, y, width, height, rx: 5 }), this.#bar, this.#met, this.#most,
      this.#key, this.#value);
  }

  /** @param {number} value */
  #x(value) {
    return this.#place.x + value * this.#place.width;
  }

  /**
   * @param {number} value @param {number} met the best so far
   * @param {number | null} most the best of a whole turn; null while it is asked for
   */
  update(value, met, most) {
    const { y, height, isNarrow } = this.#place;
    this.#bar.setAttribute('width', px(Math.max(1, value * this.#place.width)));
    say(this.#value, fixed(value, 3));
    this.#met.setAttribute('d', `M${px(this.#x(met))} ${y - 4}V${y + height + 4}`);
    for (const one of [this.#most, this.#key]) one.toggleAttribute('hidden', most === null);
    const best = most === null ? '' : `, best direction ${fixed(most, 3)}`;
    this.element.setAttribute('aria-label', `${this.#name} ${fixed(value, 3)}, best so far ${fixed(met, 3)}${best}`);
    if (most === null) return;
    const [mark, words] = this.#most.children;
    mark.setAttribute('d', `M${px(this.#x(most))} ${y - 6}V${y + height + 6}`);
    const { x, width } = this.#place;
    words.setAttribute('x', px(Math.min(this.#x(most), x + width - (isNarrow ? 34 : 76))));
    say(words, `${isNarrow ? 'best' : 'best direction'} ${fixed(most, 3)}`);
  }
}
