// The hinge and the logistic loss of a pair: their curves by the margin, their slopes as pulls on pages, the pulls of
// three pages added up, and the pulls that are left in a trained search.

import './chart/chart.css';
import './losses/losses.css';
import { fixed } from '../../../../lib/format.js';
import { say } from '../../../../ui/dom.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider } from './value-slider.js';
import { MARGINS, layoutOf, marginAt } from './losses/draw-losses.js';
import { pairLoss } from './losses/pair-loss.js';
import { trainedSearches } from './losses/trained-search.js';
import { STOPS, captionOf, drawEnd, drawPair, endWords, pairWords, stopAt, stopPlace } from './losses/views.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Losses of a pair',
  shows: 'the hinge and the logistic loss of a pair, their pulls on pages, and the pairs that still pull after'
    + ' training',
  parts: { hinge: 'hinge', logistic: 'logistic', slope: 'slope, pull, arrow', third: 'third, page',
    trained: 'trained, training (pairs)' },
};

const MOVE = 500; // ms
const STEP = 0.05;
/** The margin of the middle page over the last one. */
const SECOND = 0.7;
/** For each view: its first margin, where the handle stops before the answer and after it, and where Reveal leads. */
const VIEWS = {
  hinge: { first: -0.6, last: 0, told: 0.5, open: MARGINS[1] },
  slope: { first: 0.4, last: 0.95, told: 1.7, open: MARGINS[1] },
  third: { first: 0.4, last: 2.4, told: 0, open: 2.4 },
};

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new PairPicture(context);

class PairPicture {
  #frame = pictureFrame({ label: 'Losses of a pair', kind: 'losses', redraw: () => this.#draw() });
  element = this.#frame.element;
  #losses = { hinge: pairLoss('hinge'), logistic: pairLoss('logistic') };
  #trained = trainedSearches();
  /** @type {Scene | null} */
  #scene = null;
  #margin = 0;
  #second = SECOND;
  #stop = STOPS.length - 1;
  /** Where the last answer found the handle. @type {{ margin: number, second: number } | null} */
  #asked = null;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      step: () => (this.#has('trained') ? 1 : STEP),
      range: () => (this.#has('trained') ? [0, STOPS.length - 1] : [MARGINS[0], this.#last()]),
      value: () => (this.#has('trained') ? this.#stop : this.#margin),
      valueAt: ([x]) => (this.#has('trained') ? stopAt(this.#frame.isPhone(), x)
        : marginAt(layoutOf(this.#frame.isPhone()), x)),
      take: (value) => {
        if (this.#has('trained')) this.#stop = value;
        else this.#margin = value;
      },
      words: () => this.#words(), announce,
    });
  }

  /** Whether the step shows a part, or asks about it. @param {string} part */
  #has(part) {
    return presenceOf(this.#scene, part) !== 'absent';
  }

  #view() {
    return this.#has('third') ? 'third' : this.#has('slope') ? 'slope' : 'hinge';
  }

  /** Whether what the view asks about is shown. A trained search asks about the hinge. */
  #isTold() {
    return presenceOf(this.#scene, this.#view()) === 'shown';
  }

  /** The last margin that the handle reaches. */
  #last() {
    return VIEWS[this.#view()][this.#isTold() ? 'open' : 'last'];
  }

  #shown() {
    return [this.#losses.hinge, this.#losses.logistic].filter(({ kind }) => this.#has(kind));
  }

  /** The trained search with each loss; null before the answer. */
  #searches() {
    const lines = this.#scene?.lines ?? [];
    return { logistic: this.#trained(this.#losses.logistic, lines, STOPS[this.#stop]),
      hinge: this.#isTold() ? this.#trained(this.#losses.hinge, lines, STOPS[this.#stop]) : null };
  }

  #words() {
    if (!this.#has('trained')) return pairWords(this.#view(), this.#shown(), this.#margin);
    const { logistic, hinge } = this.#searches();
    return endWords(logistic, hinge, this.#stop);
  }

  #draw() {
    const scene = this.#scene;
    if (!scene?.lines) return;
    const isPhone = this.#frame.isPhone();
    if (this.#has('trained')) {
      const { logistic, hinge } = this.#searches();
      this.#frame.show(this.#words(), drawEnd(logistic, hinge, this.#stop, isPhone));
      return this.#slider.show('C', stopPlace(isPhone, this.#stop), `C is ${STOPS[this.#stop]}`);
    }
    const { place, drawn } = drawPair(layoutOf(isPhone), this.#view(), this.#shown(), { margin: this.#margin,
      second: this.#second, last: this.#last(), isTold: this.#isTold() });
    this.#frame.show(this.#words(), drawn);
    this.#slider.show('Margin', place, fixed(this.#margin, 2));
  }

  /** A step begins; one that is answered already stands where the answer shows. */
  #begin() {
    const view = this.#view();
    const isTold = this.#isTold();
    this.#asked = null;
    this.#margin = isTold ? VIEWS[view].told : VIEWS[view].first;
    this.#second = isTold && view === 'third' ? 0 : SECOND;
    this.#draw();
  }

  again() {
    if (!this.#asked || this.#has('trained')) return;
    const { margin, second } = this.#asked;
    const view = this.#view();
    const { told } = VIEWS[view];
    const target = view === 'third' ? 0 : SECOND;
    void this.#slider.animate(MOVE, (share) => {
      this.#margin = (1 - share) * margin + share * told;
      this.#second = (1 - share) * second + share * target;
    }).then(this.#slider.announce);
  }

  canRepeat() {
    return this.#asked !== null && !this.#has('trained');
  }

  end() {
    for (const loss of Object.values(this.#losses)) loss.end();
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    try {
      if (isNew) this.#begin();
      if (isAnswered) {
        this.#asked = { margin: this.#margin, second: this.#second };
        if (this.#has('trained')) this.#draw();
        else this.again();
      }
      say(this.#frame.caption, captionOf(this.#has('trained') ? 'trained' : this.#view(), this.#isTold()));
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }
}
