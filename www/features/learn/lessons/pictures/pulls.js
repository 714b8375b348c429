// The pulls on the pages of one search, and what makes them: the shares of the list by grade and by score, or the pairs
// of a page, whose weights change with the rounds of boosting and with what a swap changes in NDCG.

import './chart/chart.css';
import './pulls/pulls.css';
import { say } from '../../../../ui/dom.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider } from './value-slider.js';
import { drawRows } from './pulls/draw-rows.js';
import { rowMiddle } from './pulls/layouts.js';
import { rowChoice } from './pulls/row-choice.js';
import { PairsView } from './pulls/pairs-view.js';
import { SharesView } from './pulls/shares-view.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

/**
 * `gains`: the shares come from gains instead of grades. `rounds`: the scores of the first rounds of boosting.
 * `swaps`: the weight of each pair times what a swap of its pages would change in NDCG.
 */
export const description = {
  name: 'Pulls',
  shows: 'the pages of one search with the pull on each, and the two shares of the list, or the pairs, that make it',
  parts: { shares: 'share', gains: 'gain', pairs: 'pair', rounds: 'round', swaps: 'swap' },
};

const MOVE = { shares: 600, pairs: 2000 }; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new PullsPicture(context);

class PullsPicture {
  #frame = pictureFrame({ label: 'Pulls', kind: 'chart-stage pulls-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #views = { shares: new SharesView(), pairs: new PairsView() };
  /** @type {'shares' | 'pairs'} */
  #kind = 'shares';
  #rows = rowChoice(this.#frame, { label: 'Page', choose: (rank) => this.#choose(rank) });
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      step: () => this.#view.step, range: () => this.#view.range(), value: () => this.#view.value(),
      valueAt: ([x]) => this.#view.valueAt(this.#frame.isPhone(), x),
      take: (value) => this.#view.move(value),
      words: () => this.#view.words(), announce,
    });
  }

  get #view() {
    return this.#views[this.#kind];
  }

  /** @param {number} rank */
  #choose(rank) {
    this.#view.choose(rank);
    this.#draw();
    this.#slider.announce();
  }

  #draw() {
    const isPhone = this.#frame.isPhone();
    const now = this.#scene && this.#view.draw(isPhone);
    if (!now) return;
    const { rows, pages, order, chosen, drawn, handle } = now;
    this.#frame.show(this.#view.words(), drawRows(rows, pages, order, chosen, isPhone), drawn);
    this.#rows.show(order.map((page) => `${pages[page].title}, grade ${pages[page].grade}`), order.indexOf(chosen),
      (rank) => ({ x: rows.x, y: rowMiddle(rows, rank) - rows.height / 2, width: rows.width, height: rows.height }));
    if (handle) this.#slider.show(handle.name, handle.place, handle.text);
    else this.#slider.hide();
  }

  again() {
    void this.#slider.animate(MOVE[this.#kind], (share) => this.#view.tell(share)).then(this.#slider.announce);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  /** @param {Scene} next */
  update(next) {
    if (!next.state.snapshot?.pulls || (!next.ready && !this.#scene)) return;
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    try {
      this.#kind = presenceOf(next, 'pairs') === 'absent' ? 'shares' : 'pairs';
      this.#view.update(next, isNew);
      if (isAnswered) this.again();
      else this.#draw();
      say(this.#frame.caption, this.#view.caption());
    } catch (error) {
      this.#frame.sayFault(error);
    }
  }
}
