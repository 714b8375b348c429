// The list of one search whose pages belong to sites. The reader reads it rank by rank, or fills its ranks by the rule
// of one page per site.

import './chart/chart.css';
import './sites/sites.css';
import { say } from '../../../../ui/dom.js';
import { fixed, plural } from '../../../../lib/format.js';
import { pictureFrame } from './drawn-frame.js';
import { animation } from './motion.js';
import { askedPart, changeOf, presenceOf } from './shown-parts.js';
import { drawGains, drawMet, drawPages, drawRepeats, drawTrack } from './sites/draw-list.js';
import { layoutOf, stopAt } from './sites/layouts.js';
import { orderAt, siteList, sitesOf, skippedAt, worthOf } from './sites/site-list.js';
import { valueSlider } from './value-slider.js';

/** @typedef {import('../stage/picture.js').Scene} Scene */
/** @typedef {import('./sites/site-list.js').SiteList} SiteList */

export const description = {
  name: 'Pages of sites',
  shows: 'the list of a search with the site of each page, its repeats, and the rule of one page per site',
  parts: { repeats: 'repeat', rule: 'rule', gains: 'dNDCG, gain' },
};

const OPEN = 2; // ranks that the rule may fill before the answer
const RANK = 700; // ms from a rank to the next

/** @param {import('../stage/picture.js').PictureContext} context @returns {import('../stage/picture.js').Picture} */
export const create = (context) => new SitesPicture(context);

class SitesPicture {
  #frame = pictureFrame({ label: 'Pages of sites', kind: 'chart-stage sites-picture', redraw: () => this.#draw() });
  element = this.#frame.element;
  /** @type {SiteList | null} */
  #list = null;
  /** @type {Scene | null} */
  #scene = null;
  #stop = 0;
  #motion = animation();
  #slider;

  /** @param {import('../stage/picture.js').PictureContext} context */
  constructor({ announce }) {
    this.#slider = valueSlider(this.#frame, {
      step: () => 1,
      range: () => [0, this.#highest()],
      value: () => this.#stop,
      valueAt: ([x]) => {
        const { track: { left, right } } = this.#layout();
        return ((x - left) / (right - left)) * (this.#list?.ranks ?? 0);
      },
      move: (stop) => {
        this.#motion.stop();
        this.#moveTo(stop);
      },
      rest: () => announce(this.#words()),
    });
  }

  /** @param {Scene} next */
  update(next) {
    const was = this.#scene;
    this.#scene = next;
    const inspection = next.state.snapshot?.inspection;
    const isFirst = !this.#list;
    if (next.ready && inspection) {
      this.#list = siteList(inspection);
      if (!this.#list) say(this.#frame.caption, 'This picture cannot be drawn: the pages have no groups');
    }
    const { isNew, isAnswered } = changeOf(was, next);
    if (isNew || isFirst) this.#stop = next.revealed && next.step.question ? this.#list?.ranks ?? 0 : 0;
    if (isAnswered) this.#begin();
    // Whatever is told now is drawn, too.
    this.#draw();
  }

  again() {
    this.#begin();
  }

  canRepeat() {
    return Boolean(this.#scene?.revealed && this.#scene.step.question);
  }

  /** @param {keyof typeof description.parts} part */
  #isThere(part) {
    return this.#scene !== null && presenceOf(this.#scene, part) === 'shown';
  }

  /** Whether the handle applies the rule; else it reads. */
  #isRule() {
    return this.#scene !== null && presenceOf(this.#scene, 'rule') !== 'absent';
  }

  #layout() {
    return layoutOf(this.#frame.isPhone());
  }

  /** The last stop that the handle reaches. */
  #highest() {
    const ranks = this.#list?.ranks ?? 0;
    return this.#isRule() && !this.#isThere('rule') ? Math.min(OPEN, ranks) : ranks;
  }

  #draw() {
    const list = this.#list;
    if (!list || !this.#scene) return;
    const layout = this.#layout();
    const order = orderAt(list, this.#isRule() ? this.#stop : 0);
    const view = { order, worth: worthOf(list, order), stop: this.#stop, isMarked: this.#isThere('repeats') };
    const words = this.#words();
    this.#frame.show(words, ...drawPages(layout, list, view), ...drawRepeats(layout, list, view),
      ...(this.#isThere('gains') ? drawGains(layout, list, view) : drawMet(layout, list, view)),
      ...drawTrack(layout, list.ranks, this.#highest(), this.#isRule()));
    say(this.#frame.caption, this.#told());
    this.#slider.show(this.#isRule() ? 'Ranks filled by the rule' : 'Ranks read',
      [stopAt(layout, this.#stop, list.ranks), layout.track.y], words);
  }

  /** Draws only what has changed: a new drawing would end the slide of the pages. @param {number} stop */
  #moveTo(stop) {
    if (stop === this.#stop) return;
    this.#stop = stop;
    this.#draw();
  }

  /** What the handle has done last. */
  #told() {
    const list = this.#list;
    if (!list) return '';
    const rank = this.#stop - 1;
    const siteOf = (/** @type {number} */ document) => list.pages[document].site;
    if (!this.#isRule()) {
      const { site, grade } = list.pages[list.scored[Math.max(0, rank)]];
      return rank < 0 ? 'The model’s list of one search. Read it from the top.'
        : `Rank ${rank + 1}: a page of site ${site}, grade ${grade}.`;
    }
    if (rank < 0) return 'The model’s list, by score. Repeats are struck out.';
    const skipped = skippedAt(list, rank).map(siteOf);
    const taken = siteOf(list.ruled[rank]);
    return skipped.length ? `Rank ${rank + 1}: skip ${skipped.join(', ')}, in already. Take ${taken}.`
      : `Rank ${rank + 1}: ${taken} is not in yet. Take it.`;
  }

  /** What is known at this stop. */
  #words() {
    const list = this.#list;
    if (!list) return '';
    const { repeats, share } = worthOf(list, orderAt(list, this.#isRule() ? this.#stop : 0));
    const count = repeats.filter(Boolean).length;
    const met = this.#isRule() ? [] : [`Sites so far: ${sitesOf(list, this.#stop).map(({ site }) => site).join(', ')
      || 'none'}.`];
    const marked = this.#isThere('repeats') ? [`${plural(count, 'repeat')} in the first ${list.ranks} ranks.`] : [];
    const name = this.#stop === list.ranks ? `dNDCG@${list.ranks}` : 'Of the best list';
    const gains = this.#isThere('gains') ? [`${name} ${fixed(share, 3)}.`] : [];
    return [this.#told(), ...met, ...marked, ...gains].join(' ');
  }

  /** The question is answered: the handle goes on to the last rank. */
  #begin() {
    const list = this.#list;
    if (!list || !this.#scene) return;
    const from = askedPart(this.#scene, description) === 'rule' ? OPEN : 0;
    const way = list.ranks - from;
    void this.#motion(RANK * way, (share) => {
      this.#moveTo(from + Math.floor(share * way + 1e-9));
    });
  }
}
