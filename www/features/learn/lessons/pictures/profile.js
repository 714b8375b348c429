// The decay profile c as bars: the weights of the ranks, the scores that meet them, and the sum of their products. And
// what training makes of other shapes of c.

import './profile/profile.css';
import { fixed } from '../../../../lib/format.js';
import { h, say } from '../../../../ui/dom.js';
import { pictureFrame, symbol } from './drawn-frame.js';
import { isIn, keyedValue, listenToPointer, sayValue } from '../../../../pictures/handles.js';
import { animation } from '../../../../pictures/motion.js';
import { drawProducts, drawSum } from './profile/draw-sums.js';
import { drawHeads, drawNames, drawScores, drawShape, drawWeights } from './profile/draw-profile.js';
import { columnBox, layoutOf, rankAt } from './profile/layouts.js';
import { SHAPES, exponentAt, productsOf, sumOf, swapped, trainedPages, weightsOf } from './profile/profile-run.js';
import { shapeView } from './profile/shapes.js';
import { changeOf, presenceOf } from './shown-parts.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Decay profile',
  shows: 'the decay profile c as bars, and what training makes of other profiles, remembered as “slight”, “usual”'
    + ' and “steep”',
  parts: { scores: 'score', rising: 'rise, rises (c)', shapes: 'flat, steep (shapes of c)' },
};

const FLATTENING = 700; // ms
const DECIMALS = 3;

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export function create(context) {
  const view = new ProfileView(context);
  return { element: view.element, update: (scene) => view.update(scene) };
}

