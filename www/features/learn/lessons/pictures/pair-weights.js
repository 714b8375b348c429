// The pairs of one search, sorted by what they miss, and the weights that OWPC gives to this order: from the mean of
// all pairs to the maximum, and the list that follows. Or the pairs as arrows, with a w that turns.

import './chart/chart.css';
import './plane/plane.css';
import './pair-weights/weights.css';
import { say } from '../../../../ui/dom.js';
import { pictureFrame } from './drawn-frame.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';
import { shareOf, valueSlider } from './value-slider.js';
import { drawRows } from './plane/draw-list.js';
import { pairLoss } from './losses/pair-loss.js';
import { degreesAt, dialOf, drawTurn, pairsUnder, rightOf, tipOf } from './pair-weights/draw-arrows.js';
import { owpcRuns, stopsOf } from './pair-weights/stops.js';
import { captionOf, handleName, handleWords, resultOf, trackWords, turnWords } from './pair-weights/words.js';
import { drawHeads, drawPairs, drawSum, drawTie, drawTrack, layoutOf, stopX } from './pair-weights/draw-weights.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

/**
 * `iterations`: the handle goes through training, and with `order` on to another w. `share`: how many pairs count. Else
 * it goes from the mean to `between`, 1/j, and `maximum`. A stop with a question mark opens with the answer. With
 * `arrows` it turns w, and `maximum` is what training ends with.
 */
export const description = {
  name: 'Weights of pairs',
  shows: 'the pairs of a search, the worst first, with their weights and the list that follows; or the pairs as '
    + 'arrows, with a w that turns',
  parts: { iterations: 'iteration, training', order: 'order (another w)', weights: 'weight',
    share: 'count (the worst pairs)', arrows: 'arrow (pairs, a w that turns)', between: 'between, 1/j',
    maximum: 'maximum' },
};

const AGAIN = 500; // ms for which *Show again* shows the list before
const ZERO = 1e-6; // the length of w below which all scores are equal
const START = 100; // degrees of w at first
const KEY = 5; // degrees of a key

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new WeightsPicture(context);

