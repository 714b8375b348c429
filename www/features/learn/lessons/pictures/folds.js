// Cross-validation: the reader slides which fold measures, then C over the values of the folds. They come from the
// comparison of the page. The values stay hidden until the answer, and the test is one dot at the end.

import './chart/chart.css';
import './folds/folds.css';
import { fixed } from '../../../../lib/format.js';
import { say } from '../../../../ui/dom.js';
import { gridOf } from '../../../library/comparison/comparison-plan.js';
import { across } from './chart/frame.js';
import { pictureFrame } from './drawn-frame.js';
import { FOLDS, dealLayout, drawDeal, rowAt } from './folds/draw-deal.js';
import { drawFolds, foldsLayout, trackOf } from './folds/draw-folds.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Folds',
  shows: 'the folds of a cross-validation, their values against C, and the test of the chosen C. The step’s'
    + ' “comparison” trains them',
  parts: { deal: 'fold, deal, part', mean: 'mean (of the folds)', test: 'test' },
};

const OPEN = 3; // models that may be seen before the first question is answered
const DEALT = 250; // ms from a model to the next

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new FoldsPicture(context);

class FoldsPicture {
  #frame = pictureFrame({ label: 'Folds', kind: 'chart-stage folds-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  #store;
  #unwatch;
  /** @type {Scene | null} */
  #scene = null;
  /** The fold that measures, and the stop of C. */
  #row = 0;
  #seen = 0;
  #stop = 0;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce, store }) {
    this.#store = store;
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#highest()], value: () => (this.#isDeal() ? this.#row : this.#stop),
      valueAt: (place) => this.#stopAt(place), take: (stop) => this.#take(stop),
      isDownwards: () => this.#isDeal(),
      words: () => this.#words(), announce,
    });
    // The folds are trained one after the other.
    this.#unwatch = store.watch(({ comparison }) => [comparison], () => this.#draw());
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    const { isNew, isAnswered } = changeOf(was, next);
    if (isNew) [this.#row, this.#seen, this.#stop] = [0, 0, 0];
    // The folds may be trained after the step has begun.
    if ((isNew || !was?.ready) && presenceOf(this.#scene, 'mean') === 'shown') this.#stop = this.#curve()?.chosen ?? 0;
    if (isAnswered) return this.again();
    this.#draw();
  }

  again() {
    if (!this.#isDeal()) {
      this.#stop = this.#curve()?.chosen ?? this.#stop;
      return this.#draw();
    }
    void this.#slider.animate(DEALT * FOLDS, (share) => { this.#row = this.#seen = Math.round(share * (FOLDS - 1)); });
  }

  canRepeat() {
    return this.#isDeal() && Boolean(this.#scene?.revealed);
  }

  end() {
    this.#unwatch();
  }

  /** Whether the step is about the deal alone. */
  #isDeal() {
    return presenceOf(this.#scene, 'mean') === 'absent';
  }

  #prices() {
    return gridOf(this.#store.get().comparison.choices.grid);
  }

  /** The values of the method, as far as they may be seen. */
  #curve() {
    const isShown = this.#scene && (this.#scene.revealed || presenceOf(this.#scene, 'mean') === 'shown');
    return (isShown && this.#store.get().comparison.curves.find(({ row }) => row === 0)) || null;
  }

  /** @param {[number, number]} place */
  #stopAt([x, y]) {
    const isPhone = this.#frame.isPhone();
    if (this.#isDeal()) {
      const layout = dealLayout(isPhone);
      return (y - rowAt(layout, 0)) / layout.down;
    }
    const { length } = this.#prices();
    return (length - 1) * shareOf(foldsLayout(isPhone, length, null, false), x);
  }

  #highest() {
    if (!this.#isDeal()) return this.#prices().length - 1;
    return presenceOf(this.#scene, 'deal') === 'shown' ? FOLDS - 1 : OPEN - 1;
  }

  /** @param {number} stop */
  #take(stop) {
    if (!this.#isDeal()) this.#stop = stop;
    else {
      this.#row = stop;
      this.#seen = Math.max(this.#seen, stop);
    }
  }

  #draw() {
    if (!this.#scene) return;
    const isPhone = this.#frame.isPhone();
    const words = this.#words();
    const isDeal = this.#isDeal();
    const place = isDeal ? this.#drawDeal(isPhone, words) : this.#drawValues(isPhone, words);
    say(this.#frame.caption, isPhone ? words.split(/[;,] /)[0] : words);
    this.#slider.show(isDeal ? 'Fold that measures' : 'C', place, words, isDeal);
  }

  /** @param {boolean} isPhone @param {string} words @returns {[number, number]} */
  #drawDeal(isPhone, words) {
    const layout = dealLayout(isPhone);
    this.#frame.show(`Models by folds. ${words}`, ...drawDeal(layout,
      { seen: this.#seen, row: this.#row, highest: this.#highest() }));
    return [layout.track, rowAt(layout, this.#row)];
  }

  /** @param {boolean} isPhone @param {string} words @returns {[number, number]} */
  #drawValues(isPhone, words) {
    const prices = this.#prices();
    const curve = this.#curve();
    const tests = presenceOf(this.#scene, 'test') === 'shown';
    const chart = foldsLayout(isPhone, prices.length, curve, tests);
    const measure = this.#store.get().comparison.choices.measures.split(',')[0];
    const asks = ['mean', 'test'].find((part) => presenceOf(this.#scene, part) === 'asked');
    this.#frame.show(`Values of the folds against C. ${words}`, ...drawFolds(chart, { prices, curve,
      stop: this.#stop, asks: /** @type {'mean' | 'test' | null} */ (asks ?? null), tests, measure }));
    return [across(chart, this.#stop), trackOf(chart)];
  }

  #words() {
    if (this.#isDeal()) return `Model ${this.#row + 1}: fold ${this.#row + 1} measures, the others train`;
    const point = this.#curve()?.points[this.#stop];
    const c = `C = ${this.#prices()[this.#stop]}`;
    if (!point || typeof point.valid !== 'number') return c;
    return `${c}: mean ${fixed(point.valid, 3)}; folds ${point.folds.map((value) =>
      (typeof value === 'number' ? fixed(value, 3) : '–')).join(', ')}`;
  }
}
