// The mean slack and the mean loss over the length of w, for the lengths that have been tried.

import { LossChart } from '../../../../pictures/loss-chart.js';
import { s } from '../../../../ui/dom.js';
import { label, px, wLetter } from './frame.js';
import { LONGEST } from '../figures/stretch.js';

/** @typedef {import('../figures/stretch.js').Stretch} Stretch */

const POINTS = 80;

export class StretchChart {
  #chart;
  #hint;
  #trained;
  element;

  /**
   * @param {{ x: number, y: number, width: number, height: number }} place @param {Stretch} stretch
   * @param {boolean} isNarrow
   */
  constructor({ x, y, width, height }, stretch, isNarrow) {
    const lengths = Array.from({ length: POINTS }, (_, at) => (LONGEST * (at + 1)) / POINTS);
    const curve = (/** @type {'slack' | 'loss'} */ key) => lengths.map((length) =>
      /** @type {[number, number]} */ ([length, stretch.at(length).mean[key]]));
    const slack = curve('slack');
    const most = Math.max(0.75, ...slack.map(([, value]) => value));
    this.#chart = new LossChart({ left: x, top: y, width, height, x: [0, LONGEST], y: [0, most] },
      { slack, loss: curve('loss') }, { values: [0, 0.5, 1, 1.5].filter((value) => value <= most),
        places: [0, 1, 2, 3, 4].map((value) => [value, String(value)]) });
    this.#hint = label(x + width - 6, y + height * 0.3, isNarrow ? 'pull w'
      : ['pull ', wLetter(), ': it draws the mean here'], 'axis', 'end');
    const at = this.#chart.x(stretch.trained);
    this.#trained = s('g', { class: 'trained' }, s('path', { d: `M${px(at)} ${y + height}l-7 12h14Z` }),
      label(at + 12, y + height + 13, 'trained', 'axis'));
    this.element = s('g', {}, this.#chart.element, this.#hint, this.#trained,
      label(x + width, y + height + (isNarrow ? 36 : 42), ['length of ', wLetter(), ' →'], 'axis', 'end'));
  }

  /**
   * @param {{ length: number, low: number, high: number }} tried @param {import('../figures/stretch.js').Pair} mean
   * @param {boolean} isTrained
   */
  update({ length, low, high }, mean, isTrained) {
    this.#chart.update([[low, high]], { at: length, ...mean });
    this.#hint.toggleAttribute('hidden', high - low > 0.3);
    this.#trained.toggleAttribute('hidden', !isTrained);
  }
}