class WeightsPicture {
  #frame = pictureFrame({ label: 'Pairs and their weights', kind: 'pair-weights', redraw: () => this.#draw() });
  element = this.#frame.element;
  #loss = pairLoss('hinge');
  #runs = owpcRuns(this.#loss);
  /** @type {Scene | null} */
  #scene = null;
  #at = 0;
  /** The stop of the list from which the moves are told. */
  #before = 0;
  /** The direction of w in degrees; null for w = 0. @type {number | null} */
  #degrees = START;
  #slider;
  #announce;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
    this.#slider = valueSlider(this.#frame, {
      step: () => (this.#has('arrows') ? KEY : this.#isBetween() ? 2 : 1),
      range: () => [0, this.#has('arrows') ? 360 - KEY : this.#last()],
      value: () => (this.#has('arrows') ? this.#degrees ?? START : this.#at),
      valueAt: ([x, y]) => {
        if (this.#has('arrows')) return degreesAt(dialOf(this.#frame.isPhone()), [x, y]);
        return (this.#stops().length - 1) * shareOf(layoutOf(this.#frame.isPhone(), 2).track, x);
      },
      move: (value) => {
        if (this.#has('arrows')) this.#turnTo(value);
        else if (value !== this.#at) this.#goTo(value);
      },
      rest: () => announce(this.#words()),
    });
  }

  /** Whether the step shows a part, or asks about it. @param {string} part */
  #has(part) {
    return presenceOf(this.#scene, part) !== 'absent';
  }

  #shown() {
    return Object.keys(description.parts).filter((part) => this.#has(part));
  }

  #stops() {
    const c = this.#scene?.state.run?.settings.c ?? 1;
    return stopsOf(this.#shown(), (generator) => this.#runs(this.#scene?.lines ?? [], generator, c), c);
  }

  /** The stop that the question is about; -1 if it is about none. */
  #asked() {
    const asked = askedPart(this.#scene, description);
    return !asked ? -1 : asked === 'between' ? 1 : this.#stops().length - 1;
  }

  /** Whether the answer stands between the open stops, so that the handle passes over it. */
  #isBetween() {
    return presenceOf(this.#scene, 'between') === 'asked';
  }

  /** The last stop that the handle reaches. */
  #last() {
    const end = this.#stops().length - 1;
    if (this.#scene?.revealed || this.#isBetween() || this.#asked() < 0) return end;
    // A few worst pairs alone already tell what a single one does.
    return this.#has('share') ? Math.floor(end / 2) : end - 1;
  }

  #words() {
    if (this.#has('arrows')) return turnWords(this.#arrows().pairs, this.#degrees, rightOf);
    return resultOf(this.#shown(), this.#stops()[this.#at]);
  }

  /** The pairs under the w that turns. */
  #arrows() {
    const run = this.#runs(this.#scene?.lines ?? [], 'constant', this.#scene?.state.run?.settings.c ?? 1);
    return { run, pairs: pairsUnder(run, this.#degrees, this.#loss) };
  }

  #drawArrows() {
    const { run: { pages }, pairs } = this.#arrows();
    const isPhone = this.#frame.isPhone();
    this.#frame.show(this.#words(), drawTurn(layoutOf(isPhone, pages.length), pages, pairs, this.#degrees));
    const dial = dialOf(isPhone);
    this.#slider.show('Direction of w', this.#degrees === null ? [dial.x, dial.y] : tipOf(dial, this.#degrees),
      this.#words());
  }

  /** @param {number | null} degrees */
  #turnTo(degrees) {
    this.#degrees = degrees;
    this.#draw();
    say(this.#frame.caption, captionOf(this.#shown(), degrees === null));
  }

  /** @param {number} stop */
  #goTo(stop) {
    [this.#before, this.#at] = [this.#at, stop];
    this.#draw();
  }

  #draw() {
    if (!this.#scene?.lines || !this.#scene.state.run) return;
    if (this.#has('arrows')) return this.#drawArrows();
    const [shown, stops, last] = [this.#shown(), this.#stops(), this.#last()];
    this.#at = Math.min(this.#at, last);
    const { pages, turn, name } = stops[this.#at];
    const layout = layoutOf(this.#frame.isPhone(), pages.length);
    const isWeighed = shown.includes('weights');
    const isTied = turn.norm < ZERO;
    const before = stops[Math.min(this.#before, last)].turn;
    const isMoved = this.#before !== this.#at && !isTied && before.norm >= ZERO;
    this.#frame.show(this.#words(), drawHeads(layout, isWeighed),
      drawRows(layout, pages, turn.ranking, isMoved ? before.ranking : null),
      isTied ? drawTie(layout, pages.length) : null,
      drawPairs(layout, pages, turn.pairs, isWeighed),
      drawSum(layout, turn.loss, isWeighed, isWeighed ? null : turn,
        shown.includes('order') ? stops[stops.length - 2].turn : null),
      drawTrack(layout, stops.map((stop) => stop.name), last, this.#isBetween() ? 1 : -1,
        trackWords(shown)));
    this.#slider.show(handleName(shown), [stopX(layout.track, this.#at, stops.length), layout.track.y],
      handleWords(shown, name));
  }

  /** The last move of the list once more. */
  again() {
    const [from, to] = [this.#before, this.#at];
    this.#at = from;
    this.#draw();
    setTimeout(() => {
      if (this.#at === from) this.#goTo(to);
    }, AGAIN);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed) && this.#before !== this.#at;
  }

  end() {
    this.#loss.end();
  }

  /** @param {Scene} next */
  update(next) {
    if (!next.lines || !next.state.run || (!next.ready && !this.#scene)) return;
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    try {
      if (isNew) this.#at = this.#before = this.#has('iterations') ? 1 : 0;
      if (isNew) this.#degrees = START;
      const told = this.#has('iterations') ? this.#last() : this.#asked();
      if (this.#has('arrows')) {
        const trained = this.#runs(next.lines, 'top:1', next.state.run.settings.c).turns.at(-1);
        this.#turnTo(next.revealed && (isNew || isAnswered) && trained && trained.norm < ZERO ? null : this.#degrees);
      } else if (next.revealed && (isNew || isAnswered) && told >= 0) this.#goTo(told);
      else this.#draw();
      say(this.#frame.caption, captionOf(this.#shown(), this.#degrees === null));
      if (isAnswered) this.#announce(this.#words());
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }
}
