// Items as points of a map, and a user as an arrow: the reader turns the arrow, and the worker sorts the items. How
// long the arrow is waits for the answer.

import './chart/chart.css';
import './tastes/tastes.css';
import { fixed } from '../../../../lib/format.js';
import { h, say } from '../../../../ui/dom.js';
import { drawn, leading, scaleOf } from '../../../ratings/map-geometry.js';
import { pictureFrame } from './drawn-frame.js';
import { listenToSlide, sayValue } from '../../../../pictures/handles.js';
import { animation } from '../../../../pictures/motion.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { drawFirst, drawMap } from './tastes/draw-map.js';
import { layoutOf, numbersAt, placeOf } from './tastes/layouts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('../../../../core/ratings-protocol.js').Factors} Factors */

export const description = {
  name: 'Tastes as arrows', shows: 'items as points of a map, a user as an arrow that turns, and the list of its first '
    + 'items. The run has two numbers for each user',
  parts: { map: 'items, map, arrow', length: 'length, long' },
};

const ROOM = 2; // of the longest learned arrow, which the map has room for
const [TURN, GROW] = [5, 0.1]; // degrees and learned lengths of a key
const LENGTHEN = 800; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new TastesPicture(context);

class TastesPicture {
  #store;
  #handle = h('div', { class: 'chart-handle', role: 'slider', tabIndex: 0, 'data-handle': '',
    'aria-label': 'Direction of the arrow', hidden: true }, h('span', { 'aria-hidden': 'true' }, '✥'));
  #frame = pictureFrame({ label: 'Tastes as arrows', kind: 'chart-stage tastes-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #motion = animation();
  #unwatch;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ store, announce }) {
    this.#store = store;
    this.#frame.canvas.append(this.#handle);
    listenToSlide(this.#frame, this.#handle, {
      at: (place) => {
        const factors = this.#factors();
        if (factors) this.#point(numbersAt(layoutOf(this.#frame.isPhone()), place, this.#scale(factors).perUser));
      },
      by: (steps, isUpwards) => {
        const by = Math.max(-1, Math.min(1, steps));
        const [length, angle] = this.#polar();
        if (isUpwards) this.#stretch(length + by * GROW * this.#learned());
        else this.#point(towards(angle - (by * TURN * Math.PI) / 180, length));
      },
      rest: () => announce(this.#words()),
    });
    this.#unwatch = store.watch(({ ratings }) => [ratings.trained, ratings.view, ratings.arrow], () => this.#draw());
  }

  end() {
    this.#unwatch();
    this.#motion.stop();
    queueMicrotask(() => this.#store.dispatch({ type: 'ratings/arrow', arrow: null }));
  }

  /** @param {Scene} next */
  update(next) {
    const { isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isAnswered) this.#lengthen();
    this.#draw();
  }

  again() {
    this.#lengthen();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  /** @returns {Factors | null} */
  #factors() {
    return this.#store.get().ratings.trained?.factors ?? null;
  }

  /** @param {Factors} factors */
  #scale(factors) {
    const { perItem, perUser } = scaleOf(factors);
    return { perItem, perUser: perUser / ROOM };
  }

  /** The first two numbers of the user, as they are learned. @returns {[number, number]} */
  #taste() {
    const { trained, user } = this.#store.get().ratings;
    return trained ? leading(trained.factors.tastes, trained.factors.rank, user) : [1, 0];
  }

  #learned() {
    return Math.hypot(...this.#taste());
  }

  #arrow() {
    return this.#store.get().ratings.arrow ?? this.#taste();
  }

  /** Length and angle. @returns {[number, number]} */
  #polar() {
    const [x, y] = this.#arrow();
    return [Math.hypot(x, y), Math.atan2(y, x)];
  }

  #isFree() {
    return presenceOf(this.#scene, 'length') === 'shown';
  }

  /** Turns the arrow; its length follows once it may. @param {readonly [number, number]} to */
  #point([x, y]) {
    this.#motion.stop();
    const length = this.#isFree() ? Math.hypot(x, y) : this.#learned();
    this.#set(towards(Math.atan2(y, x), Math.min(ROOM * this.#learned(), length)));
  }

  /** @param {number} length */
  #stretch(length) {
    if (!this.#isFree()) return;
    this.#motion.stop();
    this.#set(towards(this.#polar()[1], Math.min(ROOM * this.#learned(), Math.max(0.02 * this.#learned(), length))));
  }

  /** @param {[number, number]} arrow */
  #set(arrow) {
    this.#store.dispatch({ type: 'ratings/arrow', arrow });
  }

  /** The arrow grows to twice its length. */
  #lengthen() {
    const angle = this.#polar()[1];
    const learned = this.#learned();
    void this.#motion(LENGTHEN, (share) => this.#set(towards(angle, learned * (1 + (ROOM - 1) * share))));
  }

  /** The first items of the newest list. */
  #first() {
    const { view, user } = this.#store.get().ratings;
    return view?.user === user ? view.view.top : [];
  }

  #draw() {
    const factors = this.#factors();
    if (!factors || !this.#scene?.ready) return;
    const layout = layoutOf(this.#frame.isPhone());
    const scale = this.#scale(factors);
    const view = { arrow: this.#arrow(), first: this.#first(), longest: ROOM * this.#learned() };
    const words = this.#words();
    this.#frame.show(`Items as points, a user as an arrow. ${words}`, ...drawMap(layout, factors, scale, view),
      ...drawFirst(layout, factors, view));
    say(this.#frame.caption, this.#isFree() ? 'Pull the tip: the arrow turns, and gets longer or shorter.'
      : 'Pull the tip: the arrow turns.');
    const [x, y] = placeOf(layout, drawn(view.arrow, scale.perUser));
    this.#handle.hidden = false;
    this.#frame.put(this.#handle, { x, y });
    const degrees = Math.round((this.#polar()[1] * 180) / Math.PI);
    sayValue(this.#handle, { least: -180, most: 180, now: degrees, text: words });
  }

  #words() {
    const [length, angle] = this.#polar();
    const first = this.#first().slice(0, 3).map((item) => `item ${item + 1}`).join(', ');
    const share = fixed(length / (this.#learned() || 1), 1);
    return `The arrow points to ${Math.round((angle * 180) / Math.PI)}°, ${share} of its learned length. First: ${
      first || 'not known yet'}.`;
  }
}

/** @param {number} angle @param {number} length @returns {[number, number]} */
const towards = (angle, length) => [length * Math.cos(angle), length * Math.sin(angle)];
