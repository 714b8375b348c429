// One page at a time: the score of each page against its grade, the squared error between them, and the list that comes
// of it; a fit by least squares beside one by pairs; and two classes, which do not see the order of good pages.

import './chart/chart.css';
import './plane/plane.css';
import './points/points.css';
import { fixed } from '../../../../lib/format.js';
import { say } from '../../../../ui/dom.js';
import { stateAt } from '../step-state.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';
import { drawPicture, handlePlace, layoutOf, scoreAt } from './points/draw-points.js';
import { classLoss, fits, squaredLoss } from './points/point-loss.js';
import { VIEWS, seen, wordsOf } from './points/views.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Scores and grades',
  shows: 'the score of each page against its grade, the loss of each page, and the sorted list',
  parts: { scores: 'score', fit: 'fit, squared (error)', blend: 'RankNet, pairs (between two models)',
    classes: 'class, good' },
};

const MOVE = 600; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new PointsPicture(context);

class PointsPicture {
  #frame = pictureFrame({ label: 'Pages as points', kind: 'points', redraw: () => this.#draw() });
  element = this.#frame.element;
  #losses = { squared: squaredLoss(), classed: classLoss() };
  /** @type {Scene | null} */
  #scene = null;
  /** @type {import('./points/views.js').Fits | null} */
  #fitted = null;
  #place = 0;
  /** The share of the way on which the two good pages of the classes change places. */
  #exchange = 0;
  /** Where the last answer found the handle. @type {number | null} */
  #asked = null;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      step: () => this.#view().step, range: () => this.#range(), value: () => this.#place,
      valueAt: ([x, y]) => {
        const layout = layoutOf(this.#frame.isPhone());
        return this.#view().moves === null ? shareOf(layout.track, x) : scoreAt(layout, y);
      },
      take: (place) => { this.#place = place; },
      words: () => this.#words(), announce,
    });
  }

  #view() {
    return VIEWS.find(({ part }) => presenceOf(this.#scene, part) !== 'absent') ?? VIEWS[0];
  }

  #isTold() {
    return presenceOf(this.#scene, this.#view().part) === 'shown';
  }

  #range() {
    return this.#isTold() ? this.#view().range : this.#view().open;
  }

  /** What the pages score and cost; whether the list waits for the answer, or has no order. */
  #now() {
    if (!this.#fitted) return null;
    const view = this.#view();
    const here = seen(view, this.#fitted, this.#losses, this.#place, this.#exchange);
    return { ...here, isHidden: here.isTied || (view.hidesList && !this.#isTold()) };
  }

  #words() {
    const here = this.#now();
    return here && this.#fitted ? wordsOf(here, this.#fitted.pages) : '';
  }

  #draw() {
    const here = this.#now();
    if (!here || !this.#fitted) return;
    const layout = layoutOf(this.#frame.isPhone());
    const view = this.#view();
    const words = this.#words();
    this.#frame.show(words, drawPicture(layout, view, this.#fitted.pages, here, this.#range()[1]));
    this.#slider.show(view.name, handlePlace(layout, view, this.#place, this.#fitted.pages.length),
      `${fixed(this.#place, 2)}, ${words}`, view.moves !== null);
  }

  /** A step begins; one that is answered already stands where the answer shows. */
  #begin() {
    const { first, told } = this.#view();
    const isTold = this.#isTold();
    this.#asked = null;
    this.#place = isTold ? told : first;
    this.#exchange = isTold ? this.#exchanged() : 0;
    this.#draw();
  }

  #exchanged() {
    return this.#view().part === 'classes' ? 1 : 0;
  }

  again() {
    if (this.#asked === null) return;
    const [from, { told }, exchanged] = [this.#asked, this.#view(), this.#exchanged()];
    void this.#slider.animate(MOVE, (share) => {
      this.#place = (1 - share) * from + share * told;
      this.#exchange = share * exchanged;
    }).then(this.#slider.announce);
  }

  canRepeat() {
    return this.#asked !== null;
  }

  end() {
    for (const one of [this.#losses.squared, this.#losses.classed, this.#fitted]) one?.end();
  }

  /** Fits the data of the step. Those of its answer may have other grades. @param {Scene} scene */
  #fit({ open }) {
    const { data, c } = stateAt(open.lesson, open.step, false);
    if (!Array.isArray(data)) return;
    this.#fitted?.end();
    this.#fitted = fits(data, Number(c ?? 1));
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    try {
      if (isNew) {
        this.#fit(next);
        this.#begin();
      }
      if (isAnswered) {
        this.#asked = this.#place;
        this.again();
      }
      say(this.#frame.caption, this.#view().caption);
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }
}