class ProfileView {
  #announce;
  #frame = pictureFrame({ label: 'Decay profile', kind: 'decay-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  #shape = h('div', { class: 'drawn-handle', role: 'slider', tabIndex: 0, 'data-handle': '', hidden: true,
    'aria-label': 'Shape of c' });
  /** By page. @type {HTMLElement[]} */
  #bars = [];
  /** The highest score first. @type {import('./profile/profile-run.js').Page[]} */
  #pages = [];
  #key = '';
  /** @type {Scene | null} */
  #scene = null;
  /** The pages from rank 1 on, by their place among the sorted ones. @type {number[]} */
  #order = [];
  /** The page that is moved. */
  #held = 0;
  #position = SHAPES.usual;
  #motion = animation();
  #shapes;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
    this.#shapes = shapeView(this.#frame, announce, () => this.#draw());
    this.#frame.canvas.append(this.#shape);
    this.#listen();
  }

  /** Whether the step shows a part, or asks about it. @param {string} part */
  #has(part) {
    return presenceOf(this.#scene, part) !== 'absent';
  }

  /** Whether what the step asks about is shown. */
  #isTold() {
    return this.#scene !== null && isTold(this.#scene);
  }

  /** The weights of the ranks of the present shape; with a rising c the same ones the other way round. */
  #weights() {
    const settings = this.#scene?.state.run?.settings ?? {};
    const weights = weightsOf(settings, `power:${exponentAt(this.#position)}`, this.#pages.length);
    return this.#has('rising') ? [...weights].reverse() : weights;
  }

  #draw() {
    if (!this.#scene) return;
    const isBars = !this.#has('shapes');
    for (const one of [this.#shape, ...this.#bars]) one.hidden = true;
    this.#shapes.element.hidden = isBars;
    if (!isBars) return this.#shapes.draw(this.#scene);
    if (!this.#pages.length) return;
    const layout = layoutOf(this.#frame.isPhone());
    const weights = this.#weights();
    const scores = this.#pages.map(({ score }) => score);
    const ours = productsOf(weights, this.#order.map((page) => scores[page]));
    const isRising = this.#has('rising');
    const isFlat = this.#position === SHAPES.flat;
    const isSorted = this.#order.every((page, rank) => page === rank);
    const isHidden = isRising && !this.#isTold();
    this.#frame.show(this.#described(ours, isHidden), drawHeads(layout, scores.length),
      drawNames(layout, [
        { row: 'weight', name: ['weight ', symbol('c')],
          about: isRising ? 'rises with rank' : isFlat ? 'equal now' : 'falls with rank' },
        { row: 'score', name: ['score'], about: 'of the page there', ours: true },
        { row: 'product', name: ['product'], about: 'weight × score' }]),
      drawWeights(layout, weights, !isFlat), drawScores(layout, this.#pages, this.#order, this.#held),
      drawProducts(layout, ours, scores[0]),
      drawSum(layout, 0, layout.isPhone || isSorted ? 'yours' : 'swapped', isHidden ? null : ours, sumOf(scores)),
      drawSum(layout, 1, 'sorted', isHidden ? null : productsOf(weights, scores), sumOf(scores)),
      isRising ? null : drawShape(layout, this.#position, this.#isTold()));
    this.#placeHandles(layout);
  }

  /** @param {import('./profile/layouts.js').Layout} layout */
  #placeHandles(layout) {
    if (this.#bars.length !== this.#pages.length) {
      for (const one of this.#bars) one.remove();
      this.#bars = this.#pages.map((_page, page) => this.#barHandle(page));
      this.#frame.canvas.append(...this.#bars);
    }
    this.#bars.forEach((bar, page) => {
      const rank = this.#order.indexOf(page);
      bar.hidden = false;
      this.#frame.put(bar, columnBox(layout, rank));
      sayValue(bar, { least: 1, most: this.#pages.length, now: rank + 1,
        text: `rank ${rank + 1}, score ${fixed(this.#pages[page].score, DECIMALS)}` });
    });
    this.#shape.hidden = this.#has('rising');
    const { x, width, y } = layout.slider;
    const at = x + (width * this.#position) / SHAPES.flat;
    this.#frame.put(this.#shape, { x: at - 22, y: y - 22, width: 44, height: 44 });
    sayValue(this.#shape, { least: SHAPES.steep, most: this.#last(), now: this.#position,
      text: shapeText(this.#position) });
  }

  /** @param {number} page */
  #barHandle(page) {
    return h('div', { class: 'drawn-handle', role: 'slider', tabIndex: 0, 'data-handle': '',
      'aria-label': `Rank of ${this.#pages[page].name}`,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const rank = this.#order.indexOf(page);
        const to = keyedValue(event, rank, { least: 0, most: this.#pages.length - 1 });
        if (to === undefined) return;
        this.#swap(page, to);
        this.#rest();
      } });
  }

  /** The last position that the slider may take. */
  #last() {
    return this.#isTold() ? SHAPES.flat : SHAPES.closed;
  }

  /** A page changes places with the one at a rank. @param {number} page @param {number} rank */
  #swap(page, rank) {
    this.#held = page;
    this.#order = swapped(this.#order, this.#order.indexOf(page), rank);
    this.#draw();
  }

  /** @param {number} position */
  #setShape(position) {
    this.#position = Math.round(Math.min(this.#last(), Math.max(SHAPES.steep, position)));
    this.#draw();
  }

  /** Says what the handle has brought about; nothing that is still hidden. */
  #rest() {
    const names = this.#order.map((page) => this.#pages[page].name).join(', ');
    const weights = this.#weights();
    const scores = this.#pages.map(({ score }) => score);
    const sum = sumOf(productsOf(weights, this.#order.map((page) => scores[page])));
    this.#announce(this.#has('rising') && !this.#isTold() ? names
      : `${names}: sum ${fixed(sum, DECIMALS)}, sorted ${fixed(sumOf(productsOf(weights, scores)), DECIMALS)}`);
  }

  /** The drawing in a sentence. @param {readonly number[]} products @param {boolean} isHidden */
  #described(products, isHidden) {
    const names = this.#order.map((page) => this.#pages[page].name).join(', ');
    const shape = this.#has('rising') ? 'c rises' : shapeText(this.#position);
    return `${shape}. From rank 1: ${names}.${isHidden ? '' : ` Sum ${fixed(sumOf(products), DECIMALS)}.`}`;
  }

  #listen() {
    const layout = () => layoutOf(this.#frame.isPhone());
    listenToPointer(this.#frame, {
      grab: (place) => this.#heldAt(place),
      focus: (held) => (held === 'shape' ? this.#shape : this.#bars[held]),
      follow: (held, [x]) => {
        const { slider } = layout();
        if (held === 'shape') return this.#setShape(((x - slider.x) / slider.width) * SHAPES.flat);
        this.#swap(held, rankAt(layout(), x, this.#pages.length));
      },
      rest: () => this.#rest(),
    });
    this.#shape.addEventListener('keydown', (event) => {
      const to = keyedValue(event, this.#position, { least: SHAPES.steep, most: this.#last() });
      if (to === undefined) return;
      this.#setShape(to);
      this.#rest();
    });
  }

  /** @param {[number, number]} place @returns {number | 'shape' | null} */
  #heldAt(place) {
    if (!this.#pages.length || this.#has('shapes')) return null;
    const layout = layoutOf(this.#frame.isPhone());
    const { x, width, y } = layout.slider;
    if (!this.#has('rising') && isIn(place, { x: x - 20, y: y - 24, width: width + 40, height: 48 })) return 'shape';
    const rank = this.#order.findIndex((_page, at) => isIn(place, columnBox(layout, at)));
    return rank < 0 ? null : this.#order[rank];
  }

  /** A step begins, or its question is answered. @param {boolean} isAnswer */
  #begin(isAnswer) {
    const count = this.#pages.length;
    const sorted = this.#pages.map((_page, rank) => rank);
    const isTold = this.#isTold();
    this.#held = 0;
    if (this.#has('rising')) {
      this.#position = SHAPES.usual;
      this.#order = isTold ? [...sorted].reverse() : sorted;
      return this.#draw();
    }
    // With flat weights the sum stays the same, which only another order shows.
    const isSorted = !isAnswer || this.#order.every((page, rank) => page === rank);
    if (isSorted) this.#order = isTold && count > 2 ? swapped(sorted, 0, 2) : sorted;
    const from = isAnswer ? this.#position : SHAPES.usual;
    const to = isTold ? SHAPES.flat : SHAPES.usual;
    void this.#motion(isAnswer ? FLATTENING : 1, (share) => {
      this.#position = Math.round(from + share * (to - from));
      this.#draw();
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    this.#load(next);
    say(this.#frame.caption, captionOf(next));
    if (this.#has('shapes')) {
      this.#shapes.begin(was, next);
      return this.#draw();
    }
    if (!this.#pages.length) return;
    const { isNew, isAnswered } = changeOf(was, next);
    if (!isNew && !isAnswered && this.#order.length) return this.#draw();
    this.#begin(isAnswered && this.#order.length > 0);
  }

  /** Trains on the data of the step, once. @param {Scene} scene */
  #load({ ready, lines, state }) {
    const settings = state.run?.settings;
    const key = JSON.stringify(lines);
    if (!ready || !lines || !settings || key === this.#key) return;
    this.#key = key;
    try {
      this.#pages = trainedPages(lines, settings);
      this.#order = [];
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }
}

/** @param {number} position */
const shapeText = (position) => (position === SHAPES.flat ? 'c is flat'
  : `c falls as the rank to the power −${exponentAt(position)}`);

/** @param {Scene} scene */
const isTold = (scene) => ['scores', 'rising'].some((part) => presenceOf(scene, part) === 'shown');

/** @param {Scene} scene */
function captionOf(scene) {
  if (scene.show.includes('shapes')) return 'Press a shape: its weights, and what training made of it.';
  if (presenceOf(scene, 'rising') !== 'absent') {
    return 'The same weights, the other way round. Drag a blue bar to another rank.';
  }
  return isTold(scene) ? 'Flat weights: swap what you like, the sum stays.' : 'Drag a blue bar to another rank.';
}
