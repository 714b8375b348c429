// Sixty draws as dots, in the row of what one model for two losses gives up against each model in its own measure. The
// handle goes from dot to dot; the rows are counted with the answer.

import './chart/chart.css';
import './draws/draws.css';
import { say } from '../../../../ui/dom.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider } from './value-slider.js';
import { drawDraws, drawNear, drawnAt, layoutOf, leadText, plural, stopX } from './draws/draw-draws.js';
import { DRAWS, cornerOf } from './draws/draws.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Draws as dots',
  shows: 'sixty draws as dots: what one model for two losses gives up against the model for AUC, and that for NDCG. '
    + 'It needs no data',
  parts: { dots: 'dot, draw', counts: 'count, row (counts of rows)' },
};

const CORNERS = { auc: 'gives up NDCG', ndcg: 'gives up AUC', neither: 'gives up both', both: 'gives up neither' };

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new DrawsPicture(context);

class DrawsPicture {
  #frame = pictureFrame({ label: 'Sixty draws', kind: 'chart-stage draws-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #at = 0;
  #slider;
  #announce;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#announce = announce;
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, DRAWS.length - 1], value: () => this.#at,
      valueAt: (place) => drawNear(layoutOf(this.#frame.isPhone()), place),
      take: (at) => { this.#at = at; },
      words: () => this.#words(), announce,
    });
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) this.#at = DRAWS.length - 1;
    this.#draw();
    if (isAnswered) this.#announce(this.#counts());
  }

  #words() {
    const [, auc, ndcg] = drawnAt(this.#at);
    return `Draw ${this.#at + 1}: AUC ${leadText(auc)}, NDCG ${leadText(ndcg)}; ${CORNERS[cornerOf(auc, ndcg)]}`;
  }

  #counts() {
    return Object.entries(CORNERS).map(([corner, words]) =>
      `${DRAWS.filter(([, auc, ndcg]) => cornerOf(auc, ndcg) === corner).length} ${plural(words)}`).join(', ');
  }

  #draw() {
    if (!this.#scene) return;
    const isPhone = this.#frame.isPhone();
    const layout = layoutOf(isPhone);
    const isCounted = presenceOf(this.#scene, 'counts') === 'shown';
    this.#frame.show(`${DRAWS.length} draws. ${this.#words()}${isCounted ? `. ${this.#counts()}` : ''}`,
      drawDraws(layout, { at: this.#at, isCounted, corners: CORNERS }));
    this.#slider.show('Draw', [stopX(layout, this.#at), layout.track.y], this.#words());
    const [, auc, ndcg] = drawnAt(this.#at);
    say(this.#frame.caption, isPhone ? `Draw ${this.#at + 1}: AUC ${leadText(auc)}, NDCG ${leadText(ndcg)}`
      : this.#words());
  }
}
