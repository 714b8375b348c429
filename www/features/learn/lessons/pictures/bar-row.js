// Two bars for each search: the loss inside the slack.

import { s } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { label, px } from './frame.js';
import { LONGEST } from '../figures/stretch.js';

/** @typedef {import('../figures/stretch.js').Stretch} Stretch */
/** @typedef {import('../figures/stretch.js').Pair} Pair */

/** Lines that a name of two words or more takes. @param {string} name @returns {string[]} */
export function twoLines(name) {
  const words = name.split(' ');
  const half = Math.max(1, words.length - 1);
  return words.length === 1 ? words : [words.slice(0, half).join(' '), words.slice(half).join(' ')];
}

export class BarRow {
  #place;
  #most;
  #slacks;
  #losses;
  #asked;
  #key;
  #summary = s('title', {});
  #names;
  element;

  /**
   * @param {{ x: number, y: number, width: number, height: number }} place @param {Stretch} stretch
   * @param {boolean} isNarrow
   */
  constructor(place, stretch, isNarrow) {
    const { x, y, width, height } = place;
    this.#place = place;
    this.#names = stretch.names;
    const greatest = [0, 1, LONGEST].flatMap((length) => stretch.at(length).queries.map(({ slack }) => slack));
    this.#most = Math.ceil(4 * Math.max(...greatest)) / 4;
    const cell = width / stretch.names.length;
    const [outer, inner] = [cell * 0.72, cell * 0.39];
    const bar = (/** @type {number} */ at, /** @type {number} */ wide, /** @type {string} */ kind) =>
      s('rect', { x: px(x + cell * (at + 0.5) - wide / 2), width: px(wide), class: kind });
    this.#slacks = stretch.names.map((_, at) => bar(at, outer, 'bar-slack'));
    this.#losses = stretch.names.map((_, at) => bar(at, inner, 'bar-loss'));
    this.#asked = stretch.names.map((_, at) => s('g', { class: 'asked' },
      s('rect', { x: px(x + cell * (at + 0.5) - outer / 2), width: px(outer), y: y + height * 0.12,
        height: height * 0.88 }), label(x + cell * (at + 0.5), y + height * 0.34, '?', 'lab', 'middle')));
    const ticks = Array.from({ length: Math.round(4 * this.#most) + 1 }, (_, at) => at / 4)
      .filter((value) => !isNarrow || Number.isInteger(2 * value));
    const slackKey = s('g', {}, s('rect', { class: 'bar-slack', x: x + 134, y: y - 48, width: 16, height: 16, rx: 3 }),
      label(x + 158, y - 34, 'slack', 'lab slack-name'));
    this.#key = slackKey;
    this.element = s('g', { role: 'img' }, this.#summary,
      ticks.flatMap((value) => [s('path', { class: value ? 'chart-grid' : 'chart-axis',
        d: `M${x} ${px(this.#y(value))}H${x + width}` }), label(x - 8, this.#y(value) + 5, String(value), 'axis',
        'end')]),
      this.#asked, this.#slacks, this.#losses,
      stretch.names.flatMap((name, at) => (isNarrow ? [label(x + cell * (at + 0.5), y + height + 18,
        name.slice(0, 3), 'axis', 'middle')] : twoLines(name).map((line, row) =>
        label(x + cell * (at + 0.5), y + height + 22 + 18 * row, line, row ? 'axis' : 'axis first', 'middle')))),
      isNarrow ? label(x, y - 14, 'Slack and loss', 'big') : [label(x, y - 34,
        `${numberWord(stretch.names.length)} searches`, 'big'), slackKey,
      s('rect', { class: 'bar-loss', x: x + 222, y: y - 48, width: 16, height: 16, rx: 3 }),
      label(x + 246, y - 34, 'loss of the sorted list', 'lab')]);
  }

  /** @param {number} value */
  #y(value) {
    return this.#place.y + this.#place.height * (1 - value / this.#most);
  }

  /** @param {Pair[]} queries @param {import('./shown-parts.js').Presence} slackPresence */
  update(queries, slackPresence) {
    const bottom = this.#place.y + this.#place.height;
    /** @param {SVGElement} bar @param {number} value */
    const set = (bar, value) => {
      const height = Math.max(1.5, bottom - this.#y(value));
      bar.setAttribute('y', px(bottom - height));
      bar.setAttribute('height', px(height));
    };
    queries.forEach(({ loss, slack }, at) => {
      set(this.#losses[at], loss);
      set(this.#slacks[at], slack);
      this.#slacks[at].toggleAttribute('hidden', slackPresence !== 'shown');
      this.#asked[at].toggleAttribute('hidden', slackPresence !== 'asked');
    });
    this.#key.toggleAttribute('hidden', slackPresence === 'absent');
    this.#summary.textContent = queries.map(({ loss, slack }, at) => `${this.#names[at]}: loss ${fixed(loss, 3)}${
      slackPresence === 'shown' ? `, slack ${fixed(slack, 3)}` : ''}`).join('; ');
  }
}

/** @param {number} count */
const numberWord = (count) => ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'][count]
  ?? String(count);
