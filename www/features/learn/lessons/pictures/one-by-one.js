// An online learner: each search is paid before w learns from it. The reader slides through the searches. The rest of
// the losses, the best fixed w and the bound on the regret stay hidden until the answer.

import './chart/chart.css';
import './one-by-one/one-by-one.css';
import { say } from '../../../../ui/dom.js';
import { count, fixed, plural } from '../../../../lib/format.js';
import { across } from './chart/frame.js';
import { pictureFrame } from './drawn-frame.js';
import { drawPaid } from './one-by-one/draw-paid.js';
import { layoutOf, tickOf, trackOf } from './one-by-one/layout.js';
import { seenOf, wishesOf } from './one-by-one/paid-run.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'One by one',
  shows: 'what an online learner pays search by search, the best fixed w in hindsight, and the bound on the regret',
  parts: { paid: 'paid, pay, loss', best: 'best, hindsight, regret', bound: 'bound, proof' },
};

const OPEN = 20; // searches of the handle before the first question is answered
const GROWTH = 2000; // ms of a curve

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new PaidPicture(context);

class PaidPicture {
  #frame = pictureFrame({ label: 'One by one', kind: 'chart-stage paid-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {import('./one-by-one/paid-run.js').Seen[]} */
  #seen = [];
  /** @type {readonly unknown[] | null} */
  #reports = null;
  /** @type {Scene | null} */
  #scene = null;
  #at = 1;
  /** How much of the newest curve is drawn, from 0 to 1. */
  #grown = 1;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [1, this.#highest()],
      value: () => this.#at,
      valueAt: ([x]) => this.#seen.length * shareOf(this.#layout(), x),
      take: (at) => {
        this.#grown = 1;
        this.#at = at;
      },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    const reports = next.open.snapshots[next.open.step]?.now?.reports ?? null;
    const isOther = reports !== this.#reports;
    this.#reports = reports;
    if (isOther) this.#seen = seenOf(reports ?? []);
    const { isNew, isAnswered } = changeOf(was, next);
    if (isNew || isAnswered || isOther) this.#begin(isAnswered);
    else this.#draw();
  }

  again() {
    this.#begin(true);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  #isBound() {
    return Boolean(this.#scene?.show.some((part) => part.startsWith('bound')));
  }

  /** @param {string} part */
  #isThere(part) {
    return presenceOf(this.#scene, part) === 'shown';
  }

  #layout() {
    return layoutOf(this.#frame.isPhone(), this.#seen, this.#isBound());
  }

  #highest() {
    const isOpen = this.#isBound() || this.#isThere('paid');
    return isOpen ? this.#seen.length : Math.min(OPEN, this.#seen.length);
  }

  #draw() {
    if (!this.#scene || !this.#seen.length) return;
    const chart = this.#layout();
    const asked = askedPart(this.#scene, description);
    const { length } = this.#seen;
    const long = (/** @type {keyof typeof description.parts} */ part) =>
      (this.#isThere(part) ? Math.round(length * (asked === part ? this.#grown : 1)) : 0);
    const words = this.#words();
    this.#frame.show(words, drawPaid(chart, this.#seen, { at: this.#at, highest: this.#highest(),
      paid: this.#isThere('paid') ? long('paid') : this.#at, best: long('best'), bound: long('bound'),
      hidden: asked && !this.#isThere(asked) ? hiddenWords(asked, length) : null,
      wishes: wishesOf(this.#scene.lines) }, this.#isBound()));
    say(this.#frame.caption, words);
    this.#slider.show('Searches seen', [across(chart, this.#at), trackOf(chart)], words);
  }

  /** What is known after the searches seen. */
  #words() {
    const now = this.#seen[this.#at - 1];
    if (!now) return '';
    if (this.#isBound()) {
      const bound = this.#isThere('bound') ? `, bound ${fixed(now.bound, 3)}` : '';
      return `After ${plural(this.#at, 'search', 'searches')}: regret ${fixed(now.regret, 3)} a search${bound}`;
    }
    if (!this.#isThere('best')) {
      return `Search ${count(this.#at)} costs ${fixed(now.cost, 3)}. Mean paid so far: ${fixed(now.paid, 3)}`;
    }
    // Printed parts add up: the middle one takes the rounding.
    const [paid, regret] = [now.paid, now.regret].map((value) => Math.round(value * 1000) / 1000);
    return `After ${plural(this.#at, 'search', 'searches')}: paid ${fixed(paid, 3)} a search, best fixed w ${
      fixed(paid - regret, 3)}, regret ${fixed(regret, 3)}`;
  }

  /** A step begins, or its question is answered: the newest curve grows. @param {boolean} isAnswered now */
  #begin(isAnswered) {
    if (!this.#seen.length || !this.#scene) return;
    const { length } = this.#seen;
    const tick = tickOf(length);
    const last = this.#isBound() ? Math.min(4 * tick, length) : length;
    if (!isAnswered) this.#at = this.#isThere('paid') ? length : this.#isBound() ? tick : 1;
    void this.#slider.animate(isAnswered ? GROWTH : 1, (share) => {
      this.#grown = share;
      if (isAnswered) this.#at = Math.max(1, Math.round(share * last));
    });
  }
}

/** @param {keyof typeof description.parts} part @param {number} searches @returns {[string, string]} */
function hiddenWords(part, searches) {
  if (part === 'paid') {
    return [`searches ${count(OPEN + 1)} to ${count(searches)}: ?`, 'They come after your guess, one by one.'];
  }
  return part === 'best' ? ['best fixed w: ?', 'Its line comes after your guess.']
    : ['proved bound: ?', 'Its line comes after your guess.'];
}
