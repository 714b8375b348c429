// Two models compared query by query: the lead of one as a dot for each test query, and the mean of the first queries
// with its interval. The handle takes more queries; those after the answer's start stay faint until then.

import './chart/chart.css';
import './query-leads/leads.css';
import { say } from '../../../../ui/dom.js';
import { across } from './chart/frame.js';
import { pictureFrame } from './drawn-frame.js';
import { changeOf, presenceOf } from './shown-parts.js';
import { animatedSlider, shareOf } from './value-slider.js';
import { drawLeads, layoutOf, leadText } from './query-leads/draw-leads.js';
import { FEWEST, LEADS, meanOf } from './query-leads/leads.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */

export const description = {
  name: 'Leads on queries',
  shows: 'how far boosted trees are ahead of a line on each of 50 test queries, and the mean of the first ones with '
    + 'its interval. It needs no data',
  parts: { dots: 'dot, query', all: 'all (queries)' },
};

const OPEN = 20; // queries that the handle reaches before the answer
const GROWTH = 1400; // ms

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new LeadsPicture(context);

class LeadsPicture {
  #frame = pictureFrame({ label: 'Leads on queries', kind: 'chart-stage leads-stage', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {Scene | null} */
  #scene = null;
  #count = FEWEST;
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = animatedSlider(this.#frame, {
      range: () => [FEWEST, this.#most()], value: () => this.#count,
      valueAt: ([x]) => {
        const { chart } = layoutOf(this.#frame.isPhone());
        return chart.x[1] * shareOf(chart, x);
      },
      take: (count) => { this.#count = count; },
      words: () => this.#words(), announce,
    });
  }

  #most() {
    return presenceOf(this.#scene, 'all') === 'asked' ? OPEN : LEADS.length;
  }

  #words() {
    const { mean, low, high } = meanOf(this.#count);
    return `First ${this.#count} queries: mean ${leadText(mean)}, from ${leadText(low)} to ${leadText(high)}`;
  }

  #draw() {
    if (!this.#scene) return;
    const layout = layoutOf(this.#frame.isPhone());
    this.#count = Math.min(this.#count, this.#most());
    const words = this.#words();
    this.#frame.show(words, drawLeads(layout, this.#count, this.#most()));
    this.#slider.show('Queries', [across(layout.chart, this.#count), layout.track], words);
    say(this.#frame.caption, this.#frame.isPhone() ? words.replace('First ', '').replace(' queries', '') : words);
  }

  again() {
    void this.#slider.animate(GROWTH, (share) => {
      this.#count = Math.round(OPEN + share * (LEADS.length - OPEN));
    }).then(this.#slider.announce);
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed);
  }

  /** @param {Scene} next */
  update(next) {
    const { isNew, isAnswered } = changeOf(this.#scene, next);
    this.#scene = next;
    if (isNew) this.#count = this.#most();
    if (isAnswered) this.again();
    else this.#draw();
  }
}
