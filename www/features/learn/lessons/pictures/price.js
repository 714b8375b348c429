// Measures against C, the cost of slack: the reader slides C, and every stop trains a model and adds a point. New
// searches stay hidden until the answer, and the test is one dot at the end.

import './chart/chart.css';
import { say } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { LAST, NAMES, drawPrice, layoutOf, trackOf } from './chart/draw-price.js';
import { across } from './chart/frame.js';
import { peakOf, priceRun } from './chart/price-run.js';
import { pictureFrame } from './drawn-frame.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Measures against C', shows: 'measures against C on training, validation and test data',
  parts: { training: 'training', validation: 'validation, new searches', test: 'test' },
};

const OPEN = 3; // stops of the handle before the first question is answered
const POINT = 90; // ms from a point to the next
const DOT = 500; // ms until the dot of the test is there
const STOPS = NAMES.map((_name, stop) => stop);

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new PricePicture(context);

class PricePicture {
  #frame = pictureFrame({ label: 'Measures against C', kind: 'chart-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {import('./chart/price-run.js').PriceRun | null} */
  #run = null;
  /** The data and settings of the run. */
  #key = '';
  /** @type {Scene | null} */
  #scene = null;
  #stop = 0;
  /** The farthest stop that was visited. */
  #seen = 0;
  /** How many points of the newest curve are drawn, and whether the dot of the test is. */
  #shown = LAST + 1;
  #tests = true;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#highest()],
      value: () => this.#stop,
      valueAt: ([x]) => (this.#run ? LAST * shareOf(this.#layout(this.#run), x) : 0),
      take: (stop) => {
        this.#whole();
        this.#stop = stop;
        this.#seen = Math.max(this.#seen, stop);
      },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    if (next.ready) void this.#load(next);
    const { isNew, isAnswered } = changeOf(was, next);
    if (isNew || isAnswered) this.#begin(isAnswered);
    else this.#draw();
  }

  again() {
    this.#play();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  end() {
    this.#key = '';
    this.#run?.end();
    this.#run = null;
  }

  /** @param {Scene} next */
  async #load({ state: { run, data } }) {
    if (!run || !data) return;
    const key = `${data.request.sample} ${JSON.stringify({ ...run.settings, c: 0 })}`;
    if (key === this.#key) return;
    this.#key = key;
    try {
      const loaded = await priceRun(data.request, run.settings);
      if (key !== this.#key) return loaded.end();
      this.#run?.end();
      this.#run = loaded;
      this.#begin(false);
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }

  /** @param {import('./chart/price-run.js').PriceRun} run */
  #layout(run) {
    return layoutOf(this.#frame.isPhone(), run);
  }

  #asked() {
    return askedPart(this.#scene, description);
  }

  /** Whether a part has its points. @param {string} part */
  #isThere(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  #highest() {
    return this.#isThere('training') ? LAST : OPEN - 1;
  }

  #draw() {
    if (!this.#run || !this.#scene) return;
    const chart = this.#layout(this.#run);
    const asked = this.#asked();
    const grown = (/** @type {string} */ part) =>
      (this.#isThere(part) ? STOPS.slice(0, asked === part ? this.#shown : LAST + 1) : []);
    const train = STOPS.slice(0, Math.max(grown('training').length, this.#seen + 1));
    const measure = String(this.#scene.state.run?.settings.measure ?? 'ndcg').toUpperCase();
    const asks = asked && asked !== 'training' && !this.#isThere(asked) ? asked : null;
    const words = this.#words();
    this.#frame.show(`${measure} against C. ${words}`, drawPrice(chart, this.#run, { stop: this.#stop,
      highest: this.#highest(), train, valid: grown('validation'), asks, tests: this.#isThere('test') && this.#tests,
      measure }));
    say(this.#frame.caption, words);
    this.#slider.show('C', [across(chart, this.#stop), trackOf(chart)], words);
  }

  /** What is known at the stop of the handle. */
  #words() {
    if (!this.#run) return '';
    const { train, valid } = this.#run.at(this.#stop);
    const others = this.#isThere('validation') ? `, validation ${fixed(valid, 3)}` : '';
    return `C = ${NAMES[this.#stop]}: training ${fixed(train, 3)}${others}`;
  }

  #whole() {
    this.#shown = LAST + 1;
    this.#tests = true;
  }

  /** A step begins, or its question is answered. @param {boolean | undefined} isAnswered now */
  #begin(isAnswered) {
    if (!this.#run) return;
    this.#whole();
    if (isAnswered) return this.#play();
    if (!this.#isThere('training')) [this.#stop, this.#seen] = [0, 0];
    else this.#stop = this.#isThere('validation') ? peakOf(this.#run) : LAST;
    this.#draw();
  }

  /** The newest part comes point by point, and the handle goes with it. */
  #play() {
    if (!this.#run) return;
    const peak = peakOf(this.#run);
    const asked = this.#asked();
    if (asked === 'test') this.#stop = peak;
    void this.#slider.animate(asked === 'test' ? DOT : POINT * (LAST + 1), (share) => {
      this.#tests = share === 1;
      this.#shown = asked === 'test' ? LAST + 1 : Math.max(1, Math.round(share * (LAST + 1)));
      if (asked === 'validation') this.#stop = share === 1 ? peak : this.#shown - 1;
      if (asked === 'training') this.#stop = Math.max(this.#seen, this.#shown - 1);
    });
  }
}
