// One rank of a list as a mixture of pages: the bell of nearness over the scores, the shares that it gives, and the
// NDCG that the mixtures make. The handle is σ, the width of the bell; a press on a page shows its rank.

import './chart/chart.css';
import './pulls/pulls.css';
import './mixture/mixture.css';
import { say } from '../../../../ui/dom.js';
import { fixed } from '../../../../lib/format.js';
import { across } from './chart/frame.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';
import { drawMixture, layoutOf, stopX, widthText } from './mixture/draw-mixture.js';
import { SIGMAS, sharesAround, smoothed } from './mixture/shares.js';
import { rowChoice } from './pulls/row-choice.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

/** `narrow`: the smallest widths, which open with the answer. */
export const description = {
  name: 'Mixture at a rank',
  shows: 'one rank as a mixture of pages whose shares sharpen with a smaller σ, and the smoothed NDCG',
  parts: { mixture: 'mixture', narrow: 'small, narrow', measure: 'NDCG (measure)' },
};

const WIDE_STOPS = 2; // the last stop before the answer
const EACH = 350; // ms for a stop that is shown again
const HALF = 22; // units: half the side of a page that can be pressed

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new MixturePicture(context);

class MixturePicture {
  #frame = pictureFrame({ label: 'Mixture', kind: 'chart-stage mixture-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #at = 0;
  #rank = 0;
  #ranks = rowChoice(this.#frame, { label: 'Rank', choose: (rank) => {
    this.#rank = rank;
    this.#draw();
    this.#slider.announce();
  } });
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [0, this.#last()], value: () => this.#at,
      valueAt: ([x]) => (SIGMAS.length - 1) * shareOf(layoutOf(this.#frame.isPhone(), [0, 1]).track, x),
      take: (at) => { this.#at = at; },
      words: () => this.#words(), announce,
    });
  }

  #last() {
    return presenceOf(this.#scene, 'narrow') === 'asked' ? WIDE_STOPS : SIGMAS.length - 1;
  }

  /** The pages by rank. */
  #pages() {
    const pulls = this.#scene?.state.snapshot?.pulls;
    const order = Array.from(pulls?.predicted ?? []);
    const documents = order.map((document) => pulls?.documents[document]).filter((one) => one !== undefined);
    const scores = documents.map(({ score }) => score);
    const shares = sharesAround(scores, scores[this.#rank] ?? 0, SIGMAS[this.#at]);
    return documents.map(({ comment, grade, score }, rank) => ({ title: comment, grade, score, share: shares[rank] }));
  }

  /** What the mixtures of all ranks bring. */
  #sums() {
    const presence = presenceOf(this.#scene, 'measure');
    if (presence === 'absent') return null;
    const pages = this.#pages();
    const { gains, means, smooth, exact } = smoothed(pages.map(({ grade }) => grade),
      pages.map(({ score }) => score), SIGMAS[this.#at]);
    return { mean: means[this.#rank], gain: gains[this.#rank], exact, smooth: presence === 'shown' ? smooth : null };
  }

  #words() {
    const pages = this.#pages();
    const held = pages.filter(({ share }) => share >= 0.005)
      .map(({ title, share }) => `${title} ${Math.round(100 * share)} %`).join(', ');
    return `σ ${widthText(SIGMAS[this.#at])}, rank ${this.#rank + 1}: ${held}${this.#measures()}`;
  }

  #measures() {
    const sums = this.#sums();
    if (!sums) return '';
    return `; NDCG ${sums.smooth === null ? '' : `smoothed ${fixed(sums.smooth, 3)}, `}true ${fixed(sums.exact, 3)}`;
  }

  #draw() {
    const pages = this.#pages();
    if (!pages.length) return;
    const isPhone = this.#frame.isPhone();
    const layout = layoutOf(isPhone, pages.map(({ score }) => score));
    const words = this.#words();
    this.#frame.show(words, drawMixture(layout, { pages, rank: this.#rank, at: this.#at, last: this.#last(),
      sums: this.#sums() }));
    this.#ranks.show(pages.map(({ title, grade }, rank) => `Rank ${rank + 1}: ${title}, grade ${grade}`), this.#rank,
      (rank) => ({ x: across(layout.chart, pages[rank].score) - HALF, y: layout.chart.bottom - HALF, width: 2 * HALF,
        height: 2 * HALF }));
    this.#slider.show('Smoothing', [stopX(layout.track, this.#at), layout.track.y], words);
    say(this.#frame.caption, `Rank ${this.#rank + 1}: the nearer a score, the larger its share. Press another page.`);
  }

  again() {
    const last = presenceOf(this.#scene, 'narrow') === 'shown' ? SIGMAS.length - 1 : 0;
    void this.#slider.animate(EACH * last, (share) => { this.#at = Math.round(share * last); })
      .then(this.#slider.announce);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  /** @param {Scene} next */
  update(next) {
    if (!next.state.snapshot?.pulls) return;
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) [this.#at, this.#rank] = [0, 0];
    if (isAnswered) this.again();
    else this.#draw();
  }
}
