// The p-norm push: the reader slides p from the mean of all bad pages to the highest one alone. Every stop is a trained
// model. What a step asks about stays hidden until the answer.

import './chart/chart.css';
import './push/push.css';
import { fixed, percent } from '../../../../lib/format.js';
import { say } from '../../../../ui/dom.js';
import { pushOf } from '../figures/push.js';
import { pictureFrame } from './drawn-frame.js';
import { keyedLoader } from './keyed-loader.js';
import { columnAt, drawPush, layoutOf, nameOf } from './push/draw-push.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../figures/push.js').Pushed} Pushed */

export const description = {
  name: 'The push',
  shows: 'which bad pages of one search a trained p-norm push pulls down, and how long its w is or how well it ranks, '
    + 'from p = 1 to the infinite push',
  parts: { shares: 'share (of the pull)', lengths: 'length (of w)', limit: 'without end (infinite push)',
    values: 'NDCG' },
};

const GROWTH = 2000; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new PushPicture(context);

class PushPicture {
  #frame = pictureFrame({ label: 'The push', kind: 'chart-stage push-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  #slider;
  /** @type {readonly Pushed[]} */
  #all = [];
  #loader = keyedLoader(this.#frame);
  /** @type {Scene | null} */
  #scene = null;
  #at = 0;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#open() - 1],
      value: () => this.#at,
      valueAt: ([x]) => shareOf(this.#layout(), x) * this.#all.length - 0.5,
      take: (at) => { this.#at = at; },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (next.ready) this.#load(next);
    if (isNew || isAnswered) this.#begin(isAnswered);
    else this.#draw();
  }

  again() {
    this.#begin(true);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  end() {
    this.#loader.end();
  }

  /** @param {Scene} scene */
  #load({ state: { data, run } }) {
    if (!data || !run) return;
    const key = `${data.request.sample} ${run.settings.c}`;
    void this.#loader.load(key, () => pushOf(data.request, run.settings), (all) => {
      this.#all = all;
      this.#begin(false);
    });
  }

  /** @param {string} part */
  #is(part) {
    return presenceOf(this.#scene, part);
  }

  #layout() {
    return layoutOf(this.#frame.isPhone(), this.#is('lengths') !== 'absent' || this.#is('values') !== 'absent');
  }

  /** How many stops the handle reaches. The infinite push comes with its own step. */
  #open() {
    const { length } = this.#all;
    if (this.#is('shares') === 'asked' || this.#is('values') === 'asked') return 1;
    return this.#is('limit') === 'shown' ? length : Math.max(1, length - 1);
  }

  #words() {
    const one = this.#all[this.#at];
    if (!one) return '';
    const { p, shares, norm, value } = one;
    const said = [...shares.length ? [this.#frame.isPhone() ? `on top ${percent(shares[0])}`
      : `the highest bad page gets ${percent(shares[0])} of the pull`] : [],
      ...this.#is('lengths') === 'shown' ? [`‖w‖ = ${fixed(norm, 2)}`] : [],
      ...this.#is('values') === 'absent' ? [] : [`${this.#measure()} ${fixed(value, 3)}`]];
    return `p = ${nameOf(p)}: ${said.join(', ')}`;
  }

  #measure() {
    return String(this.#scene?.state.run?.settings.measure ?? 'ndcg').toUpperCase();
  }

  #draw() {
    if (!this.#scene || !this.#all.length) return;
    const layout = this.#layout();
    const open = this.#open();
    this.#at = Math.min(this.#at, open - 1);
    const words = this.#words();
    this.#frame.show(words, drawPush(layout, this.#all, { at: this.#at, open, told: open,
      kind: this.#is('values') === 'absent' ? 'length' : 'value' }, this.#measure()));
    say(this.#frame.caption, words);
    this.#slider.show('Norm p', [columnAt(layout, this.#at, this.#all.length), layout.track], words);
  }

  /** A step begins, or its question is answered: the handle walks to its end. @param {boolean} isAnswered now */
  #begin(isAnswered) {
    if (!this.#all.length) return;
    const last = this.#open() - 1;
    const from = this.#is('limit') === 'shown' && this.#is('values') === 'absent' ? Math.max(0, last - 1) : 0;
    if (!isAnswered) this.#at = 0;
    void this.#slider.animate(isAnswered ? GROWTH : 1, (share) => {
      if (isAnswered) this.#at = Math.round(from + share * (last - from));
    }).then(() => { if (isAnswered) this.#slider.announce(); });
  }
}
