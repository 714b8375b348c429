// The expected AP of the six orders of three pages along a tilt, and the order that each loss picks. The handle tilts;
// it stops at 0 until the answer shows the other side.

import './chart/chart.css';
import './orders/orders.css';
import { say } from '../../../../ui/dom.js';
import { drawOrders, pickText, placeOf, pointAt, regretText, stageLayout, tiltAt, tiltText
} from '../../../../pictures/orders-chart.js';
import { pictureFrame } from './drawn-frame.js';
import { TRAINED, ordersLab, shownOf } from './orders/orders-lab.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Six orders',
  shows: 'the expected AP of the six orders of three pages along a tilt t, and the order that each loss picks. It '
    + 'needs no data',
  parts: { orders: 'list, order', jump: 'best (order on both sides)', pick: 'loss', all: 'convex (losses)' },
};

const STEP = 0.0025;
const START = 0.05; // where the handle stands first
const GROWTH = 1400; // ms of the way to the other side

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new OrdersPicture(context);

class OrdersPicture {
  #frame = pictureFrame({ label: 'Six orders', kind: 'chart-stage orders-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {import('./orders/orders-lab.js').ListCalibration | null} */
  #lab = null;
  /** @type {Scene | null} */
  #scene = null;
  #t = START;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      step: () => STEP, range: () => this.#range(), value: () => this.#t,
      valueAt: ([x]) => (this.#lab ? tiltAt(this.#layout(), this.#lab, x) : 0),
      take: (t) => { this.#t = t; },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    try {
      this.#lab ??= ordersLab();
    } catch (error) {
      this.#frame.sayFault(error);
    }
    if (isNew) this.#t = this.#isThere('jump') ? 0 : START;
    if (isAnswered && next.show.includes('jump?')) this.again();
    else this.#draw();
  }

  /** Walks from one side to the other. */
  again() {
    void this.#slider.animate(GROWTH, (share) => {
      this.#t = Math.round((START * (1 - 2 * share)) / STEP) * STEP;
    }).then(this.#slider.announce);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed && this.#scene.show.includes('jump?'));
  }

  /** @param {string} part */
  #isThere(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  /** @returns {readonly [number, number]} */
  #range() {
    return [this.#isThere('jump') ? -0.1 : 0, 0.1];
  }

  #layout() {
    return stageLayout(this.#frame.isPhone());
  }

  /** The losses that have a lane, and whether the lane waits for the answer. */
  #lanes() {
    if (!this.#lab || !this.#scene) return { shown: [], isHidden: false };
    const isAll = presenceOf(this.#scene, 'all') === 'shown';
    const one = presenceOf(this.#scene, 'pick');
    if (isAll) return { shown: shownOf(this.#lab), isHidden: false };
    return { shown: one === 'absent' ? [] : shownOf(this.#lab, [TRAINED]), isHidden: one === 'asked' };
  }

  #words() {
    if (!this.#lab) return '';
    const { best, picks, t } = pointAt(this.#lab, this.#t);
    const { orders, methods } = this.#lab;
    const names = best.map((order) => orders[order].name);
    const { shown, isHidden } = this.#lanes();
    const told = isHidden ? [] : shown.map((at) => `${methods[at].label} picks `
      + `${pickText({ orders }, picks[at].orders)}, regret ${regretText(picks[at].regret)}.`);
    return [`t = ${tiltText(t)}: best ${names.length > 1 ? 'are' : 'is'} ${names.join(' and ')}.`, ...told]
      .join(' ');
  }

  #draw() {
    const lab = this.#lab;
    if (!lab || !this.#scene) return;
    const layout = this.#layout();
    const { shown, isHidden } = this.#lanes();
    const [least] = this.#range();
    const words = this.#words();
    this.#frame.show(words, drawOrders(layout, lab, { t: this.#t, shown, isHidden, from: least }));
    const point = pointAt(lab, this.#t);
    say(this.#frame.caption, `t = ${tiltText(point.t)}: best ${point.best.length > 1 ? 'are' : 'is'} `
      + `${point.best.map((order) => lab.orders[order].name).join(' and ')}`);
    this.#slider.show('Tilt t', [placeOf(layout, lab, this.#t), layout.track], words);
  }
}
